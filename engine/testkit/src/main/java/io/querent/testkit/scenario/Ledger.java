package io.querent.testkit.scenario;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.saga.SagaDefinition;
import io.querent.testkit.story.Story;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The saga's history and the state that it leads to. Not thread-safe. */
final class Ledger {
    private final SagaDefinition<?> definition;
    private final List<SagaEvent> events = new ArrayList<>();
    private final List<String> refusals = new ArrayList<>();
    private @Nullable SagaState state;

    Ledger(SagaDefinition<?> definition) {
        this.definition = definition;
    }

    /** Decides the command and keeps what comes of it. */
    Decision decide(SagaCommand command) {
        Decision decision = Decider.decide(definition, state, command);
        if (decision instanceof Decision.Accepted accepted) {
            state = accepted.state();
            events.addAll(accepted.events());
        } else if (decision instanceof Decision.Refused refused) {
            refusals.add("  after " + events.size() + " lines, "
                    + command.getClass().getSimpleName() + " was refused: " + refused.refusal() + ", "
                    + refused.message());
        }
        return decision;
    }

    boolean isStarted() {
        return state != null;
    }

    SagaState state() {
        if (state == null) {
            throw new IllegalStateException("QRT-8052 the saga was not started; say when().start()");
        }
        return state;
    }

    List<SagaEvent> events() {
        return events;
    }

    /** The history for people, and below it what was refused. */
    List<String> story() {
        List<String> lines = new ArrayList<>(Story.of(events));
        lines.addAll(refusals);
        return lines;
    }
}
