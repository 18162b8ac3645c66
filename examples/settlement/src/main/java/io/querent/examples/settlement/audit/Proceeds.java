package io.querent.examples.settlement.audit;

import io.querent.examples.settlement.ledger.message.LedgerBooks;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What became of what was sold, as the ledger booked it, in minor units: fees were kept, what came back from the bank is the merchant's
 * balance, the rest was paid.
 */
public record Proceeds(long sold, long fees, long returned) {
    /** Nothing was booked. */
    public static final Proceeds NOTHING = new Proceeds(0, 0, 0);

    /**
     * Sums it up by currency.
     *
     * @param settlements which settlements count, by their keys
     */
    public static SortedMap<String, Proceeds> byCurrency(LedgerBooks ledger, Predicate<String> settlements) {
        SortedMap<String, Proceeds> sums = new TreeMap<>();
        ledger.settlements().stream()
                .filter(one -> one.state().equals("BOOKED") && settlements.test(one.settlement()))
                .forEach(one -> sums.merge(
                        one.currency(),
                        new Proceeds(one.totalMinor(), one.feesMinor(), one.returnedMinor()),
                        Proceeds::plus));
        return sums;
    }

    private Proceeds plus(Proceeds other) {
        return new Proceeds(sold + other.sold, fees + other.fees, returned + other.returned);
    }
}
