package io.querent.examples.settlement.iso20022;

import io.querent.runtime.reconciliation.Direction;
import io.querent.runtime.reconciliation.ReportEntry;
import io.querent.saga.Amount;
import java.math.BigDecimal;
import java.util.List;

/**
 * One entry on an account, and the transactions that it is made of: one, or those of a batch.
 *
 * @param line where it stands in the file
 */
record StatementEntry(
        Amount amount, Direction direction, ReportEntry.Status status, List<ReportEntry> transactions, int line) {
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
