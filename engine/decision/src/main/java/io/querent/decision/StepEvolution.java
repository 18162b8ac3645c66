package io.querent.decision;

import static io.querent.decision.OperationStatus.AWAITING;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SKIPPED;
import static io.querent.decision.OperationStatus.SUCCEEDED;

import java.time.Instant;

/** How the events of steps that the engine decides by itself change them. Pure. */
final class StepEvolution {
    private StepEvolution() {}

    /** Whether the event is one of such a step. */
    static boolean concerns(SagaEvent.OperationEvent event) {
        return event instanceof SagaEvent.StepSkipped
                || event instanceof SagaEvent.BranchChosen
                || event instanceof SagaEvent.MessagePublished
                || event instanceof SagaEvent.WaitStarted
                || event instanceof SagaEvent.WaitEscalated
                || event instanceof SagaEvent.WaitEnded
                || event instanceof SagaEvent.WaitRefused
                || event instanceof SagaEvent.StepReopened
                || event instanceof SagaEvent.ItemsListed;
    }

    static OperationState evolve(OperationState step, SagaEvent.OperationEvent event) {
        if (event instanceof SagaEvent.StepSkipped skipped) {
            return step.conclude(
                    OperationLifecycle.move(step, event, SKIPPED),
                    new Conclusion.Refused("skipped", skipped.reason(), false));
        } else if (event instanceof SagaEvent.BranchChosen chosen) {
            return step.conclude(
                    OperationLifecycle.move(step, event, SUCCEEDED),
                    new Conclusion.Result(JsonText.quoted(chosen.branch())));
        } else if (event instanceof SagaEvent.MessagePublished published) {
            return step.freeze(published.request())
                    .conclude(OperationLifecycle.move(step, event, SUCCEEDED), new Conclusion.Result("{}"));
        } else if (event instanceof SagaEvent.WaitEnded ended) {
            return step.conclude(
                    OperationLifecycle.move(step, event, SUCCEEDED), new Conclusion.Result(ended.result()));
        } else if (event instanceof SagaEvent.WaitRefused refused) {
            return step.conclude(
                    OperationLifecycle.move(step, event, REJECTED),
                    new Conclusion.Refused(refused.code(), refused.message(), false));
        }
        return await(step, event);
    }

    private static OperationState await(OperationState step, SagaEvent.OperationEvent event) {
        if (event instanceof SagaEvent.WaitStarted started) {
            return awaiting(step, event, Waiting.NOTHING.awaiting(0, started.dueAt(), started.at(), started.endsAt()));
        } else if (event instanceof SagaEvent.WaitEscalated escalated) {
            Waiting waiting = step.waiting();
            return awaiting(step, event, waiting.asked(escalated.level(), escalated.dueAt()));
        } else if (event instanceof SagaEvent.ItemsListed) {
            return awaiting(step, event, Waiting.NOTHING);
        } else if (event instanceof SagaEvent.StepReopened) {
            return step.with(OperationLifecycle.move(step, event, PLANNED), Attempts.NONE, Waiting.NOTHING);
        }
        throw new IllegalStateException("no evolution for " + event.getClass().getSimpleName());
    }

    private static OperationState awaiting(OperationState step, SagaEvent.OperationEvent event, Waiting waiting) {
        return step.with(OperationLifecycle.move(step, event, AWAITING), step.attempts(), waiting);
    }

    /** When the wait began; its escalations count from here. */
    static Instant beganAt(OperationState step) {
        Instant since = step.waiting().askingSince();
        if (since == null) {
            throw new IllegalStateException("step " + step.name() + " waits for no time");
        }
        return since;
    }

    /** When the wait ends. */
    static Instant endsAt(OperationState step) {
        Instant end = step.waiting().absentFrom();
        if (end == null) {
            throw new IllegalStateException("step " + step.name() + " waits for no time");
        }
        return end;
    }
}
