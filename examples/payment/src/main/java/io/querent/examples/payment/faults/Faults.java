package io.querent.examples.payment.faults;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What goes wrong in a run, how often, and for whom: a seed decides for each order, so that the same orders meet the same trouble.
 *
 * @param rates share, 0 to 1, by kind
 * @param seed another seed, other orders
 */
public record Faults(SortedMap<String, Double> rates, long seed) {
    /** What {@code --faults} takes. */
    public static final String FORMS = "none, few, heavy, or KIND=RATE,… with a rate of 0 to 1";

    private static final List<String> OF_SENDS = List.of(
            "request-lost",
            "reply-lost",
            "slow-answer",
            "slow-booking",
            "error-after-booking",
            "garbled-answer",
            "unavailable",
            "too-many-requests",
            "late-booking",
            "pending");
    private static final String DECLINE = "decline";
    private static final String DECLINE_REVERSALS = "decline-reversals";
    private static final String VISIBILITY_LAG = "visibility-lag";
    private static final String LOOKUP_UNAVAILABLE = "lookup-unavailable";
    private static final String LOOKUP_HANG = "lookup-hang";
    private static final String HELD = "held";
    private static final String NOTICE_LOST = "notice-lost";

    private static final List<String> KINDS = kinds();

    /** A few in a hundred payments meet something. */
    private static final String DEFAULT = "request-lost=0.006,reply-lost=0.01,slow-answer=0.004,slow-booking=0.004,"
            + "error-after-booking=0.006,garbled-answer=0.004,unavailable=0.004,too-many-requests=0.006,late-booking=0.004,"
            + "pending=0.01,decline=0.015,visibility-lag=0.2,lookup-unavailable=0.1,lookup-hang=0.02,held=0.01,"
            + "notice-lost=0.006";

    /** About half of them do, and some twice. */
    private static final String HEAVY = "request-lost=0.06,reply-lost=0.1,slow-answer=0.03,slow-booking=0.03,"
            + "error-after-booking=0.06,garbled-answer=0.04,unavailable=0.04,too-many-requests=0.05,late-booking=0.04,"
            + "pending=0.05,decline=0.08,visibility-lag=0.5,lookup-unavailable=0.2,lookup-hang=0.05,held=0.1,notice-lost=0.1";

    /** All within the visibility window that the saga's definition states for the bank, as a bank's manual would promise. */
    private static final List<String> DELAYS = List.of(
            "--slow-ms=1000-3000",
            "--late-ms=500-3000",
            "--pending-ms=1000-3000",
            "--visibility-lag-ms=1000",
            "--hang-ms=4000",
            "--retry-after-s=1");

    public Faults {
        rates = Collections.unmodifiableSortedMap(new TreeMap<>(rates));
    }

    /**
     * Reads what {@code --faults} was given.
     *
     * @throws IllegalArgumentException when {@code spec} is none of {@link #FORMS}
     */
    public static Faults parse(String spec, long seed) {
        String rates = switch (spec) {
            case "none" -> "";
            case "few", "default" -> DEFAULT;
            case "heavy" -> HEAVY;
            default -> spec;
        };
        TreeMap<String, Double> parsed = new TreeMap<>();
        Arrays.stream(rates.split(",")).filter(rate -> !rate.isBlank()).forEach(rate -> put(parsed, rate));
        double sends = OF_SENDS.stream()
                .mapToDouble(kind -> parsed.getOrDefault(kind, 0.0))
                .sum();
        if (sends > 1) {
            throw new IllegalArgumentException("a send meets one fault at most, so the rates of " + OF_SENDS
                    + " may add up to 1, not to " + sends);
        }
        return new Faults(parsed, seed);
    }

    /** Names of all kinds, for help. */
    public static String kindsInWords() {
        return String.join(", ", KINDS);
    }

    /** Whether something is asked for that only a bank of our own can be told. */
    public boolean concernTheBank() {
        return rates.keySet().stream().anyMatch(kind -> !kind.equals(HELD) && !kind.equals(NOTICE_LOST));
    }

    /** The bank's command line for this. */
    public List<String> bankOptions() {
        List<String> options = new ArrayList<>(DELAYS);
        options.add("--seed=" + seed);
        options.add("--fault-sends=2");
        OF_SENDS.forEach(kind -> options.add("--fault=" + kind + "=" + rate(kind)));
        options.add("--decline=" + rate(DECLINE));
        options.add("--decline-reversals=" + rate(DECLINE_REVERSALS));
        options.add("--visibility-lag-rate=" + rate(VISIBILITY_LAG));
        options.add("--lookup-fault=unavailable=" + rate(LOOKUP_UNAVAILABLE));
        options.add("--lookup-fault=hang=" + rate(LOOKUP_HANG));
        return options;
    }

    /** Whether compliance puts a hold on the order. */
    public boolean holds(String orderId) {
        return meets(HELD, orderId);
    }

    /** Whether the answer to the notice with that key is lost. */
    public boolean losesNotice(String key) {
        return meets(NOTICE_LOST, key);
    }

    private boolean meets(String kind, String id) {
        long lot = seed * 0x9E3779B97F4A7C15L + (kind + " " + id).hashCode();
        return new SplittableRandom(lot).nextDouble() < rate(kind);
    }

    private double rate(String kind) {
        return rates.getOrDefault(kind, 0.0);
    }

    private static void put(SortedMap<String, Double> rates, String rate) {
        String[] parts = rate.strip().split("=", 2);
        if (!KINDS.contains(parts[0]) || parts.length < 2) {
            throw new IllegalArgumentException("\"" + rate + "\" is not " + FORMS + "; kinds: " + kindsInWords());
        }
        try {
            double share = Double.parseDouble(parts[1]);
            if (!(share >= 0 && share <= 1)) {
                throw new NumberFormatException();
            }
            rates.put(parts[0], share);
        } catch (NumberFormatException noShare) {
            throw new IllegalArgumentException("the rate of " + parts[0] + " must be 0 to 1, not " + parts[1], noShare);
        }
    }

    private static List<String> kinds() {
        List<String> kinds = new ArrayList<>(OF_SENDS);
        kinds.addAll(List.of(
                DECLINE, DECLINE_REVERSALS, VISIBILITY_LAG, LOOKUP_UNAVAILABLE, LOOKUP_HANG, HELD, NOTICE_LOST));
        return kinds.stream().sorted().collect(Collectors.toUnmodifiableList());
    }
}
