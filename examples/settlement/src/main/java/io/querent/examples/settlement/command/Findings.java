package io.querent.examples.settlement.command;

import io.querent.runtime.reconciliation.ExpectedOperation;
import io.querent.runtime.reconciliation.Finding;
import io.querent.runtime.reconciliation.ItemResult;
import io.querent.runtime.reconciliation.ItemResult.Fate;
import io.querent.runtime.reconciliation.ReconciliationResult;
import io.querent.runtime.reconciliation.ReportEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

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

    /**
     * A line for each that was not known already. Of those that only the books know, which a statement of one day leaves many, the first
     * and how many more; of all others each, and before them: they are what somebody has to look at.
     */
    static List<String> lines(ReconciliationResult result) {
        List<String> lines = new ArrayList<>(lines(result, item -> !(item.finding() instanceof Finding.OnlyHere)));
        lines.addAll(Lines.most(lines(result, item -> item.finding() instanceof Finding.OnlyHere)));
        return lines;
    }

    private static List<String> lines(ReconciliationResult result, Predicate<ItemResult> which) {
        return result.items().stream()
                .filter(item -> item.fate() != Fate.REPLAYED)
                .filter(which)
                .map(item -> item.fate() + " " + words(item))
                .toList();
    }

    private static String words(ItemResult item) {
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
