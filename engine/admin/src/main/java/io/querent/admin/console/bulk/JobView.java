package io.querent.admin.console.bulk;

import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job.
 *
 * @param sentence what is done to each, in words
 * @param version a text that changes with the job
 * @param dryRun whether the items say what would happen, and not what has
 * @param verbs what the person may do with it now
 * @param next link to the next page of items; empty when this is the last
 */
public record JobView(
        String id,
        String link,
        String sentence,
        Badge state,
        String by,
        String reason,
        int ratePerSecond,
        Moment cutOff,
        @Nullable Moment endedAt,
        String rule,
        String approvedBy,
        int items,
        int done,
        List<Count> counts,
        String version,
        String requestId,
        List<Verb> verbs,
        boolean dryRun,
        List<Row> rows,
        String next) {
    public JobView {
        counts = List.copyOf(counts);
        verbs = List.copyOf(verbs);
        rows = List.copyOf(rows);
    }

    /** How many items are in a state, and where they are shown. */
    public record Count(String label, int count, String link) {}

    /** Something to do with the job. */
    public record Verb(String label, String title, boolean grave) {}

    /** An item: what has become of it, or what would. */
    public record Row(int number, String sagaLink, String sagaKey, long revision, Badge state, String detail) {}
}
