package io.querent.examples.settlement.command;

import io.querent.runtime.reconciliation.ExpectedOperation;
import io.querent.runtime.reconciliation.Finding;
import io.querent.runtime.reconciliation.ItemResult;
import io.querent.runtime.reconciliation.ReportEntry;

/** What a reconciliation found, in a line each. */
final class Findings {
    private Findings() {}

    static String words(ItemResult item) {
        String what = item.finding() instanceof Finding.OnlyInReport only
                ? "only in the statement: " + words(only.entry())
                : item.finding() instanceof Finding.OfOperation one
                        ? one.getClass().getSimpleName() + ": " + words(one.operation())
                        : item.finding().toString();
        return item.detail().isEmpty() ? what : what + "; " + item.detail();
    }

    private static String words(ExpectedOperation operation) {
        return operation.key() + ", " + operation.amount() + ", " + operation.status();
    }

    private static String words(ReportEntry entry) {
        return "line " + entry.line() + ", " + entry.status() + " " + entry.amount() + " " + entry.direction()
                + ", end-to-end id " + entry.endToEndId();
    }
}
