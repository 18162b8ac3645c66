package io.querent.admin.api.work;

import io.querent.admin.api.http.Given;
import io.querent.admin.api.http.Refusal;
import io.querent.admin.api.saga.Masked;
import io.querent.admin.api.work.BulkViews.ForeseenView;
import io.querent.admin.api.work.BulkViews.ItemView;
import io.querent.admin.api.work.BulkViews.JobBody;
import io.querent.admin.api.work.BulkViews.JobView;
import io.querent.admin.api.work.BulkViews.SelectionBody;
import io.querent.admin.desk.BulkDesk;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.action.Action;
import io.querent.runtime.admin.BulkJobs;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.saga.SagaKey;
import org.jspecify.annotations.Nullable;

/** Reads what is wanted of many sagas, and shows what came of it. Pure. */
final class BulkReading {
    private static final SagaKey NONE = SagaKey.of("none", "none");
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_TEXT = 2_000;
    private static final int USUAL_RATE = 10;

    private final Masked masked;

    BulkReading(Masked masked) {
        this.masked = masked;
    }

    static BulkDesk.Wanted wanted(JobBody body, String requestId) {
        Action action = Action.of(String.valueOf(body.action()))
                .filter(BulkDesk.ACTIONS::contains)
                .orElseThrow(() -> Refusal.malformed("action", "an action that is for many", body.action()));
        if (action == Action.MOVE && body.version() == null) {
            throw Refusal.malformed("version", "the version to move to", null);
        }
        int rate = body.ratePerSecond() == null ? USUAL_RATE : body.ratePerSecond();
        if (rate < 1 || rate > BulkJobs.FASTEST) {
            throw Refusal.malformed("ratePerSecond", "1 to " + BulkJobs.FASTEST, String.valueOf(rate));
        }
        return new BulkDesk.Wanted(
                requestId,
                filter(body.selection()),
                action,
                action.about() == Action.About.OPERATION
                        ? Given.text("operation", body.operation(), LONGEST_NAME)
                        : null,
                body.version(),
                Given.text("reason", body.reason(), LONGEST_TEXT),
                rate);
    }

    static Filter filter(@Nullable SelectionBody selection) {
        if (selection == null) {
            throw Refusal.malformed("selection", "which sagas; {} for all", null);
        }
        return selection.terms().filter("selection.");
    }

    JobView job(BulkJobs.Job job) {
        BulkJobs.NewJob made = job.made();
        OperatorDecision decision = made.decision();
        return new JobView(
                made.id(),
                job.state(),
                decision == null ? null : decision.name(),
                decision instanceof OperatorDecision.OnOperation on ? on.operation() : null,
                made.filter().definition(),
                made.operator(),
                masked.text(made.reason(), NONE),
                made.ratePerSecond(),
                job.cutOff(),
                job.rule(),
                job.approvedBy(),
                job.items(),
                job.planned(),
                job.sent(),
                job.applied(),
                job.nothingNew(),
                job.refused(),
                job.parked(),
                job.endedAt());
    }

    ItemView item(BulkJobs.Item item) {
        return new ItemView(
                item.number(),
                item.saga().toString(),
                item.saga().id().toString(),
                item.revision(),
                item.state(),
                masked.text(item.detail(), item.saga()));
    }

    ForeseenView foreseen(BulkDesk.Foreseen foreseen) {
        return new ForeseenView(
                item(foreseen.item()),
                foreseen.status(),
                masked.text(foreseen.foreseen(), foreseen.item().saga()),
                foreseen.refused());
    }
}
