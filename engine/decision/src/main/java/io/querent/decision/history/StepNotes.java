package io.querent.decision.history;

import io.querent.decision.SagaEvent;
import java.time.Instant;
import java.util.Optional;

/** How the events of steps that the engine decides by itself read. Pure. */
final class StepNotes {
    private StepNotes() {}

    /** The note; empty for other events. */
    static Optional<Note> of(SagaEvent.OperationEvent event) {
        Instant at = event.at();
        if (event instanceof SagaEvent.StepSkipped skipped) {
            return Optional.of(new Note(at, "skipped", skipped.reason()));
        } else if (event instanceof SagaEvent.BranchChosen chosen) {
            return Optional.of(new Note(at, "chosen", chosen.branch()));
        } else if (event instanceof SagaEvent.MessagePublished) {
            return Optional.of(new Note(at, "published", "the message is in the outbox"));
        } else if (event instanceof SagaEvent.WaitStarted started) {
            return Optional.of(new Note(at, "waiting", "until " + started.endsAt()));
        } else if (event instanceof SagaEvent.WaitEscalated escalated) {
            return Optional.of(new Note(at, "escalated", "to " + escalated.to()));
        } else if (event instanceof SagaEvent.WaitEnded ended) {
            return Optional.of(new Note(at, "over", "by " + ended.via()));
        } else if (event instanceof SagaEvent.WaitRefused refused) {
            return Optional.of(new Note(at, "refused", refused.code() + ": " + refused.message()));
        } else if (event instanceof SagaEvent.ItemsListed listed) {
            return Optional.of(new Note(at, "listed", listed.items().size() + " items"));
        } else if (event instanceof SagaEvent.UndoOrdered) {
            return Optional.of(new Note(at, "undo ordered", "all that is left of it; the saga otherwise goes on"));
        } else if (event instanceof SagaEvent.PartOrdered part) {
            return Optional.of(
                    new Note(at, "part ordered", part.amount() + " of " + part.worth() + " by " + part.part()));
        } else if (event instanceof SagaEvent.UndoWithdrawn withdrawn) {
            return Optional.of(new Note(at, "withdrawn", withdrawn.reason()));
        } else if (event instanceof SagaEvent.StepReopened) {
            return Optional.of(new Note(at, "reopened", "it is begun again"));
        }
        return Optional.empty();
    }

    /** The note about the saga as a whole; empty for events of its end and of operations. */
    static Optional<Note> of(SagaEvent event) {
        Instant at = event.at();
        if (event instanceof SagaEvent.SagaPaused) {
            return Optional.of(new Note(at, "paused", "nothing new is begun"));
        } else if (event instanceof SagaEvent.SagaResumed) {
            return Optional.of(new Note(at, "resumed", ""));
        } else if (event instanceof SagaEvent.DeadlinePassed) {
            return Optional.of(new Note(at, "overdue", "the saga's deadline has passed"));
        } else if (event instanceof SagaEvent.SagaRedriven redriven) {
            return Optional.of(new Note(at, "redriven", "from step " + redriven.from()));
        } else if (event instanceof SagaEvent.SagaMoved moved) {
            return Optional.of(new Note(at, "moved", "to version " + moved.definitionVersion()));
        }
        return Optional.empty();
    }
}
