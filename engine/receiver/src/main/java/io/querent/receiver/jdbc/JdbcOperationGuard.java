package io.querent.receiver.jdbc;

import io.querent.receiver.Execution;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.GuardUnavailableException;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationGuard;
import io.querent.receiver.OperationRecord;
import io.querent.receiver.OperationRequest;
import io.querent.receiver.OperationWork;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The guard on PostgreSQL. Its tables are made by {@link ReceiverSchema#migrate}. Thread-safe; one for a process and schema will do. */
public final class JdbcOperationGuard implements OperationGuard {
    private final Transactions transactions;
    private final GuardSettings settings;
    private final GuardCounters counters;
    private final ShortPath path;
    private final RecordReads reads;
    private final TokenMemory memory;
    private final KeyFlights flights;

    /** On connections of a data source, with the settings that fit most. */
    public JdbcOperationGuard(DataSource dataSource) {
        this(new JdbcTransactions(dataSource), GuardSettings.defaults(), new GuardCounters(), null);
    }

    /**
     * A guard of your making.
     *
     * @param transactions in which operations take effect
     * @param counters of its own, or shared with others
     * @param results where large bodies lie; null for a table beside the others
     */
    public JdbcOperationGuard(
            Transactions transactions, GuardSettings settings, GuardCounters counters, @Nullable ResultStore results) {
        this(transactions, settings, counters, results, SqlText.in(settings.schema()));
    }

    JdbcOperationGuard(
            Transactions transactions,
            GuardSettings settings,
            GuardCounters counters,
            @Nullable ResultStore results,
            SqlText sql) {
        this.transactions = transactions;
        this.settings = settings;
        this.counters = counters;
        this.path = new ShortPath(
                new ShortClaim(sql, settings),
                new Fences(sql),
                new Answers(sql, settings, results == null ? new TableResultStore(sql) : results),
                settings.retryAfter());
        this.reads = new RecordReads(sql);
        this.memory = new TokenMemory(new OwnTransaction(transactions, settings, counters), path.fences());
        this.flights = new KeyFlights(settings.waitForHolder(), settings.retryAfter());
    }

    @Override
    public Execution execute(OperationRequest request, OperationWork work) throws Exception {
        return counters.counted(flights.run(request, () -> {
            SeenTokens seen = new SeenTokens();
            try {
                return apply(request, work, seen);
            } catch (EndedException ended) {
                memory.keep(request.key(), seen);
                return ended.execution();
            } catch (Throwable undone) {
                // Of whatever kind: work may throw an error, and what another guard threw at it.
                memory.keepDespite(undone, request.key(), seen);
                throw undone;
            }
        }));
    }

    /** What it has counted. */
    public GuardCounters counters() {
        return counters;
    }

    /**
     * Tries until something came of it. After a commit whose answer was lost the next try, on another connection, is the question what
     * became of it: its claim waits for the first while that is still open, reads what it has committed, or takes the key.
     *
     * @throws EndedException when the end is told by a transaction that is undone, and tokens that were seen have to be kept
     */
    private Execution apply(OperationRequest request, OperationWork work, SeenTokens seen) throws Exception {
        @Nullable Exception doubt = null;
        for (int tries = 1; ; tries++) {
            ShortAttempt attempt = new ShortAttempt(path, request, work, seen);
            try {
                return transactions.run(attempt);
            } catch (EndedException ended) {
                throw ended;
            } catch (Exception failed) {
                Judgement judgement = Judgement.of(attempt.phase(), failed);
                boolean last = tries >= settings.conflictTries();
                switch (judgement) {
                    case AGAIN -> {
                        counters.retried();
                        if (last && attempt.phase() == ShortAttempt.Phase.CLAIMING) {
                            throw new EndedException(new Execution.InProgress(settings.retryAfter()));
                        } else if (last) {
                            throw failed;
                        }
                    }
                    case HELD -> throw new EndedException(new Execution.InProgress(settings.retryAfter()));
                    case IN_DOUBT -> {
                        counters.commitInDoubt();
                        doubt = failed;
                        if (last) {
                            throw GuardUnavailableException.outcomeUnknown(request.key(), failed);
                        }
                    }
                    case UNAVAILABLE ->
                        throw doubt == null
                                ? GuardUnavailableException.nothingDone(request.key(), failed)
                                : GuardUnavailableException.outcomeUnknown(request.key(), doubt);
                    case THROWN -> throw failed;
                }
            }
        }
    }

    @Override
    public Optional<OperationRecord> find(String caller, String key) {
        try {
            return transactions.run(connection -> {
                Optional<StoredOperation> stored = reads.read(connection, OperationId.of(caller, key));
                return stored.isEmpty()
                        ? Optional.<OperationRecord>empty()
                        : Optional.of(
                                record(caller, key, stored.get(), path.answers().of(connection, stored.get())));
            });
        } catch (Exception failed) {
            throw GuardUnavailableException.nothingDone(key, failed);
        }
    }

    private static OperationRecord record(
            String caller, String key, StoredOperation stored, Optional<OperationAnswer> answer) {
        return new OperationRecord(
                caller,
                key,
                stored.status(),
                answer.orElse(null),
                stored.lastErrorClass(),
                stored.attempts(),
                stored.token(),
                stored.leaseUntil(),
                stored.firstAt(),
                stored.endedAt());
    }
}
