package io.querent.postgres;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.runtime.admin.Figures;
import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts what has not ended, by indexes that hold nothing else, and no further than a bound. Thread-safe. */
final class PostgresFigures implements Figures {
    /** Sagas that nodes work on are as many as the nodes take on, those off the happy path are counted one status at a time. */
    private static final String SELECT_SAGAS = """
            SELECT status, count(*)
            FROM (
                (SELECT status FROM querent.saga
                    WHERE wake_at IS NOT NULL AND owner IS NOT NULL AND status IN (1, 2) ORDER BY wake_at LIMIT %1$d)
                UNION ALL
                (SELECT status FROM querent.saga
                    WHERE wake_at IS NOT NULL AND owner IS NULL AND status IN (1, 2) ORDER BY wake_at LIMIT %1$d)
                UNION ALL
                (SELECT status FROM querent.saga
                    WHERE status IN (3, 4, 5, 11, 12, 13) AND status = 3 ORDER BY started_at LIMIT %1$d)
                UNION ALL
                (SELECT status FROM querent.saga
                    WHERE status IN (3, 4, 5, 11, 12, 13) AND status = 4 ORDER BY started_at LIMIT %1$d)
                UNION ALL
                (SELECT status FROM querent.saga
                    WHERE status IN (3, 4, 5, 11, 12, 13) AND status = 5 ORDER BY started_at LIMIT %1$d)) AS s
            GROUP BY status
            """.formatted(BOUND);

    /** From the other end: what is due now and what is due in a year are of different statuses. */
    private static final String SELECT_SAGAS_DUE_LAST = """
            SELECT status, count(*)
            FROM (
                SELECT status FROM querent.saga
                WHERE wake_at IS NOT NULL AND owner IS NULL AND status IN (1, 2) ORDER BY wake_at DESC LIMIT %1$d) AS s
            GROUP BY status
            """.formatted(BOUND);

    private static final String SELECT_UNKNOWN = """
            SELECT currency, sum(amount), count(*), min(since)
            FROM (
                (SELECT currency, amount, since FROM querent.operation
                    WHERE status = 4 AND status < 10 ORDER BY since LIMIT %1$d)
                UNION ALL
                (SELECT currency, amount, since FROM querent.operation
                    WHERE status = 5 AND status < 10 ORDER BY since LIMIT %1$d)) AS o
            GROUP BY currency ORDER BY currency
            """.formatted(BOUND);

    private static final String SELECT_UNDOING = """
            SELECT currency, sum(amount), count(*), min(since)
            FROM (
                SELECT currency, amount, since FROM querent.operation
                WHERE compensates IS NOT NULL AND status < 10 ORDER BY since LIMIT %d) AS o
            GROUP BY currency ORDER BY currency
            """.formatted(BOUND);

    private static final String SELECT_REVIEWS = """
            SELECT count(*), min(opened_at), statement_timestamp()
            FROM (SELECT opened_at FROM querent.review WHERE closed_at IS NULL ORDER BY opened_at LIMIT %d) AS r
            """.formatted(BOUND);

    private static final String SELECT_LETTERS = """
            SELECT count(*), min(look_at), statement_timestamp()
            FROM (SELECT look_at FROM querent.mailbox WHERE look_at IS NOT NULL ORDER BY look_at LIMIT %d) AS m
            """.formatted(BOUND);

    private static final String SELECT_STUCK = """
            SELECT o.key, o.name, o.status, o.attempts, o.since, o.last_error, o.amount, o.currency
            FROM generate_series(1, 9) AS n(status)
            CROSS JOIN LATERAL (
                SELECT * FROM querent.operation WHERE status = n.status AND status < 10 ORDER BY since LIMIT ?) AS o
            ORDER BY o.since, o.key LIMIT ?
            """;

    private static final int MOST_DIGITS = 38;

    private final Database database;

    PostgresFigures(Database database) {
        this.database = database;
    }

    private record Line(long count, @Nullable Instant oldest, Instant now) {}

    @Override
    public Overview overview() {
        return database.autoCommitted("counting what has not ended", connection -> {
            Line reviews = line(connection, SELECT_REVIEWS);
            return new Overview(
                    sagas(connection),
                    backlog(connection, SELECT_UNKNOWN),
                    backlog(connection, SELECT_UNDOING),
                    reviews.count(),
                    reviews.oldest(),
                    line(connection, SELECT_LETTERS).count(),
                    reviews.now());
        });
    }

    @Override
    public List<Stuck> stuck(int limit) {
        if (limit < 1 || limit > LONGEST_BOARD) {
            throw new IllegalArgumentException("the board has 1 to " + LONGEST_BOARD + " operations, not " + limit);
        }
        return database.autoCommitted("reading what has not moved", connection -> {
            List<Stuck> board = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(SELECT_STUCK)) {
                select.setInt(1, limit);
                select.setInt(2, limit);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        board.add(stuck(rows));
                    }
                }
            }
            return board;
        });
    }

    private static Map<SagaStatus, Long> sagas(Connection connection) throws SQLException {
        Map<SagaStatus, Long> counts = counts(connection, SELECT_SAGAS);
        long underWay = counts.getOrDefault(SagaStatus.RUNNING, 0L) + counts.getOrDefault(SagaStatus.WAITING, 0L);
        if (underWay >= BOUND) {
            counts(connection, SELECT_SAGAS_DUE_LAST)
                    .forEach((status, count) -> counts.merge(status, count, Math::max));
        }
        counts.replaceAll((status, count) -> Math.min(BOUND, count));
        return counts;
    }

    private static Map<SagaStatus, Long> counts(Connection connection, String sql) throws SQLException {
        Map<SagaStatus, Long> counts = new EnumMap<>(SagaStatus.class);
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                counts.put(StatusCodes.saga(rows.getInt(1)), rows.getLong(2));
            }
        }
        return counts;
    }

    private static Backlog backlog(Connection connection, String sql) throws SQLException {
        long count = 0;
        long withoutAmount = 0;
        Instant oldest = null;
        List<Amount> amounts = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                Amount sum = amount(rows.getBigDecimal(2), rows.getString(1));
                if (sum == null) {
                    withoutAmount += rows.getLong(3);
                } else {
                    amounts.add(sum);
                }
                count += rows.getLong(3);
                Instant since = rows.getObject(4, OffsetDateTime.class).toInstant();
                oldest = oldest == null || since.isBefore(oldest) ? since : oldest;
            }
        }
        return new Backlog(Math.min(BOUND, count), oldest, amounts, withoutAmount);
    }

    /** Null where none is stated, and for a sum that is longer than an amount may be. */
    private static @Nullable Amount amount(@Nullable BigDecimal value, @Nullable String currency) {
        return value == null || currency == null || value.precision() > MOST_DIGITS
                ? null
                : new Amount(value, currency);
    }

    private static Line line(Connection connection, String sql) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            row.next();
            OffsetDateTime oldest = row.getObject(2, OffsetDateTime.class);
            return new Line(
                    Math.min(BOUND, row.getLong(1)),
                    oldest == null ? null : oldest.toInstant(),
                    row.getObject(3, OffsetDateTime.class).toInstant());
        }
    }

    private static Stuck stuck(ResultSet row) throws SQLException {
        OperationKey key = new OperationKey(row.getString(1));
        OperationStatus status = StatusCodes.operation(row.getInt(3));
        return new Stuck(
                key.saga(),
                row.getString(2),
                key,
                status,
                row.getInt(4),
                row.getObject(5, OffsetDateTime.class).toInstant(),
                amount(row.getBigDecimal(7), row.getString(8)),
                row.getString(6));
    }
}
