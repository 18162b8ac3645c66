package io.querent.receiver.jdbc;

import io.querent.receiver.GuardCounters;
import io.querent.receiver.GuardUnavailableException;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationDecision;
import io.querent.receiver.OperationDecision.Outcome;
import io.querent.receiver.OperationDecision.Verdict;
import io.querent.receiver.OperationStatus;
import io.querent.receiver.OperationTransition;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where people carry out what they decided about operations that were refused or of which nobody knows. Thread-safe. */
public final class OperationDesk {
    private final OwnTransaction transactions;
    private final RecordReads reads;
    private final RecordMoves moves;
    private final Answers answers;
    private final Decisions decisions;

    /** @param results where large bodies lie; null for a table beside the others */
    public OperationDesk(
            Transactions transactions, GuardSettings settings, GuardCounters counters, @Nullable ResultStore results) {
        SqlText sql = SqlText.in(settings.schema());
        this.transactions = new OwnTransaction(transactions, settings, counters);
        this.reads = new RecordReads(sql);
        this.moves = new RecordMoves(sql, counters);
        this.answers = new Answers(sql, settings, results == null ? new TableResultStore(sql) : results);
        this.decisions = new Decisions(sql);
    }

    /**
     * Carries out a decision, once, with its entry in the audit in the same transaction.
     *
     * @throws GuardUnavailableException when the database failed; the same decision may be sent again
     */
    public Outcome decide(OperationDecision decision) {
        try {
            return transactions.run(decision.key(), connection -> carryOut(connection, decision));
        } catch (NotCarriedOutException refused) {
            return refused.outcome();
        } catch (GuardUnavailableException told) {
            throw told;
        } catch (Exception failed) {
            throw GuardUnavailableException.outcomeUnknown(decision.key(), failed);
        }
    }

    /** What was decided about an operation, oldest first. */
    public List<DecisionEntry> decisions(String caller, String key) {
        try {
            return transactions.run(key, connection -> decisions.of(connection, OperationId.of(caller, key)));
        } catch (Exception failed) {
            throw GuardUnavailableException.nothingDone(key, failed);
        }
    }

    private Outcome carryOut(Connection connection, OperationDecision decision) throws Exception {
        transactions.beginWork(connection);
        OperationId id = OperationId.of(decision.caller(), decision.key());
        Optional<Outcome> before = before(connection, id, decision);
        if (before.isPresent()) {
            return before.get();
        }
        Optional<StoredOperation> stored = reads.read(connection, id);
        if (stored.isEmpty()) {
            return Outcome.NOT_FOUND;
        }
        OperationTransition transition =
                transition(decision.verdict(), stored.get().status());
        Move move = Move.leaving(transition, decision.seenToken());
        if (!moves.move(connection, id, transition.to() == OperationStatus.RETRYABLE_FAILED ? now(move) : move)) {
            // The same request at the same time may be what has moved it: its entry is committed with its move.
            Outcome refusal = refusal(stored.get(), decision, transition);
            throw new NotCarriedOutException(before(connection, id, decision).orElse(refusal));
        }
        if (!decisions.write(connection, id, decision, transition, move.tokenAfter())) {
            // The same request at the same time: whoever was first has moved it, so this one cannot have come here.
            throw new SQLException("the decision was written meanwhile", "40001");
        }
        answer(connection, decision, move.tokenAfter());
        return Outcome.DONE;
    }

    /** What the request's id came to before. */
    private Optional<Outcome> before(Connection connection, OperationId id, OperationDecision decision)
            throws SQLException {
        return decisions
                .find(connection, id, decision.requestId())
                .map(entry -> entry.isOf(decision) ? Outcome.DONE_BEFORE : Outcome.REQUEST_ID_REUSED);
    }

    private static Move now(Move move) {
        return move.withPause(Duration.ZERO);
    }

    private void answer(Connection connection, OperationDecision decision, long token) throws Exception {
        OperationAnswer answer = decision.verdict() instanceof Verdict.TookEffect effect
                ? OperationAnswer.succeeded(effect.answer())
                : decision.verdict() instanceof Verdict.Refuse refuse
                        ? OperationAnswer.refused(refuse.code(), refuse.answer())
                        : null;
        if (answer != null) {
            answers.store(connection, decision.caller(), decision.key(), token, answer);
        }
    }

    private static OperationTransition transition(Verdict verdict, OperationStatus status) {
        if (verdict instanceof Verdict.RunAgain) {
            return status == OperationStatus.FAILED ? OperationTransition.RELEASE : OperationTransition.RELEASE_UNKNOWN;
        }
        return verdict instanceof Verdict.TookEffect ? OperationTransition.SETTLE : OperationTransition.SETTLE_REFUSED;
    }

    private static Outcome refusal(StoredOperation stored, OperationDecision decision, OperationTransition transition) {
        boolean moved = stored.token() != decision.seenToken();
        boolean legal = stored.status() == transition.from();
        return moved || legal ? Outcome.MOVED : Outcome.ILLEGAL;
    }
}
