package io.querent.postgres;

import io.querent.runtime.journal.AppendResult;
import io.querent.saga.SagaId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.ToIntFunction;

/**
 * Writes appends of different sagas: first the sagas' rows, which shows whose guard holds, then events and operations of those. The
 * others are left out, and nothing of them is written.
 */
final class BatchWrite {
    /** Whatever the server's default is: at any other level one saga that has moved on would end the transaction of all. */
    private static final String BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED";

    /**
     * A node that falls silent in the middle, without closing its connection, must not hold its sagas until the server finds out: they
     * would be passed over by every claim. Unlike a setting of the session this one ends with the transaction.
     */
    private static final String LIMIT_SILENCE = "SET LOCAL idle_in_transaction_session_timeout = '10s'";

    /**
     * Somebody may have started the same saga in a transaction of his own that takes its time. One start must not hold up all sagas
     * whose events are in the batch, nor the writer.
     */
    private static final String LIMIT_WAITING = "SET LOCAL lock_timeout = '250ms'";

    /** For one that was found to wait, and will be tried again and again between others. */
    private static final String HARDLY_WAIT = "SET LOCAL lock_timeout = '20ms'";

    private static final String COMMIT = "COMMIT";

    /**
     * What is written at once is held by locks as soon as its first statement has arrived, and no timeout of the server's counts while it
     * waits for the rest. So it has to be little: characters of payloads that are on their way in one go, or not at all.
     */
    private static final int MOST_AT_ONCE = 16 * 1024;

    private final List<EncodedAppend> batch;
    private final Map<UUID, Integer> periods = new HashMap<>();
    private final RoundTrip guards = new RoundTrip();

    /** @param batch appends of sagas that are all different, in ascending order of their ids */
    private BatchWrite(List<EncodedAppend> batch) {
        this.batch = batch;
    }

    /**
     * Writes one append in a transaction of the caller's.
     *
     * @return whether its guard holds
     */
    static boolean within(Connection connection, EncodedAppend append) throws SQLException {
        BatchWrite write = new BatchWrite(List.of(append));
        List<EncodedAppend> written = write.rows(connection);
        RoundTrip rest = write.rest(written);
        if (!rest.isEmpty()) {
            rest.run(connection);
        }
        return !written.isEmpty();
    }

    /**
     * Writes the row of one append in a transaction of the caller's, who will roll it back.
     *
     * @return whether its guard holds
     */
    static boolean onTrial(Connection connection, EncodedAppend append) throws SQLException {
        return !new BatchWrite(List.of(append)).rows(connection).isEmpty();
    }

    /** Whether these appends can be written {@link #atOnce}: they are plain and not large. */
    static boolean fitsAtOnce(Collection<PendingAppend> pending) {
        int characters = 0;
        for (PendingAppend each : pending) {
            characters += each.encoded().characters();
            if (characters > MOST_AT_ONCE || !each.encoded().isPlain()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Writes and commits plain appends in one round trip.
     *
     * @param connection in auto-commit mode; whatever is thrown, a transaction may still be open on it
     * @return the ids of sagas whose guard held; of the others nothing is written
     */
    static Set<UUID> atOnce(Connection connection, List<PendingAppend> pending) throws SQLException {
        BatchWrite write =
                new BatchWrite(pending.stream().map(PendingAppend::encoded).toList());
        write.guards.then(BEGIN);
        write.limitWaiting(pending);
        SagaWrites.addTo(write.guards, write.batch, write.periods);
        EventWrites.addWhereWrittenTo(
                write.guards, write.batch, write.expecting(each -> each.rows().size()));
        OperationWrites.addWhereWrittenTo(
                write.guards,
                write.batch,
                write.expecting(each -> each.append().operations().size()));
        write.guards.then(COMMIT).run(connection);
        return write.periods.keySet();
    }

    /**
     * Expects so many rows of each append whose guard held; which those are is known when this looks. The commit has been sent together
     * with the rest by then, so it finds a defect and prevents nothing.
     */
    private RoundTrip.ChangeReader expecting(ToIntFunction<EncodedAppend> rows) {
        return changes -> {
            int expected = batch.stream()
                    .filter(each -> periods.containsKey(each.id().value()))
                    .mapToInt(rows)
                    .sum();
            if (changes != expected) {
                throw new IllegalStateException("wrote " + changes + " rows instead of " + expected);
            }
        };
    }

    /**
     * Writes and commits appends of any kind, in two round trips: begin and rows, then the rest and commit. One or two more say what
     * stands in the way of those whose guard does not hold.
     *
     * @param connection in auto-commit mode; whatever is thrown, a transaction may still be open on it
     */
    static Map<SagaId, AppendResult> committed(Connection connection, Collection<PendingAppend> pending)
            throws SQLException {
        BatchWrite write =
                new BatchWrite(pending.stream().map(PendingAppend::encoded).toList());
        write.guards.then(BEGIN).then(LIMIT_SILENCE);
        write.limitWaiting(pending);
        List<EncodedAppend> written = write.rows(connection);
        Map<SagaId, AppendResult> results = new HashMap<>(pending.size() * 2);
        for (EncodedAppend each : written) {
            results.put(each.id(), new AppendResult.Appended(each.versionAfter()));
        }
        if (written.size() < pending.size()) {
            results.putAll(BrokenGuards.settle(
                    connection,
                    pending.stream()
                            .filter(each -> !results.containsKey(each.encoded().id()))
                            .map(each -> new BrokenGuards.Broken(each.encoded(), each.maybeCommitted()))
                            .toList()));
        }
        write.rest(written).then(COMMIT).run(connection);
        return results;
    }

    private void limitWaiting(Collection<PendingAppend> pending) {
        if (batch.stream().anyMatch(EncodedAppend::isNew)) {
            guards.then(pending.stream().allMatch(PendingAppend::alone) ? HARDLY_WAIT : LIMIT_WAITING);
        }
    }

    private List<EncodedAppend> rows(Connection connection) throws SQLException {
        SagaWrites.addTo(guards, batch, periods);
        guards.run(connection);
        if (periods.size() == batch.size()) {
            return batch;
        }
        List<EncodedAppend> written = new ArrayList<>(periods.size());
        for (EncodedAppend each : batch) {
            if (periods.containsKey(each.id().value())) {
                written.add(each);
            }
        }
        return written;
    }

    private RoundTrip rest(List<EncodedAppend> written) {
        RoundTrip rest = new RoundTrip();
        EventWrites.addTo(rest, written, periods);
        OperationWrites.addTo(rest, written);
        ReviewWrites.addTo(rest, written);
        SentLetters.addTo(rest, written);
        MovedSagas.addTo(rest, written);
        MessageWrites.addTo(rest, written);
        AttributeWrites.addTo(rest, written);
        // The head of the audit is locked last by everybody, so that nobody waits for anybody who waits for him.
        DecisionAudits.addTo(rest, written);
        return rest;
    }
}
