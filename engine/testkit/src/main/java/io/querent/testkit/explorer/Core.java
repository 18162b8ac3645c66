package io.querent.testkit.explorer;

import io.querent.decision.Decision;
import io.querent.decision.Effect;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is explored: the decision core, and the two things that storage and calls add to it. Narrow, so that tests can break it. */
interface Core {
    /** Decides a command; see {@link io.querent.decision.Decider}. */
    Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command);

    /** The state after an event; see {@link io.querent.decision.Evolution}. */
    SagaState evolve(@Nullable SagaState state, SagaEvent event);

    /** What to do now; see {@link io.querent.decision.Effects}. */
    List<Effect> effects(SagaDefinition<?> definition, SagaState state, Instant now);

    /** The key under which the next attempt of the operation goes out. */
    String key(SagaDefinition<?> definition, SagaState state, String operation);

    /** Whether storage takes what the holder of {@code token} appends while {@code latest} is the saga's token. */
    boolean admits(long token, long latest);
}
