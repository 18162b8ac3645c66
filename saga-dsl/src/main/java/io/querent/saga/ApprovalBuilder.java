package io.querent.saga;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Describes a wait for a person's approval. It stands in the review queue; the decision is audited like every other. Without one in time
 * the step is refused as {@code timed-out}. Not thread-safe.
 *
 * @param <I> type of the saga's input
 */
public final class ApprovalBuilder<I> extends PlaceBuilder<I, ApprovalBuilder<I>> {
    private final List<WaitDefinition.Escalation> escalations = new ArrayList<>();

    ApprovalBuilder(String saga, String step) {
        super(new StepSketch<>(saga, step, Approval.class));
        sketch.needsNoUndo = true;
    }

    @Override
    ApprovalBuilder<I> self() {
        return this;
    }

    /**
     * Whom else to turn to when nobody has decided for some time; later than the one before, and before the end.
     *
     * @param after time since the step started
     * @param to who, as people read it in the review queue
     */
    public ApprovalBuilder<I> escalate(Duration after, String to) {
        sketch.requireText("escalate", to);
        Limits.wait(sketch, "escalate", after);
        if (!escalations.isEmpty()
                && escalations.get(escalations.size() - 1).after().compareTo(after) >= 0) {
            throw SagaDefinitionException.budget(
                    sketch.saga, sketch.name, "escalate(" + after + ", …) must be later than the one before");
        }
        escalations.add(new WaitDefinition.Escalation(after, to));
        return this;
    }

    /** How long a decision is waited for from when the step starts; 1 ms to 366 days. */
    public Described<I> within(Duration time) {
        Limits.wait(sketch, "within", time);
        if (!escalations.isEmpty()
                && escalations.get(escalations.size() - 1).after().compareTo(time) >= 0) {
            throw SagaDefinitionException.budget(
                    sketch.saga, sketch.name, "escalate(...) must come before within(" + time + ")");
        }
        return new Described<>(sketch.define(new WaitDefinition<>(
                WaitDefinition.Kind.APPROVAL, new WaitDefinition.End.After<>(time), escalations, null)));
    }
}
