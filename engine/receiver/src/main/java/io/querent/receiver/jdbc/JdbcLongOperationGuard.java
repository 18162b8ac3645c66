package io.querent.receiver.jdbc;

import io.querent.receiver.Execution;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.GuardUnavailableException;
import io.querent.receiver.LeaseLostException;
import io.querent.receiver.LongOperationGuard;
import io.querent.receiver.LongWork;
import io.querent.receiver.NotDoneException;
import io.querent.receiver.OperationRequest;
import io.querent.receiver.OperationTransition;
import io.querent.receiver.OperationWork;
import io.querent.receiver.Resolution;
import io.querent.receiver.Resolver;
import io.querent.receiver.StaleTokenException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Long work on PostgreSQL. Thread-safe; one for a process and schema will do. Closing it ends the heartbeat. */
public final class JdbcLongOperationGuard implements LongOperationGuard, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcLongOperationGuard.class);
    private static final AtomicInteger GUARDS = new AtomicInteger();

    private final GuardSettings settings;
    private final GuardCounters counters;
    private final OwnTransaction transactions;
    private final LongClaims claims;
    private final LongEnds ends;
    private final TokenMemory memory;
    private final Heartbeats heartbeats;
    private final KeyFlights flights;

    /**
     * A guard of your making.
     *
     * @param transactions in which claims and ends are written
     * @param counters of its own, or shared with others
     * @param results where large bodies lie; null for a table beside the others
     */
    public JdbcLongOperationGuard(
            Transactions transactions, GuardSettings settings, GuardCounters counters, @Nullable ResultStore results) {
        this(transactions, settings, counters, results, SqlText.in(settings.schema()));
    }

    JdbcLongOperationGuard(
            Transactions transactions,
            GuardSettings settings,
            GuardCounters counters,
            @Nullable ResultStore results,
            SqlText sql) {
        // Two guards of one process may be given one name, and must not take each other's leases for their own.
        String owner = settings.owner() + "/" + GUARDS.incrementAndGet();
        this.settings = settings;
        this.counters = counters;
        this.transactions = new OwnTransaction(transactions, settings, counters);
        ShortPath path = new ShortPath(
                new ShortClaim(sql, settings),
                new Fences(sql),
                new Answers(sql, settings, results == null ? new TableResultStore(sql) : results),
                settings.retryAfter());
        RecordMoves moves = new RecordMoves(sql, counters);
        Attempts attempts = new Attempts(sql);
        this.claims = new LongClaims(new LongClaim(sql, settings), moves, attempts, path, settings, owner);
        this.ends = new LongEnds(this.transactions, moves, new RecordReads(sql), attempts, path, settings);
        this.memory = new TokenMemory(this.transactions, path.fences());
        this.heartbeats = new Heartbeats(transactions, sql, settings, counters);
        this.flights = new KeyFlights(settings.waitForHolder(), settings.retryAfter());
    }

    @Override
    public Execution execute(OperationRequest request, LongWork work, Resolver resolver) {
        try {
            return counters.counted(flights.run(request, () -> run(request, work, resolver)));
        } catch (LeaseLostException | GuardUnavailableException told) {
            throw told;
        } catch (InterruptedException waited) {
            // Of the wait for another caller of the key alone: work that is interrupted is in doubt.
            Thread.currentThread().interrupt();
            throw GuardUnavailableException.interrupted(request.key(), waited);
        } catch (Exception failed) {
            if (!SqlFailure.isDatabase(failed) && failed instanceof RuntimeException refused) {
                throw refused;
            }
            throw GuardUnavailableException.outcomeUnknown(request.key(), failed);
        }
    }

    private Execution run(OperationRequest request, LongWork work, Resolver resolver) throws Exception {
        long sentAt = System.nanoTime();
        LongClaims.Result claim = claim(request);
        if (claim instanceof LongClaims.Result.Told told) {
            return told.execution();
        } else if (claim instanceof LongClaims.Result.FindOut findOut) {
            counters.takenOver();
            return findOut(keep(findOut.held(), sentAt), work, resolver);
        }
        return work(keep(((LongClaims.Result.Begin) claim).held(), sentAt), work);
    }

    private LongClaims.Result claim(OperationRequest request) throws Exception {
        AtomicReference<LongClaims.@Nullable Result> earlier = new AtomicReference<>();
        try {
            return transactions.run(request.key(), connection -> {
                LongClaims.Result result = claims.claim(connection, request, earlier.get());
                earlier.set(result);
                return result;
            });
        } catch (SQLException failed) {
            if (SqlFailure.isLockTimeout(failed)) {
                return new LongClaims.Result.Told(new Execution.InProgress(settings.retryAfter()));
            }
            throw GuardUnavailableException.nothingDone(request.key(), failed);
        }
    }

    private Execution work(RenewableLease lease, LongWork work) throws Exception {
        Held held = lease.held();
        OperationWork completion;
        try {
            completion = work.run(lease);
        } catch (NotDoneException notDone) {
            heartbeats.letGo(lease);
            return ends.notDone(held, notDone);
        } catch (Throwable unproven) {
            return doubt(lease, OperationTransition.DOUBT, unproven, new SeenTokens());
        }
        return complete(lease, OperationTransition.COMPLETE, completion);
    }

    private Execution findOut(RenewableLease lease, LongWork work, Resolver resolver) throws Exception {
        Resolution resolution;
        try {
            resolution = resolver.resolve(lease);
        } catch (Exception failed) {
            resolution = new Resolution.CannotTell(failed.toString());
        } catch (Throwable broken) {
            return doubt(lease, OperationTransition.STILL_UNKNOWN, broken, new SeenTokens());
        }
        heartbeats.letGo(lease);
        if (resolution instanceof Resolution.Found found) {
            Execution end = complete(lease, OperationTransition.FOUND, found.completion());
            return end instanceof Execution.Applied applied ? new Execution.Replayed(applied.answer()) : end;
        } else if (resolution instanceof Resolution.NothingHappened) {
            long sentAt = System.nanoTime();
            return work(keep(ends.beginAfterAll(lease.held()), sentAt), work);
        } else if (resolution instanceof Resolution.StillOpen open) {
            leave(lease, open.askAgainAfter(), "STILL_OPEN", null);
            return new Execution.InProgress(open.askAgainAfter());
        }
        leave(lease, settings.retryAfter(), "CANNOT_TELL", ((Resolution.CannotTell) resolution).evidence());
        return new Execution.InReview();
    }

    private void leave(RenewableLease lease, Duration askAgainAfter, String errorClass, @Nullable String error)
            throws Exception {
        ends.leave(lease.held(), OperationTransition.STILL_UNKNOWN, askAgainAfter, errorClass, error, new SeenTokens());
    }

    private Execution complete(RenewableLease lease, OperationTransition transition, OperationWork completion)
            throws Exception {
        // From here on the row's own lock keeps others out.
        heartbeats.letGo(lease);
        SeenTokens seen = new SeenTokens();
        try {
            return new Execution.Applied(ends.complete(lease.held(), transition, completion, seen));
        } catch (LeaseLostException | GuardUnavailableException told) {
            // Our own: the completion's come wrapped, and say nothing of this lease, nor that nothing was done.
            memory.keepDespite(told, lease.key(), seen);
            throw told;
        } catch (Throwable failed) {
            Throwable cause = CompletionFailedException.of(failed);
            Execution inReview = doubt(lease, after(transition), cause, seen);
            // What is outside was done; only what was to be written here is refused.
            return cause instanceof StaleTokenException stale ? new Execution.Stale(stale.fence()) : inReview;
        }
    }

    private static OperationTransition after(OperationTransition transition) {
        return transition == OperationTransition.FOUND ? OperationTransition.STILL_UNKNOWN : OperationTransition.DOUBT;
    }

    /** An error is nothing to go on from, but who comes next must find that nobody holds the operation and nobody knows. */
    private Execution doubt(RenewableLease lease, OperationTransition transition, Throwable cause, SeenTokens seen)
            throws Exception {
        heartbeats.letGo(lease);
        LOG.warn(
                "what became of an operation is not known; key={}, token={}, found={}",
                lease.key(),
                lease.token(),
                cause.toString());
        LOG.debug("what became of {} is not known", lease.key(), cause);
        String state = SqlFailure.state(cause).orElse(cause.getClass().getSimpleName());
        try {
            ends.leave(lease.held(), transition, settings.retryAfter(), state, cause.toString(), seen);
        } catch (Exception unwritten) {
            if (cause instanceof Error) {
                cause.addSuppressed(unwritten);
            } else {
                throw unwritten;
            }
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return new Execution.InReview();
    }

    private RenewableLease keep(Held held, long sentAtNanos) {
        RenewableLease lease = new RenewableLease(held, settings.lease(), sentAtNanos);
        heartbeats.keep(lease);
        return lease;
    }

    @Override
    public void close() {
        heartbeats.close();
    }
}
