package io.querent.postgres;

import io.querent.decision.Authority;
import io.querent.runtime.admin.Accounts;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * Counts wrong passwords by name and address, and by address alone, whose rows have an empty name. One row a pair, and never more than the
 * table may hold: who tries many names is barred by his address first.
 */
final class SignInFailures {
    /** A pause of an hour begins anew. The wait doubles from a second to a quarter of an hour. */
    private static final String COUNT = """
            INSERT INTO querent.sign_in_failure AS f (address, canonical) VALUES (?, ?)
            ON CONFLICT ON CONSTRAINT sign_in_failure_key DO UPDATE
            SET failures = CASE WHEN f.latest_at < clock_timestamp() - interval '1 hour' THEN 1 ELSE f.failures + 1 END,
                latest_at = clock_timestamp(),
                barred_until = CASE
                    WHEN f.latest_at < clock_timestamp() - interval '1 hour' OR f.failures + 1 < ? THEN NULL
                    ELSE clock_timestamp() + least(interval '15 min', interval '1 s' * power(2, least(f.failures + 1 - ?, 20))) END
            """;

    private static final String SELECT_BARRED = """
            SELECT max(barred_until) FROM querent.sign_in_failure
            WHERE address = ? AND canonical IN (?, '') AND barred_until > clock_timestamp()
            """;

    private static final String DELETE_ONE = "DELETE FROM querent.sign_in_failure WHERE address = ? AND canonical = ?";

    /** Old ones, and the oldest of too many. */
    private static final String DELETE_OLD = """
            DELETE FROM querent.sign_in_failure AS f
            USING (
                SELECT address, canonical FROM querent.sign_in_failure
                WHERE latest_at < greatest(
                    statement_timestamp() - interval '1 day',
                    (SELECT latest_at FROM querent.sign_in_failure ORDER BY latest_at DESC OFFSET ? LIMIT 1))
                ORDER BY latest_at LIMIT 100
                FOR UPDATE SKIP LOCKED) AS old
            WHERE f.address = old.address AND f.canonical = old.canonical
            """;

    /** More than any honest company's mistakes in a day. */
    private static final int MOST_ROWS = 20_000;

    private static final int LONGEST = 100;

    private SignInFailures() {}

    static Optional<Instant> count(Connection connection, String name, String address) throws SQLException {
        // Always in this order, so that two of them never wait for each other.
        count(connection, address, "", Accounts.FREE_TRIES_OF_ADDRESS);
        count(connection, address, canonical(name), Accounts.FREE_TRIES);
        forgetOld(connection, MOST_ROWS);
        return barredUntil(connection, name, address);
    }

    private static void count(Connection connection, String address, String canonical, int free) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(COUNT)) {
            insert.setString(1, Texts.storable(address, LONGEST));
            insert.setString(2, canonical);
            insert.setInt(3, free);
            insert.setInt(4, free);
            insert.executeUpdate();
        }
    }

    static Optional<Instant> barredUntil(Connection connection, String name, String address) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_BARRED)) {
            select.setString(1, Texts.storable(address, LONGEST));
            select.setString(2, canonical(name));
            try (ResultSet row = select.executeQuery()) {
                row.next();
                OffsetDateTime until = row.getObject(1, OffsetDateTime.class);
                return Optional.ofNullable(until).map(OffsetDateTime::toInstant);
            }
        }
    }

    /** Returns whether there was anything to forget. */
    static boolean forget(Connection connection, String name, String address) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(DELETE_ONE)) {
            delete.setString(1, Texts.storable(address, LONGEST));
            delete.setString(2, canonical(name));
            return delete.executeUpdate() == 1;
        }
    }

    /** A hundred at a time, so that more go than come. */
    static int forgetOld(Connection connection, int mostRows) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(DELETE_OLD)) {
            delete.setInt(1, mostRows);
            return delete.executeUpdate();
        }
    }

    /** Never empty, which is the address's own row. */
    private static String canonical(String name) {
        String canonical = Texts.storable(Authority.canonical(name), LONGEST);
        return canonical.isEmpty() ? " " : canonical;
    }
}
