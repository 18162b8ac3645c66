package io.querent.examples.settlement.iso20022;

import io.querent.examples.payment.xml.Place;
import io.querent.runtime.reconciliation.Direction;
import io.querent.runtime.reconciliation.ReportEntry;
import io.querent.saga.Amount;
import java.math.BigDecimal;
import java.util.List;

/**
 * One entry on an account, and the transactions that it is made of: one, or those of a batch.
 *
 * @param place where its amount stands in the file
 */
record StatementEntry(
        Amount amount, Direction direction, ReportEntry.Status status, List<ReportEntry> transactions, Place place) {
    StatementEntry {
        transactions = List.copyOf(transactions);
    }

    /** What it adds to the account; less than nothing where it takes. */
    BigDecimal signed() {
        return signed(amount.value(), direction);
    }

    static BigDecimal signed(BigDecimal value, Direction direction) {
        return direction == Direction.CREDIT ? value : value.negate();
    }
}
