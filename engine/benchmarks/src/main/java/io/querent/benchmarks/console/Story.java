package io.querent.benchmarks.console;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.FrozenRequest;
import io.querent.decision.Owner;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Appends;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.OperationAmounts;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal;
import io.querent.saga.Amount;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A saga that is decided by the real core and written through the real journal, its time told and not waited for. Not thread-safe. */
final class Story {
    static final String NODE = "node-1";

    private static final String HASH = "v1:" + "0".repeat(64);
    private static final Duration BETWEEN_EVENTS = Duration.ofMinutes(5);
    private static final OperationAmounts AMOUNTS =
            (definition, state, operation) -> Optional.of(Amount.of("120.50", "EUR"));

    private final SagaDefinition<?> definition;
    private final SagaKey key;
    private final String request;
    private final List<SagaEvent> untold = new ArrayList<>();
    private @Nullable SagaState told;
    private @Nullable SagaState state;
    private Instant now;

    Story(SagaDefinition<?> definition, SagaKey key, Instant begun) {
        this.definition = definition;
        this.key = key;
        this.now = begun;
        this.request = ("{\"number\":\"%s\",\"amount\":120.50,\"currency\":\"EUR\",\"merchant\":\"m-1\","
                        + "\"account\":\"DE89370400440532013000\"}")
                .formatted(key.businessKey().value());
        decide(new SagaCommand.StartSaga(key, request, HASH, false, now));
    }

    Story sends(String operation) {
        decide(new SagaCommand.StartAttempt(operation, new FrozenRequest(request, HASH), new Owner(NODE, 1), 0.5, now));
        return this;
    }

    Story tries(String operation, Outcome<String> outcome) {
        sends(operation);
        decide(new SagaCommand.RecordOutcome(operation, attempts(operation), outcome, 0.5, now));
        return this;
    }

    Story succeeds(String operation) {
        return tries(operation, Outcome.succeeded("{\"reference\":\"booked-and-settled\"}"));
    }

    Story asks(String operation, QueryAnswer answer) {
        decide(new SagaCommand.RecordQueryAnswer(operation, answer, now, 0.5, now));
        return this;
    }

    /** Writes what has happened since it was last written. */
    void write(SagaJournal journal, Possession possession) {
        SagaState after = current();
        Guard guard = told == null ? new Guard.New(definition.version(), HASH) : new Guard.Version(told.version());
        Append append = Appends.of(definition, AMOUNTS, guard, told, List.copyOf(untold), after, possession);
        AppendResult result = journal.append(append).toCompletableFuture().join();
        if (!(result instanceof AppendResult.Appended)) {
            throw new IllegalStateException(key + " was not stored: " + result);
        }
        told = after;
        untold.clear();
    }

    private int attempts(String operation) {
        return current().operation(operation).attempts().started();
    }

    private SagaState current() {
        if (state == null) {
            throw new IllegalStateException("it has not begun");
        }
        return state;
    }

    private void decide(SagaCommand command) {
        if (!(Decider.decide(definition, state, command) instanceof Decision.Accepted accepted)) {
            throw new IllegalStateException("the core refuses " + command + " after " + state);
        }
        untold.addAll(accepted.events());
        state = accepted.state();
        now = now.plus(BETWEEN_EVENTS);
    }
}
