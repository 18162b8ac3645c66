package io.querent.postgres;

import io.querent.decision.Authority;
import io.querent.runtime.journal.Outbox;
import io.querent.saga.OperationKey;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The outbox in PostgreSQL. Taking is a transaction of two statements; everything else is a statement that commits by itself. */
final class PostgresOutbox implements Outbox {
    /** Looks at most, when all that is due has to wait for something before it. What was seen is put off, so nothing is seen twice. */
    private static final int MOST_LOOKS = 10;

    private static final String DELETE_OLD = """
            DELETE FROM querent.outbox AS m
            USING (
                SELECT bucket, message_id FROM querent.outbox
                WHERE answer IN (1, 3) AND settled_at < statement_timestamp() - make_interval(secs => ?)
                ORDER BY settled_at LIMIT ?) AS old
            WHERE m.bucket = old.bucket AND m.message_id = old.message_id AND m.answer IN (1, 3)
            """;

    private static final String SELECT_FIGURES = """
            SELECT count(*), coalesce(extract(epoch FROM statement_timestamp() - min(written_at)) * 1000, 0)::bigint,
                (SELECT count(*) FROM querent.outbox WHERE answer = 2)
            FROM querent.outbox WHERE due_at IS NOT NULL
            """;

    private final Database database;
    private final StoredPayloads payloads;

    PostgresOutbox(Database database, StoredPayloads payloads) {
        this.database = database;
        this.payloads = payloads;
    }

    @Override
    public List<Taken> take(int limit, Duration lease) {
        check(limit);
        for (int looks = 1; ; looks++) {
            MessageLeases.Look look = database.committed(
                    "taking messages", connection -> MessageLeases.take(connection, payloads, limit, lease));
            if (!look.taken().isEmpty() || look.sawAll() || looks == MOST_LOOKS) {
                return look.taken();
            }
        }
    }

    @Override
    public boolean markSent(Taken taken) {
        return database.autoCommitted(
                "marking a message as sent", connection -> MessageFates.markSent(connection, taken));
    }

    @Override
    public Setback putOff(Taken taken, Failure failure) {
        return database.autoCommitted(
                "putting off a message",
                connection -> MessageFates.putOff(
                        connection, taken, failure, String.valueOf(payloads.spoken(failure.error()))));
    }

    @Override
    public List<Parked> parked(int limit) {
        check(limit);
        return database.autoCommitted(
                "reading parked messages", connection -> ParkedMessages.read(connection, payloads, limit));
    }

    @Override
    public boolean redrive(OperationKey message, Authority authority) {
        return database.autoCommitted(
                "redriving a message", connection -> ParkedMessages.redrive(connection, message, authority));
    }

    @Override
    public boolean leaveOut(OperationKey message, Authority authority) {
        return database.autoCommitted(
                "leaving out a message", connection -> ParkedMessages.leaveOut(connection, message, authority));
    }

    @Override
    public int forget(Duration age, int limit) {
        return database.autoCommitted("forgetting sent messages", connection -> {
            try (PreparedStatement delete = connection.prepareStatement(DELETE_OLD)) {
                delete.setDouble(1, WakeUp.seconds(age));
                delete.setInt(2, limit);
                return delete.executeUpdate();
            }
        });
    }

    @Override
    public Figures figures() {
        return database.autoCommitted("counting messages", connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_FIGURES);
                    ResultSet row = select.executeQuery()) {
                return figures(row);
            }
        });
    }

    private static Figures figures(ResultSet row) throws SQLException {
        row.next();
        return new Figures(row.getLong(1), Duration.ofMillis(Math.max(0, row.getLong(2))), row.getLong(3));
    }

    private static void check(int limit) {
        if (limit < 1 || limit > LONGEST_BATCH) {
            throw new IllegalArgumentException("messages come 1 to " + LONGEST_BATCH + " at a time, not " + limit);
        }
    }
}
