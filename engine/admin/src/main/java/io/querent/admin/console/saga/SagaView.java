package io.querent.admin.console.saga;

import io.querent.admin.console.action.Offer;
import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Moment;
import io.querent.admin.graph.Drawing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A saga's page.
 *
 * @param link the page's path
 * @param sentence why it stands where it stands
 * @param until when it goes on by itself; null when nothing is due
 * @param owner node that runs it now; empty when none does
 * @param nobodyRuns whether no node has said lately that it runs this version of the definition
 * @param hold the legal hold that it is under, in words; empty when none
 * @param cases open cases, in words
 * @param rows a page of steps
 * @param moreRows where the next page of steps begins; null when there is none
 * @param offers what the person may do to it now
 */
public record SagaView(
        String id,
        String link,
        String key,
        String tenant,
        String definition,
        int version,
        String businessKey,
        Badge status,
        String sentence,
        @Nullable Moment until,
        long revision,
        Moment startedAt,
        @Nullable Moment endedAt,
        String owner,
        long token,
        String parent,
        boolean nobodyRuns,
        String hold,
        List<String> cases,
        Drawing drawing,
        List<StepRow> rows,
        int allRows,
        @Nullable Integer moreRows,
        Timeline timeline,
        List<Offer> offers) {
    public SagaView {
        cases = List.copyOf(cases);
        rows = List.copyOf(rows);
        offers = List.copyOf(offers);
    }
}
