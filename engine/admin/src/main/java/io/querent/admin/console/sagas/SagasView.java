package io.querent.admin.console.sagas;

import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a search found.
 *
 * @param wrong what is wrong with the search; empty when nothing is
 * @param first link to the first page; empty on the first
 * @param next link to the next page; empty when this is the last
 * @param definitions names to choose from
 * @param views searches that were kept
 * @param mayAct whether the person is offered to act on all that fit
 */
public record SagasView(
        Query query,
        String wrong,
        List<Row> rows,
        String first,
        String next,
        List<String> definitions,
        List<String> statuses,
        List<String> operationStatuses,
        List<View> views,
        boolean mayAct) {
    public SagasView {
        rows = List.copyOf(rows);
        definitions = List.copyOf(definitions);
        statuses = List.copyOf(statuses);
        operationStatuses = List.copyOf(operationStatuses);
        views = List.copyOf(views);
    }

    /** A saga. */
    public record Row(
            String link,
            String businessKey,
            String tenant,
            String definition,
            int version,
            Badge status,
            String attributes,
            Moment startedAt,
            @Nullable Moment wakeAt,
            String owner) {}

    /**
     * A search that was kept.
     *
     * @param own whether it is the person's own
     */
    public record View(String name, String link, boolean own, boolean shared, String owner) {}
}
