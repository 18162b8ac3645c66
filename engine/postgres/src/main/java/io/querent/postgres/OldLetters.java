package io.querent.postgres;

import io.querent.runtime.codec.LetterCodec;
import io.querent.runtime.journal.Delivery.Answer;
import io.querent.runtime.journal.Delivery.Settlement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Puts aside letters that nobody takes in, and forgets those that nobody will repeat. */
final class OldLetters {
    /** What was put off and can be read is parked by whoever looks at it next; here is what nobody looks at. */
    private static final String SELECT_OLD = "SELECT " + LetterRow.COLUMNS
            + ", m.look_at <= statement_timestamp() FROM querent.mailbox AS m"
            + " WHERE look_at IS NOT NULL AND received_at < statement_timestamp() - make_interval(secs => ?)"
            + " ORDER BY look_at LIMIT ?";

    /** What has an audit row is part of it, and keeps its id from being used again. */
    private static final String DELETE_OLD = """
            DELETE FROM querent.mailbox AS m
            USING (
                SELECT o.bucket, o.saga_id, o.message_id
                FROM querent.mailbox AS o
                LEFT JOIN querent.saga AS s ON s.bucket = o.bucket AND s.saga_id = o.saga_id
                WHERE o.settled_at < statement_timestamp() - make_interval(secs => ?)
                    AND (s.saga_id IS NULL OR s.ended_at < statement_timestamp() - make_interval(secs => ?))
                    AND NOT EXISTS (
                        SELECT FROM querent.audit AS a
                        WHERE a.bucket = o.bucket AND a.saga_id = o.saga_id AND a.request_id = o.message_id)
                ORDER BY o.settled_at LIMIT ?) AS old
            WHERE m.bucket = old.bucket AND m.saga_id = old.saga_id AND m.message_id = old.message_id
                AND m.settled_at IS NOT NULL
            """;

    private static final Settlement PARKED = new Settlement(Answer.PARKED, "nobody could take it in in time");

    private OldLetters() {}

    static int park(Connection connection, LetterCodec codec, Duration age, int limit) throws SQLException {
        int count = 0;
        for (LetterRow row : old(connection, codec, age, limit)) {
            count += LetterWrites.settle(connection, row, PARKED) ? 1 : 0;
        }
        return count;
    }

    static int forget(Connection connection, Duration age, int limit) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(DELETE_OLD)) {
            delete.setDouble(1, WakeUp.seconds(age));
            delete.setDouble(2, WakeUp.seconds(age));
            delete.setInt(3, limit);
            return delete.executeUpdate();
        }
    }

    private static List<LetterRow> old(Connection connection, LetterCodec codec, Duration age, int limit)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_OLD)) {
            select.setDouble(1, WakeUp.seconds(age));
            select.setInt(2, limit);
            List<LetterRow> found = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    LetterRow row = LetterRow.read(rows, codec);
                    boolean overdue = rows.getBoolean(10);
                    if (overdue || row.delivery() == null) {
                        found.add(row);
                    }
                }
            }
            return found;
        }
    }
}
