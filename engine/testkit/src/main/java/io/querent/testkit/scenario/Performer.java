package io.querent.testkit.scenario;

import io.querent.decision.FrozenRequest;
import io.querent.decision.QueryAnswer;
import io.querent.runtime.call.CallContext;
import io.querent.saga.OperationDefinition;
import io.querent.saga.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Who carries out sends and questions. */
interface Performer {
    /** Longer than any test. */
    Duration NEVER = Duration.ofDays(36_500);

    /**
     * What comes of a send.
     *
     * @param after how long it takes
     */
    record Reply(Outcome<String> outcome, Duration after) {}

    /** A send at {@code now}. */
    Reply send(OperationDefinition<?, ?, ?> operation, CallContext context, Instant now);

    /** A question at {@code now}; null where no answer comes. */
    @Nullable
    QueryAnswer ask(OperationDefinition<?, ?, ?> operation, CallContext context, FrozenRequest request, Instant now);
}
