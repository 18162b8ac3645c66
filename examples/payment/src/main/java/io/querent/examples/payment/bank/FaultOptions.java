package io.querent.examples.payment.bank;

import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.faults.Declines;
import io.querent.examples.payment.bank.faults.DelayRange;
import io.querent.examples.payment.bank.faults.FaultRates;
import io.querent.examples.payment.bank.faults.LookupFault;
import io.querent.examples.payment.bank.faults.LookupFaults;
import io.querent.examples.payment.bank.faults.SendFault;
import io.querent.examples.payment.bank.faults.SendFaults;
import io.querent.examples.payment.bank.faults.StatementFaults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** The options that say what goes wrong. */
final class FaultOptions {
    @Option(names = "--seed", description = "Another seed, other calls meet the faults. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--fault",
            paramLabel = "KIND=RATE",
            converter = {FaultConverters.OfSends.class, FaultConverters.OfRates.class},
            description =
                    "Share (0 to 1) of sends that meet this fault; repeatable; together at most 1. Kinds: request-lost, "
                            + "reply-lost, slow-answer, slow-booking, error-after-booking, garbled-answer, unavailable, "
                            + "too-many-requests, late-booking, pending.")
    private TreeMap<SendFault, Double> sendFaults = new TreeMap<>();

    @Option(
            names = "--fault-sends",
            description = "Faults meet this many first sends of a key. Default: ${DEFAULT-VALUE}.")
    private int faultySends = 1;

    @Option(
            names = "--slow-ms",
            paramLabel = "MS[-MS]",
            converter = FaultConverters.OfDelays.class,
            description = "Delay of slow-answer and slow-booking. Default: 1000-3000.")
    private DelayRange slow = SendFaults.none().slow();

    @Option(
            names = "--late-ms",
            paramLabel = "MS[-MS]",
            converter = FaultConverters.OfDelays.class,
            description = "How late late-booking books. Default: 2000-5000.")
    private DelayRange late = SendFaults.none().late();

    @Option(
            names = "--pending-ms",
            paramLabel = "MS[-MS]",
            converter = FaultConverters.OfDelays.class,
            description = "How long pending lasts. Default: 2000-5000.")
    private DelayRange pending = SendFaults.none().pending();

    @Option(
            names = "--retry-after-s",
            paramLabel = "S",
            description = "Retry-After of 429 and 503. Default: ${DEFAULT-VALUE}.")
    private long retryAfterSeconds = 1;

    @Option(
            names = "--lookup-fault",
            paramLabel = "KIND=RATE",
            converter = {FaultConverters.OfLookups.class, FaultConverters.OfRates.class},
            description = "Share of lookups that meet this fault; repeatable. Kinds: unavailable, hang.")
    private TreeMap<LookupFault, Double> lookupFaults = new TreeMap<>();

    @Option(
            names = "--fault-lookups",
            description = "Faults meet this many first lookups of a key. Default: ${DEFAULT-VALUE}.")
    private int faultyLookups = 1;

    @Option(names = "--hang-ms", paramLabel = "MS", description = "How long a lookup hangs. Default: ${DEFAULT-VALUE}.")
    private long hangMillis = 30_000;

    @Option(
            names = "--visibility-lag-ms",
            paramLabel = "MS",
            description = "Lookups see a booking this much later. Default: ${DEFAULT-VALUE}.")
    private long visibilityLagMillis;

    @Option(
            names = "--visibility-lag-rate",
            paramLabel = "RATE",
            description = "Share of keys that lag. Default: ${DEFAULT-VALUE}.")
    private double lagRate = 1;

    @Option(names = "--decline", paramLabel = "RATE", description = "Share of transfers declined, by key.")
    private double declinedTransfers;

    @Option(names = "--decline-reversals", paramLabel = "RATE", description = "Share of reversals declined, by key.")
    private double declinedReversals;

    @Option(
            names = "--decline-code",
            paramLabel = "CODE",
            description = "Reason for declines; repeatable. Default: insufficient-funds and account-closed.")
    private List<String> declineCodes = new ArrayList<>();

    @Option(
            names = "--foreign-bookings",
            paramLabel = "N",
            description = "Bookings in each statement that nobody asked for. Default: ${DEFAULT-VALUE}.")
    private int foreignBookings;

    @Option(
            names = "--differing-amounts",
            paramLabel = "RATE",
            description = "Share of bookings whose amount a statement tells wrong, by key.")
    private double differingAmounts;

    /** @throws IllegalArgumentException when an option's value is out of its range */
    BankFaults faults() {
        return new BankFaults(
                seed,
                new SendFaults(
                        new FaultRates<>(sendFaults),
                        faultySends,
                        slow,
                        late,
                        pending,
                        Duration.ofSeconds(retryAfterSeconds)),
                new LookupFaults(
                        new FaultRates<>(lookupFaults),
                        faultyLookups,
                        Duration.ofMillis(hangMillis),
                        Duration.ofMillis(visibilityLagMillis),
                        lagRate),
                new Declines(
                        declinedTransfers,
                        declinedReversals,
                        declineCodes.isEmpty() ? Declines.none().codes() : declineCodes),
                new StatementFaults(foreignBookings, differingAmounts));
    }
}
