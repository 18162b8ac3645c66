package io.querent.runtime.reconciliation;

import io.querent.runtime.reconciliation.ItemResult.Fate;
import java.util.List;

/** What came of applying a report, item by item. Immutable. */
public record ReconciliationResult(ProviderReport report, List<ItemResult> items) {
    public ReconciliationResult {
        items = List.copyOf(items);
    }

    /** How many items had that fate. */
    public long count(Fate fate) {
        return items.stream().filter(item -> item.fate() == fate).count();
    }

    /** Findings of that kind. */
    public <F extends Finding> List<F> findings(Class<F> kind) {
        return items.stream()
                .map(ItemResult::finding)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    /**
     * Whether nothing is left for anybody: both sides know the same and nothing waits. What is only here and open is left: it proves
     * nothing, and is not in agreement.
     */
    public boolean agrees() {
        return items.stream()
                .allMatch(item ->
                        item.fate() == Fate.RESOLVED || item.fate() == Fate.REPLAYED || isAtRest(item.finding()));
    }

    private static boolean isAtRest(Finding finding) {
        return finding instanceof Finding.OnlyHere here
                && here.operation().status().isFinal();
    }

    /** The counts in one line: {@code 3 replayed, 0 new; 0 waiting, …}. */
    public String summary() {
        return count(Fate.REPLAYED) + " replayed, " + count(Fate.RESOLVED) + " new; " + count(Fate.WAITING)
                + " waiting, " + count(Fate.REFUSED) + " refused, " + count(Fate.UNAVAILABLE) + " unavailable; "
                + size(Finding.NotYet.class) + " not yet final, " + size(Finding.Reversed.class) + " reversed, "
                + size(Finding.Mismatch.class) + " mismatched, " + size(Finding.OnlyInReport.class)
                + " only in the report, " + size(Finding.OnlyHere.class) + " only here";
    }

    private <F extends Finding> int size(Class<F> kind) {
        return findings(kind).size();
    }
}
