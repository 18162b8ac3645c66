package io.querent.benchmarks.recovery;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.FrozenRequest;
import io.querent.decision.Owner;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Appends;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Fills a database with sagas as a node would have left them, decided by the real core and written through the real journal. */
final class Filling {
    static final String DEAD_NODE = "dead";

    private static final int MOST_IN_FLIGHT = 4_000;
    private static final String HASH = "v1:" + "0".repeat(64);

    private final SagaJournal journal;
    private final SagaDefinition<?> definition;
    private final Semaphore room = new Semaphore(MOST_IN_FLIGHT);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Filling(SagaJournal journal, SagaDefinition<?> definition) {
        this.journal = journal;
        this.definition = definition;
    }

    /** Sagas that back off for hours. */
    void waiting(int number) throws InterruptedException {
        Outcome<String> busy = Outcome.notExecuted("busy", "come back later", Duration.ofHours(1));
        for (int i = 0; i < number; i++) {
            append("waiting-" + i, busy, new Possession.DueIn(Duration.ofHours(1)));
        }
        awaitAll();
    }

    /** Sagas whose call was in flight when their node died; its lease lasts so long from now. */
    void inFlight(int number, Duration lease) throws InterruptedException {
        for (int i = 0; i < number; i++) {
            append("in-flight-" + i, null, new Possession.Take(DEAD_NODE, lease));
        }
        awaitAll();
    }

    private void append(String number, @Nullable Outcome<String> outcome, Possession possession)
            throws InterruptedException {
        SagaKey key = SagaKey.of(definition.name(), number);
        Instant now = Instant.now();
        List<SagaEvent> events = new ArrayList<>();
        String payment = "{\"number\":\"" + number + "\"}";
        SagaState state = decide(null, new SagaCommand.StartSaga(key, payment, HASH, false, now), events);
        state = decide(
                state,
                new SagaCommand.StartAttempt(
                        RecoverySaga.STEP, new FrozenRequest(payment, HASH), new Owner(DEAD_NODE, 1), 0.5, now),
                events);
        if (outcome != null) {
            state = decide(state, new SagaCommand.RecordOutcome(RecoverySaga.STEP, 1, outcome, 0.5, now), events);
        }
        room.acquire();
        CompletableFuture<AppendResult> appended = journal.append(Appends.of(
                        definition, new Guard.New(definition.version(), HASH), null, events, state, possession))
                .toCompletableFuture();
        appended.whenComplete((result, wrong) -> {
            room.release();
            if (wrong != null) {
                failure.compareAndSet(null, wrong);
            } else if (!(result instanceof AppendResult.Appended)) {
                failure.compareAndSet(null, new IllegalStateException(key + " was not stored: " + result));
            }
        });
    }

    private SagaState decide(@Nullable SagaState before, SagaCommand command, List<SagaEvent> events) {
        if (Decider.decide(definition, before, command) instanceof Decision.Accepted accepted) {
            events.addAll(accepted.events());
            return accepted.state();
        }
        throw new IllegalStateException("the core refuses " + command);
    }

    private void awaitAll() throws InterruptedException {
        room.acquire(MOST_IN_FLIGHT);
        room.release(MOST_IN_FLIGHT);
        Throwable wrong = failure.get();
        if (wrong != null) {
            throw new IllegalStateException("the database could not be filled", wrong);
        }
    }
}
