package io.querent.receiver.jdbc;

import io.querent.receiver.OperationStatus;
import io.querent.saga.canonical.RequestHash;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Row of an operation as it was read, and its answer.
 *
 * @param leaseLeft until the lease ends, by the database's clock; not positive when it has; null without a lease
 * @param pauseLeft until it may be tried or asked after again; null when nothing forbids it
 * @param contentType null when there is no answer, or it is kept no longer
 * @param headers as they are stored; null for none
 */
record StoredOperation(
        OperationStatus status,
        RequestHash hash,
        long token,
        int attempts,
        @Nullable String owner,
        @Nullable String lastErrorClass,
        @Nullable Duration leaseLeft,
        @Nullable Duration pauseLeft,
        @Nullable Instant leaseUntil,
        Instant firstAt,
        @Nullable Instant endedAt,
        @Nullable String refusalCode,
        @Nullable String contentType,
        @Nullable String headers,
        byte @Nullable [] body,
        @Nullable String reference) {

    /** In the order of {@link #read}; {@code r} is the row. */
    static final String COLUMNS = """
            r.status, r.hash_version, r.hash, r.token, r.attempts, r.owner, r.last_error_class,
            (extract(epoch FROM r.lease_until - statement_timestamp()) * 1000)::bigint,
            (extract(epoch FROM r.next_attempt_at - statement_timestamp()) * 1000)::bigint,
            r.lease_until, r.first_at, r.ended_at, a.refusal_code, a.content_type, a.headers, a.body, a.reference
            """;

    /** Follows {@code FROM}: an operation that has ended, with its answer. */
    static final String TABLES = """
            querent_receiver.operation_record r
            LEFT JOIN LATERAL querent_receiver.kept_answer(r.period, r.bucket, r.operation_id, r.token) a ON r.status >= 10
            """;

    static StoredOperation read(ResultSet row) throws SQLException {
        return new StoredOperation(
                StatusCode.read(row.getInt(1)),
                new RequestHash(row.getInt(2), HexFormat.of().formatHex(row.getBytes(3))),
                row.getLong(4),
                row.getInt(5),
                row.getString(6),
                row.getString(7),
                millis(row, 8),
                millis(row, 9),
                instant(row, 10),
                row.getObject(11, OffsetDateTime.class).toInstant(),
                instant(row, 12),
                row.getString(13),
                row.getString(14),
                row.getString(15),
                row.getBytes(16),
                row.getString(17));
    }

    boolean isHeld() {
        return leaseLeft != null && leaseLeft.toMillis() > 0;
    }

    boolean isDue() {
        return pauseLeft == null || pauseLeft.toMillis() <= 0;
    }

    boolean hasEnded() {
        return StatusCode.of(status) >= StatusCode.FIRST_FINAL;
    }

    private static @Nullable Duration millis(ResultSet row, int column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? null : Duration.ofMillis(millis);
    }

    private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
