package io.querent.receiver.jdbc;

import io.querent.receiver.Body;
import io.querent.receiver.Execution;
import io.querent.receiver.Fence;
import io.querent.receiver.LeaseLostException;
import io.querent.receiver.NotDoneException;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationStatus;
import io.querent.receiver.OperationTransition;
import io.querent.receiver.OperationWork;
import io.querent.receiver.StaleTokenException;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The ends that long work can come to, each one transaction on the condition that the lease is still ours. */
final class LongEnds {
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

    private final OwnTransaction transactions;
    private final RecordMoves moves;
    private final RecordReads reads;
    private final Attempts attempts;
    private final ShortPath path;
    private final GuardSettings settings;

    LongEnds(
            OwnTransaction transactions,
            RecordMoves moves,
            RecordReads reads,
            Attempts attempts,
            ShortPath path,
            GuardSettings settings) {
        this.transactions = transactions;
        this.moves = moves;
        this.reads = reads;
        this.attempts = attempts;
        this.path = path;
        this.settings = settings;
    }

    /**
     * Writes what the work wants written, with the success.
     *
     * @param transition {@link OperationTransition#COMPLETE} or {@link OperationTransition#FOUND}
     * @param seen what is added to, and has to be given to {@link #leave} when this fails
     * @return the answer as it is stored
     * @throws LeaseLostException when it is not ours any more
     * @throws StaleTokenException when a resource has seen a newer token
     * @throws CompletionFailedException with what the work threw; nothing is written
     */
    OperationAnswer complete(Held held, OperationTransition transition, OperationWork work, SeenTokens seen)
            throws Exception {
        return transactions.run(held.request().key(), connection -> {
            // Of tries that are undone.
            List<Fence> before = seen.all();
            transactions.beginWork(connection);
            if (!moves.move(connection, held.id(), Move.ending(transition, held))) {
                return earlier(connection, held);
            }
            path.fences().raiseAll(connection, held.request().fences(), seen);
            transactions.savepoint(connection);
            OperationAnswer answer =
                    completed(work, new LentTransaction(connection, held.request(), path.fences(), seen));
            boolean refused = answer instanceof OperationAnswer.Refused;
            if (refused) {
                path.answers().refuse(connection, held.id(), held.token());
                path.fences().remember(connection, seen.all());
            } else {
                path.fences().remember(connection, before);
            }
            path.answers().store(connection, held.request(), held.token(), answer);
            OperationStatus end = refused ? OperationStatus.FAILED : transition.to();
            attempts.end(connection, held.id(), held.token(), end, null, null);
            return answer;
        });
    }

    private static OperationAnswer completed(OperationWork work, LentTransaction transaction)
            throws CompletionFailedException {
        try {
            return work.run(transaction);
        } catch (Exception thrown) {
            throw new CompletionFailedException(thrown);
        }
    }

    /** Our own commit, if its answer was lost before this try: nobody else ends it with our token. */
    private OperationAnswer earlier(Connection connection, Held held) throws Exception {
        Optional<StoredOperation> stored = reads.read(connection, held.id());
        if (stored.isPresent() && stored.get().hasEnded() && stored.get().token() == held.token()) {
            Optional<OperationAnswer> answer = path.answers().of(connection, stored.get());
            if (answer.isPresent()) {
                return answer.get();
            }
        }
        throw new LeaseLostException(held.request().key(), held.token());
    }

    /** It certainly took no effect: tried again later, or refused when it is for good or the budget is spent. */
    Execution notDone(Held held, NotDoneException failure) throws Exception {
        Body refusal = failure.refusal();
        if (refusal == null && held.attempt() < settings.mostAttempts()) {
            Duration pause = pauseBefore(held.attempt() + 1);
            leave(held, OperationTransition.FAIL, pause, failure.errorClass(), failure.getMessage(), new SeenTokens());
            return new Execution.InProgress(pause);
        }
        OperationAnswer answer = refusal == null
                ? OperationAnswer.refused("ATTEMPTS_SPENT", Body.json("{\"code\":\"ATTEMPTS_SPENT\"}"))
                : OperationAnswer.refused(failure.errorClass(), refusal);
        transactions.run(held.request().key(), connection -> {
            transactions.beginWork(connection);
            Move refuse =
                    Move.ending(OperationTransition.REFUSE, held).withError(failure.errorClass(), failure.getMessage());
            if (!moves.move(connection, held.id(), refuse)) {
                return earlier(connection, held);
            }
            path.fences().remember(connection, held.request().fences());
            path.answers().store(connection, held.request(), held.token(), answer);
            attempts.end(
                    connection,
                    held.id(),
                    held.token(),
                    OperationTransition.REFUSE.to(),
                    failure.errorClass(),
                    failure.getMessage());
            return answer;
        });
        return new Execution.Applied(answer);
    }

    /**
     * Nobody holds it from then on. Who was at resources is kept in the same transaction, also when it is not ours any more.
     *
     * @param seen beside the request's own fences
     * @throws LeaseLostException when it is not ours any more
     */
    void leave(
            Held held,
            OperationTransition transition,
            @Nullable Duration pause,
            String errorClass,
            @Nullable String error,
            SeenTokens seen)
            throws Exception {
        boolean left = transactions.run(held.request().key(), connection -> {
            transactions.beginWork(connection);
            Move leave = Move.ending(transition, held).withError(errorClass, error);
            boolean moved = moves.move(connection, held.id(), pause == null ? leave : leave.withPause(pause));
            boolean ours = moved || isLeft(connection, held, transition);
            path.fences().remember(connection, held.request().fences());
            path.fences().remember(connection, seen.all());
            if (ours) {
                attempts.end(connection, held.id(), held.token(), transition.to(), errorClass, error);
            }
            return ours;
        });
        if (!left) {
            throw new LeaseLostException(held.request().key(), held.token());
        }
    }

    /** By our own commit, whose answer was lost. */
    private boolean isLeft(Connection connection, Held held, OperationTransition transition) throws Exception {
        Optional<StoredOperation> stored = reads.read(connection, held.id());
        return stored.isPresent()
                && stored.get().token() == held.token()
                && stored.get().status() == transition.to()
                && stored.get().owner() == null;
    }

    /** What nobody knew about is known to have had no effect: it is ours to do. */
    Held beginAfterAll(Held asked) throws Exception {
        Held held = asked.nextAttempt();
        transactions.run(held.request().key(), connection -> {
            transactions.beginWork(connection);
            Move begin = new Move(
                    OperationTransition.FOUND_NOTHING,
                    held.token(),
                    held.owner(),
                    settings.lease(),
                    null,
                    false,
                    true,
                    null,
                    null);
            if (!moves.move(connection, held.id(), begin)) {
                throw new LeaseLostException(held.request().key(), held.token());
            }
            attempts.begin(connection, held);
            return held;
        });
        return held;
    }

    /** Drawn at random from nothing to twice as much as before the last one, so that those who failed together do not come together. */
    private Duration pauseBefore(int attempt) {
        long longest = settings.retryDelay().toMillis() << Math.min(30, attempt - 2);
        long bounded = Math.min(LONGEST_PAUSE.toMillis(), Math.max(1, longest));
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(bounded) + 1);
    }
}
