package io.querent.admin.api.action;

import io.querent.admin.api.action.ActionViews.ResultView;
import io.querent.admin.api.http.Refusal;
import io.querent.admin.api.http.Revision;
import io.querent.runtime.action.ActionResult;
import io.querent.saga.SagaKey;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** The status that a result is answered with: 200 what is settled, 202 what is to come, 409 what was refused. */
final class Answers {
    private final ActionReading reading;

    Answers(ActionReading reading) {
        this.reading = reading;
    }

    /** @throws Refusal when nothing was done */
    ResponseEntity<ResultView> of(ActionResult result, SagaKey saga, long seen) {
        ResultView view = reading.result(result, saga);
        return switch (result.effect()) {
            case STALE -> throw Refusal.stale(seen, result.revision(), view.sentence());
            case REFUSED, PARKED -> throw Refusal.state(view.sentence(), result.revision());
            default ->
                ResponseEntity.status(result.isSettled() ? HttpStatus.OK : HttpStatus.ACCEPTED)
                        .eTag(Revision.tag(result.revision()))
                        .body(view);
        };
    }
}
