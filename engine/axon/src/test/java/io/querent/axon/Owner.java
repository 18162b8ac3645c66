package io.querent.axon;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.FrozenRequest;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Appends;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.Outcome;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Plays the worker that owns sagas: decides by the core and appends to the journal directly, behind Axon's back. */
final class Owner {
    static final String NODE = "node-1";
    static final Instant START = Instant.parse("2026-11-29T10:00:00Z");

    private final SagaJournal journal;

    Owner(SagaJournal journal) {
        this.journal = journal;
    }

    SagaKey start(String number) {
        SagaKey key = Payments.key(number);
        assertThat(startAsync(number).toCompletableFuture().join()).isInstanceOf(AppendResult.Appended.class);
        return key;
    }

    CompletionStage<AppendResult> startAsync(String number) {
        SagaKey key = Payments.key(number);
        Decision.Accepted accepted = (Decision.Accepted) Decider.decide(
                Payments.DEFINITION,
                null,
                new SagaCommand.StartSaga(key, "{\"number\":\"" + number + "\"}", "v1:0", false, START));
        return journal.append(Appends.of(
                Payments.DEFINITION,
                new Guard.New(1, "v1:0"),
                null,
                accepted.events(),
                accepted.state(),
                new Possession.Take(NODE, Duration.ofMinutes(10))));
    }

    void attempt(SagaKey key, String operation) {
        decide(key, attemptOf(operation));
    }

    static SagaCommand attemptOf(String operation) {
        return new SagaCommand.StartAttempt(
                operation,
                new FrozenRequest("\"request\"", "v1:1"),
                new io.querent.decision.Owner(NODE, 1),
                0.5,
                START.plusSeconds(1));
    }

    void record(SagaKey key, String operation, Outcome<String> outcome) {
        decide(key, new SagaCommand.RecordOutcome(operation, 1, outcome, 0.5, START.plusSeconds(2)));
    }

    /** Starts a saga and runs it to its end: six events. */
    SagaKey complete(String number) {
        SagaKey key = start(number);
        for (String operation : new String[] {Payments.RESERVE, Payments.TRANSFER}) {
            attempt(key, operation);
            record(key, operation, Outcome.succeeded("\"done\""));
        }
        return key;
    }

    /** Starts a saga and leaves its first step unknown: three events. */
    SagaKey unknown(String number) {
        SagaKey key = start(number);
        attempt(key, Payments.RESERVE);
        record(key, Payments.RESERVE, Outcome.unknown("no answer"));
        return key;
    }

    /** Decides and appends a command as the owner. */
    void decide(SagaKey key, SagaCommand command) {
        StoredSaga stored = journal.find(key.id()).orElseThrow();
        SagaState before = stored.state();
        Decision.Accepted accepted = (Decision.Accepted) Decider.decide(Payments.DEFINITION, before, command);
        Possession possession = accepted.state().end() == null ? new Possession.Keep() : new Possession.Rest();
        append(before, accepted, possession);
    }

    /** Gives the saga up for others to take after {@code delay}. */
    void letGo(SagaKey key, Duration delay) {
        SagaState state = journal.find(key.id()).orElseThrow().state();
        append(state, new Decision.Accepted(List.of(), state), new Possession.DueIn(delay));
    }

    private void append(SagaState before, Decision.Accepted accepted, Possession possession) {
        Append append = Appends.of(
                Payments.DEFINITION,
                new Guard.Owned(NODE, 1, before.version()),
                before,
                accepted.events(),
                accepted.state(),
                possession);
        assertThat(journal.append(append).toCompletableFuture().join()).isInstanceOf(AppendResult.Appended.class);
    }
}
