package io.querent.decision.world;

import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import org.jspecify.annotations.Nullable;

/**
 * A command that was decided, accepted or not.
 *
 * @param before the state before; null before the saga exists
 */
public record Commit(@Nullable SagaState before, SagaCommand command, Decision decision) {
    /** As a step of a history: when, what was asked, what happened. */
    String describe() {
        StringBuilder text = new StringBuilder(command.at() + " " + command);
        if (decision instanceof Decision.Accepted accepted) {
            accepted.events().forEach(event -> text.append("\n      -> ").append(event));
        } else {
            text.append("\n      -> ").append(decision);
        }
        return text.toString();
    }
}
