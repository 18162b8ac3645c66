package io.querent.examples.settlement.payout;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One version of the rule by which fees are kept. A version is never changed: another rate is another version, which is part of the
 * settlement's key. Immutable.
 *
 * @param version its name
 * @param basisPoints fee in hundredths of a per cent of what was sold, 0 to 10,000
 */
public record FeeRule(String version, int basisPoints) {
    private static final BigInteger WHOLE = BigInteger.valueOf(10_000);

    private static final Map<String, FeeRule> VERSIONS =
            Map.of("v1", new FeeRule("v1", 190), "v2", new FeeRule("v2", 145));

    /** @throws IllegalArgumentException when the rate is out of its range */
    public FeeRule {
        if (basisPoints < 0 || basisPoints > 10_000) {
            throw new IllegalArgumentException("a fee is 0 to 10000 basis points, not " + basisPoints);
        }
    }

    /** The rule of that version; empty where there is none. */
    public static Optional<FeeRule> of(String version) {
        return Optional.ofNullable(VERSIONS.get(version));
    }

    /** Names of all versions, for help. */
    public static Set<String> versions() {
        return VERSIONS.keySet();
    }

    /** A share's exact fee, divided: the whole units, and what is left in ten-thousandths of one. */
    private record Division(Share share, long units, int left) {}

    /**
     * Divides a window. The fee is rounded once, on the whole, half up. Each share bears the whole units of its exact fee; the units that
     * are left over are borne by the shares that lost most by that, one each, in the order of their ids where they lost the same. So it
     * does not depend on the order of the shares, and no share bears more than itself. A share that is eaten up by its fee is paid nothing.
     *
     * @throws IllegalArgumentException when a beneficiary has two shares
     * @throws ArithmeticException when the sum does not fit into a {@code long}
     */
    public PayoutPlan divide(String currency, List<Share> shares) {
        requireOneShareEach(shares);
        long total = shares.stream().mapToLong(Share::grossMinor).reduce(0, Math::addExact);
        long fees = halfUp(total);
        List<Division> divisions = shares.stream().map(this::divided).toList();
        long over = fees - divisions.stream().mapToLong(Division::units).sum();
        Set<String> bearing = new HashSet<>();
        divisions.stream()
                .sorted(Comparator.comparingInt(Division::left)
                        .reversed()
                        .thenComparing(division -> division.share().beneficiary()))
                .limit(over)
                .forEach(division -> bearing.add(division.share().beneficiary()));
        List<Payout> payouts = new ArrayList<>();
        for (Division division : divisions) {
            Share share = division.share();
            long fee = division.units() + (bearing.contains(share.beneficiary()) ? 1 : 0);
            if (fee < share.grossMinor()) {
                payouts.add(
                        new Payout(share.beneficiary(), share.bank(), share.account(), share.grossMinor() - fee, fee));
            }
        }
        payouts.sort(Comparator.comparing(Payout::beneficiary));
        return new PayoutPlan(currency, total, fees, payouts);
    }

    private Division divided(Share share) {
        BigInteger[] exact = inTenThousandths(share.grossMinor()).divideAndRemainder(WHOLE);
        return new Division(share, exact[0].longValueExact(), exact[1].intValueExact());
    }

    private long halfUp(long total) {
        return inTenThousandths(total).add(WHOLE.shiftRight(1)).divide(WHOLE).longValueExact();
    }

    private BigInteger inTenThousandths(long minor) {
        return BigInteger.valueOf(minor).multiply(BigInteger.valueOf(basisPoints));
    }

    private static void requireOneShareEach(List<Share> shares) {
        Set<String> seen = new HashSet<>();
        shares.forEach(share -> {
            if (!seen.add(share.beneficiary())) {
                throw new IllegalArgumentException(
                        "a beneficiary has one share of a window; found two of " + share.beneficiary());
            }
        });
    }
}
