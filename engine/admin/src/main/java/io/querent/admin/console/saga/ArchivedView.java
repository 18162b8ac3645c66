package io.querent.admin.console.saga;

import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Moment;
import io.querent.runtime.journal.ArchivedHistory;
import io.querent.runtime.journal.SagaRow;
import org.jspecify.annotations.Nullable;

/**
 * The page of a saga whose history has left the database.
 *
 * @param whereabouts where the history is now, in words
 * @param retiredAt since when
 */
public record ArchivedView(
        String key,
        String definition,
        int version,
        String businessKey,
        Badge status,
        Moment startedAt,
        @Nullable Moment endedAt,
        String inputHash,
        String whereabouts,
        Moment retiredAt) {
    static ArchivedView of(SagaRow row, ArchivedHistory where) {
        return new ArchivedView(
                row.key().toString(),
                row.key().definition(),
                row.definitionVersion(),
                row.key().businessKey().value(),
                Badge.of(row.status()),
                Moment.of(row.startedAt()),
                Moment.ofNullable(row.endedAt()),
                row.inputHash(),
                where.whereabouts(),
                Moment.of(where.retiredAt()));
    }
}
