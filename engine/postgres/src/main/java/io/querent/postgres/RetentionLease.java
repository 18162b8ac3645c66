package io.querent.postgres;

import io.querent.runtime.retention.Retention.Standing;
import io.querent.saga.QuerentException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Who retires history now. Whatever a run writes it writes in a transaction that has first renewed the lease under the run's token, which
 * locks the one row there is: so no two runs write at a time, and one that slept writes nothing. History is in no hurry, so the lease is
 * long: it also covers what takes long without a transaction, the reading of a large file.
 */
final class RetentionLease {
    private static final String TAKE_IF_FREE = """
            UPDATE querent.retention
            SET token = token + 1, node = ?, begun_at = statement_timestamp(), error = NULL,
                lease_until = statement_timestamp() + interval '10 min'
            WHERE is_only AND lease_until < statement_timestamp()
            RETURNING token
            """;

    private static final String RENEW_IF_HELD = """
            UPDATE querent.retention SET lease_until = statement_timestamp() + interval '10 min'
            WHERE is_only AND token = ?
            RETURNING holds
            """;

    private static final String END_IF_HELD = """
            UPDATE querent.retention
            SET lease_until = '-infinity', error = ?,
                done_at = CASE WHEN ?::text IS NULL THEN statement_timestamp() ELSE done_at END
            WHERE is_only AND token = ?
            """;

    private static final String SELECT_STANDING =
            "SELECT node, begun_at, done_at, error FROM querent.retention WHERE is_only";

    private static final int LONGEST_ERROR = 2_000;

    private final long token;

    private RetentionLease(long token) {
        this.token = token;
    }

    /** The lease; empty when another run has it. */
    static Optional<RetentionLease> take(Connection connection, String node) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(TAKE_IF_FREE)) {
            update.setString(1, Texts.storable(node, 200));
            try (ResultSet row = update.executeQuery()) {
                return row.next() ? Optional.of(new RetentionLease(row.getLong(1))) : Optional.empty();
            }
        }
    }

    /**
     * Keeps it, and keeps others out until the transaction ends.
     *
     * @return number of holds that were placed so far
     * @throws QuerentException QRT-3407 when another run has it
     */
    long renew(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(RENEW_IF_HELD)) {
            update.setLong(1, token);
            try (ResultSet row = update.executeQuery()) {
                if (row.next()) {
                    return row.getLong(1);
                }
            }
        }
        throw new QuerentException(
                "QRT-3407",
                "another run of retention has begun, as this one showed no sign of life; expected=token " + token
                        + "; nothing was lost: that one goes on");
    }

    /** Lets go. When another run has it by now, it says how it stands. */
    OptionalLong end(Connection connection, @Nullable String error) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(END_IF_HELD)) {
            String text = error == null ? null : Texts.storable(error, LONGEST_ERROR);
            update.setString(1, text);
            update.setString(2, text);
            update.setLong(3, token);
            return update.executeUpdate() == 1 ? OptionalLong.of(token) : OptionalLong.empty();
        }
    }

    static Standing standing(Connection connection, int waiting) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_STANDING);
                ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                throw new SQLException("querent.retention has lost its row", "02000");
            }
            return new Standing(row.getString(1), time(row, 2), time(row, 3), row.getString(4), waiting);
        }
    }

    private static @Nullable Instant time(ResultSet row, int column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
