package io.querent.admin.console.audit;

import io.querent.admin.console.page.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the audit, newest first.
 *
 * @param ofSaga whether the person may see the audit of single sagas alone
 * @param verification what a check of the chain has found; null where none was asked for
 * @param next link to the next page; empty when this is the last
 */
public record AuditView(
        String operator,
        String action,
        String saga,
        String outcome,
        String from,
        String before,
        boolean everything,
        @Nullable Verification verification,
        List<Entry> entries,
        String next) {
    public AuditView {
        entries = List.copyOf(entries);
    }

    /** An entry. */
    public record Entry(
            long number,
            Moment at,
            String operator,
            String action,
            String sagaKey,
            String sagaLink,
            String outcome,
            String reason,
            String detail,
            String requestId,
            String hash) {}

    /** What a check of the chain has found. */
    public record Verification(boolean intact, long entries, String finding, String head) {}
}
