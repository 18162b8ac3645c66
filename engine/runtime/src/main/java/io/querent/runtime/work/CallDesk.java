package io.querent.runtime.work;

import io.querent.decision.Decision;
import io.querent.decision.FrozenRequest;
import io.querent.decision.KeyProtection;
import io.querent.decision.OperationState;
import io.querent.decision.Owner;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.runtime.call.CallContext;
import io.querent.runtime.call.Calls;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.OperationDefinition;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out one saga's calls and questions and brings what comes of them back as commands. Thread-safe. */
final class CallDesk<I> {
    private static final Logger LOG = LoggerFactory.getLogger(CallDesk.class);

    private static final String SLOT_ENDED =
            "this node's lease on its part of the downstream's cap ended before the call was sent";
    private static final int EVIDENCE_TRIES = 20;
    private static final Duration EVIDENCE_PAUSE = Duration.ofSeconds(5);

    private final EngineParts parts;
    private final SagaDefinition<I> definition;
    private final SagaKey key;
    private final Owner owner;
    private final Lease lease;
    private final Consumer<SagaCommand> tell;
    private final Consumer<SagaCommand> conclude;

    /**
     * @param tell takes what is to be decided
     * @param conclude takes what ends a call or a question; nothing else is done by its thread afterwards
     */
    CallDesk(
            EngineParts parts,
            SagaDefinition<I> definition,
            SagaKey key,
            Owner owner,
            Lease lease,
            Consumer<SagaCommand> tell,
            Consumer<SagaCommand> conclude) {
        this.parts = parts;
        this.definition = definition;
        this.key = key;
        this.owner = owner;
        this.lease = lease;
        this.tell = tell;
        this.conclude = conclude;
    }

    /** What carries out {@code launch}, on a worker. The intent of an attempt is committed by now. */
    Runnable carryOut(Launch launch, SagaState saga) {
        OperationState state = saga.operation(launch.operation());
        OperationDefinition<I, ?, ?> operation =
                definition.operation(launch.operation()).orElseThrow();
        FrozenRequest request = state.request();
        if (request == null) {
            throw new IllegalStateException("operation " + launch.operation() + " has no frozen request");
        }
        CallContext context = CallContexts.of(parts, saga, operation, request, owner);
        if (launch instanceof Launch.Attempt attempt) {
            return () -> perform(attempt, operation, state, context);
        } else if (launch instanceof Launch.Question question) {
            return () -> ask(question, operation, context);
        }
        throw new IllegalStateException("a local transaction is not a call");
    }

    /** Keeps what an attempt said when it can no longer decide anything. */
    void keepAsEvidence(SagaCommand command) {
        if (command instanceof SagaCommand.RecordOutcome late) {
            sendEvidence(new SagaCommand.RecordEvidence(
                    late.operation(), late.attempt(), late.outcome(), owner.node(), late.at()));
        } else if (command instanceof SagaCommand.RecordEvidence evidence) {
            sendEvidence(evidence);
        }
    }

    private void perform(
            Launch.Attempt attempt, OperationDefinition<I, ?, ?> operation, OperationState state, CallContext context) {
        Optional<Outcome<String>> tooLate = tooLate(attempt, operation, state);
        if (tooLate.isPresent()) {
            attempt.permit().giveBack();
            record(attempt, tooLate.get());
            return;
        }
        parts.counters().add(Count.ATTEMPTS_SENT);
        Duration limit = operation.policy().timeLimit();
        parts.calls().perform(operation, context, limit, attempt.permit(), new Calls.Answer() {
            @Override
            public void inTime(Outcome<String> outcome) {
                record(attempt, outcome);
            }

            @Override
            public void late(Outcome<String> outcome) {
                tell.accept(new SagaCommand.RecordEvidence(
                        attempt.operation(), attempt.attempt(), outcome, owner.node(), now()));
            }
        });
    }

    /** The commit of the intent takes as long as the database needs; what allowed the attempt then may have ended meanwhile. */
    private Optional<Outcome<String>> tooLate(
            Launch.Attempt attempt, OperationDefinition<I, ?, ?> operation, OperationState state) {
        if (!lease.holds()) {
            return Optional.of(Outcome.notExecuted("lease-ended", "this node's lease ended before the call was sent"));
        } else if (!attempt.permit().holds()) {
            return Optional.of(Outcome.notExecuted("slot-ended", SLOT_ENDED));
        } else if (!KeyProtection.allowsSend(operation, state, now())) {
            return Optional.of(
                    Outcome.notExecuted("key-not-protected", "the key's protection ended before the call was sent"));
        }
        return Optional.empty();
    }

    private void record(Launch.Attempt attempt, Outcome<String> outcome) {
        if (outcome instanceof Outcome.Unknown) {
            parts.counters().add(Count.OUTCOMES_UNKNOWN);
        }
        conclude.accept(new SagaCommand.RecordOutcome(
                attempt.operation(), attempt.attempt(), outcome, parts.draws().getAsDouble(), now()));
    }

    private void ask(Launch.Question question, OperationDefinition<I, ?, ?> operation, CallContext context) {
        Instant askedAt = now();
        Consumer<QueryAnswer> told = answer -> conclude.accept(new SagaCommand.RecordQueryAnswer(
                question.operation(), answer, askedAt, parts.draws().getAsDouble(), now()));
        if (!question.permit().holds()) {
            question.permit().giveBack();
            told.accept(new QueryAnswer.NotAsked("slot-ended: " + SLOT_ENDED));
            return;
        }
        parts.counters().add(Count.QUESTIONS_ASKED);
        Duration limit = operation.policy().timeLimit();
        parts.calls().ask(operation, context.until(askedAt.plus(limit)), limit, question.permit(), told);
    }

    private void sendEvidence(SagaCommand.RecordEvidence evidence) {
        parts.workers().execute(() -> sendEvidence(evidence, EVIDENCE_TRIES));
    }

    private void sendEvidence(SagaCommand.RecordEvidence evidence, int tries) {
        try {
            if (parts.outside().send(key, evidence) instanceof Decision.Accepted) {
                parts.counters().add(Count.EVIDENCE_KEPT);
            }
        } catch (JournalUnavailableException unavailable) {
            if (tries > 1) {
                parts.workers().later(EVIDENCE_PAUSE, () -> sendEvidence(evidence, tries - 1));
            } else {
                lose(evidence, unavailable);
            }
        } catch (RuntimeException failure) {
            lose(evidence, failure);
        }
    }

    /** What could not be stored is at least in the log. Its payload is not: it may hold what a log must not. */
    private void lose(SagaCommand.RecordEvidence evidence, RuntimeException why) {
        LOG.warn(
                "evidence could not be stored; saga={}, operation={}, attempt={}, outcome={}, because={}",
                key,
                evidence.operation(),
                evidence.attempt(),
                evidence.outcome().getClass().getSimpleName(),
                why.getMessage());
    }

    private Instant now() {
        return parts.clock().instant();
    }
}
