package io.querent.examples.payment.bank.books;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Counts calls by key before anything else happens to them, so that lost ones count too. Thread-safe. */
public final class CallCounts {
    private static final String COUNT_SEND = """
            WITH body AS (
                INSERT INTO bank.sent_body (operation_key, body_hash) VALUES (?, ?) ON CONFLICT DO NOTHING)
            INSERT INTO bank.call_count AS counted (operation_key, sends, lookups) VALUES (?, 1, 0)
            ON CONFLICT (operation_key) DO UPDATE SET sends = counted.sends + 1
            RETURNING sends
            """;

    private static final String COUNT_LOOKUP = """
            INSERT INTO bank.call_count AS counted (operation_key, sends, lookups) VALUES (?, 0, 1)
            ON CONFLICT (operation_key) DO UPDATE SET lookups = counted.lookups + 1
            RETURNING lookups
            """;

    private static final String READ = """
            SELECT coalesce(max(sends), 0), coalesce(max(lookups), 0),
                   (SELECT count(*) FROM bank.sent_body WHERE operation_key = ?)
            FROM bank.call_count
            WHERE operation_key = ?
            """;

    private final Database database;

    CallCounts(Database database) {
        this.database = database;
    }

    /**
     * Calls seen under a key since the books were opened for the first time.
     *
     * @param distinctBodies different bodies sent, byte for byte
     */
    public record Calls(long sends, long distinctBodies, long lookups) {}

    /** Counts a send and gives its number, from 1. */
    public long send(String key, byte[] bodyHash) {
        return database.statement(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(COUNT_SEND)) {
                statement.setString(1, key);
                statement.setBytes(2, bodyHash);
                statement.setString(3, key);
                return number(statement);
            }
        });
    }

    /** Counts a lookup and gives its number, from 1. */
    public long lookup(String key) {
        return database.statement(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(COUNT_LOOKUP)) {
                statement.setString(1, key);
                return number(statement);
            }
        });
    }

    /** What was counted under {@code key}; zeros where nothing was. */
    public Calls of(String key) {
        return database.statement(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(READ)) {
                statement.setString(1, key);
                statement.setString(2, key);
                try (ResultSet rows = statement.executeQuery()) {
                    rows.next();
                    return new Calls(rows.getLong(1), rows.getLong(3), rows.getLong(2));
                }
            }
        });
    }

    private static long number(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
