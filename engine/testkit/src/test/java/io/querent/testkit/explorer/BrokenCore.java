package io.querent.testkit.explorer;

import io.querent.decision.Decision;
import io.querent.decision.Effect;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The real core with one thing wrong. As it stands nothing is: each mutant overrides what it breaks. */
class BrokenCore implements Core {
    private final Core real = new DecisionCore();

    @Override
    public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
        return real.decide(definition, state, command);
    }

    @Override
    public SagaState evolve(@Nullable SagaState state, SagaEvent event) {
        return real.evolve(state, event);
    }

    @Override
    public List<Effect> effects(SagaDefinition<?> definition, SagaState state, Instant now) {
        return real.effects(definition, state, now);
    }

    @Override
    public String key(SagaDefinition<?> definition, SagaState state, String operation) {
        return real.key(definition, state, operation);
    }

    @Override
    public boolean admits(long token, long latest) {
        return real.admits(token, latest);
    }

    /** What the real core makes of {@code command}. */
    final Decision properly(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
        return real.decide(definition, state, command);
    }

    /** What the real core makes of several commands in one commit. */
    final Decision properly(SagaDefinition<?> definition, SagaState state, List<? extends SagaCommand> commands) {
        SagaState now = state;
        List<SagaEvent> events = new ArrayList<>();
        for (SagaCommand command : commands) {
            if (real.decide(definition, now, command) instanceof Decision.Accepted accepted) {
                events.addAll(accepted.events());
                now = accepted.state();
            }
        }
        return new Decision.Accepted(events, now);
    }

    /** These events, as if the core had decided so. */
    final Decision decided(@Nullable SagaState state, List<SagaEvent> events) {
        SagaState now = state;
        for (SagaEvent event : events) {
            now = real.evolve(now, event);
        }
        if (now == null) {
            throw new IllegalArgumentException("no events and no state");
        }
        return new Decision.Accepted(events, now);
    }

    /** The same decision with each event replaced. */
    final Decision replaced(
            @Nullable SagaState state, Decision decision, Function<SagaEvent, List<SagaEvent>> replacement) {
        return decision instanceof Decision.Accepted accepted
                ? decided(
                        state,
                        accepted.events().stream()
                                .flatMap(event -> replacement.apply(event).stream())
                                .toList())
                : decision;
    }

    /** An intent that the real core would not decide on. */
    static SagaEvent begin(SagaDefinition<?> definition, SagaState state, SagaCommand.StartAttempt command) {
        int number = state.operation(command.operation()).attempts().started() + 1;
        return new SagaEvent.AttemptStarted(
                command.operation(),
                number,
                state.operation(command.operation()).request() == null ? command.request() : null,
                command.owner().token(),
                command.owner().node(),
                command.at()
                        .plus(definition
                                .operation(command.operation())
                                .orElseThrow()
                                .policy()
                                .timeLimit()),
                command.at());
    }
}
