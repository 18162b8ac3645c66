package io.querent.decision.world;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.saga.SagaDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What was committed: events, the state they lead to, and the token of the latest owner. Survives every crash. */
final class Journal {
    private final SagaDefinition<?> definition;
    private final Consumer<Commit> watch;
    private final List<SagaEvent> events = new ArrayList<>();
    private final List<Commit> history = new ArrayList<>();
    private @Nullable SagaState state;

    Journal(SagaDefinition<?> definition, Consumer<Commit> watch) {
        this.definition = definition;
        this.watch = watch;
    }

    /** Decides a command and commits what comes of it. */
    Decision submit(SagaCommand command) {
        SagaState before = state;
        Decision decision = Decider.decide(definition, before, command);
        if (decision instanceof Decision.Accepted accepted) {
            events.addAll(accepted.events());
            state = accepted.state();
        }
        Commit commit = new Commit(before, command, decision);
        history.add(commit);
        watch.accept(commit);
        return decision;
    }

    /** Memory is lost: a standby that was behind takes over. */
    void forget() {
        events.clear();
        state = null;
    }

    Optional<SagaState> state() {
        return Optional.ofNullable(state);
    }

    List<SagaEvent> events() {
        return List.copyOf(events);
    }

    List<Commit> history() {
        return history;
    }

    String describe() {
        return history.stream().map(Commit::describe).collect(Collectors.joining("\n", "\n", "\n"));
    }
}
