package io.querent.examples.settlement.command;

import io.querent.runtime.reconciliation.ExpectedOperation;
import io.querent.runtime.reconciliation.Finding;
import io.querent.runtime.reconciliation.ItemResult;
import io.querent.runtime.reconciliation.ItemResult.Fate;
import io.querent.runtime.reconciliation.ReconciliationResult;
import io.querent.runtime.reconciliation.ReportEntry;
import java.util.ArrayList;
import java.util.List;

/** What a reconciliation found, counted, and in a line each. */
final class Findings {
    private Findings() {}

    /**
     * The counts in one line. What the books knew is known already, whether from an answer or from a statement before; of the others those
     * that somebody has to look at are told even when there are none.
     */
    static String counts(ReconciliationResult result) {
        List<String> counts = new ArrayList<>();
        counts.add(result.count(Fate.REPLAYED) + " known already, " + result.count(Fate.RESOLVED) + " new");
        add(counts, result.count(Fate.WAITING), " waiting");
        counts.add(result.count(Fate.REFUSED) + " refused");
        add(counts, result.count(Fate.UNAVAILABLE), " unavailable");
        add(counts, result.findings(Finding.NotYet.class).size(), " not yet final");
        add(counts, result.findings(Finding.Reversed.class).size(), " reversed");
        counts.add(result.findings(Finding.Mismatch.class).size() + " mismatched");
        counts.add(result.findings(Finding.OnlyInReport.class).size() + " only in the report");
        counts.add(result.findings(Finding.OnlyHere.class).size() + " only here");
        return String.join(", ", counts);
    }

    private static void add(List<String> counts, long count, String what) {
        if (count > 0) {
            counts.add(count + what);
        }
    }

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
