package io.querent.decision.preview;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.saga.SagaDefinition;
import java.util.List;

/** What would come of a decision. */
public sealed interface Preview {
    /** The decision would be refused: with the words with which it is. */
    record Refused(Decision.Refusal refusal, String message) implements Preview {}

    /**
     * The decision would be accepted.
     *
     * @param waves what would be done, in order, when everybody answers yes
     * @param skipped steps that nothing would be done about
     * @param waits what it would wait for beside answers: calls in flight, people, times; in words
     * @param end where the saga would stand after that
     */
    record Foreseen(List<Wave> waves, List<SkippedStep> skipped, List<String> waits, SagaStatus end)
            implements Preview {
        public Foreseen {
            waves = List.copyOf(waves);
            skipped = List.copyOf(skipped);
            waits = List.copyOf(waits);
        }
    }

    /**
     * Looks ahead. Nothing is stored and nobody is called but the user's own functions.
     *
     * @param state the saga as it is stored
     * @param command the decision; its time is now
     */
    static Preview of(
            SagaDefinition<?> definition, SagaState state, SagaCommand.Decide command, UserFunctions functions) {
        Decision decision = Decider.decide(definition, state, command);
        if (decision instanceof Decision.Accepted accepted) {
            Rehearsal rehearsal = new Rehearsal(definition, accepted.state(), functions, command.at());
            rehearsal.play();
            List<SkippedStep> skipped = new Skips(definition, state, rehearsal).of(command.decision());
            return new Foreseen(rehearsal.waves(), skipped, rehearsal.waits(), rehearsal.status());
        }
        Decision.Refused refused = (Decision.Refused) decision;
        return new Refused(refused.refusal(), refused.message());
    }
}
