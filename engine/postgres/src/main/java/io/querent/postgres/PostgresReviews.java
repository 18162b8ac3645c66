package io.querent.postgres;

import io.querent.decision.ReviewReason;
import io.querent.runtime.journal.Reviews;
import io.querent.saga.BusinessKey;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the queue that {@link ReviewWrites} keeps. Thread-safe. */
final class PostgresReviews implements Reviews {
    private static final String COLUMNS =
            "tenant, definition, business_key, operation, reason, detail, revision, opened_at";

    private static final String SELECT_OPEN = """
            SELECT %s
            FROM querent.review
            WHERE closed_at IS NULL
                AND (?::text IS NULL OR tenant = ?) AND (?::text IS NULL OR definition = ?)
                AND (?::timestamptz IS NULL OR (opened_at, saga_id, operation) > (?, ?, ?))
            ORDER BY opened_at, saga_id, operation
            LIMIT ?
            """.formatted(COLUMNS);

    private static final String SELECT_OPEN_OF_SAGA = """
            SELECT %s
            FROM querent.review
            WHERE closed_at IS NULL AND bucket = ? AND saga_id = ?
                AND (?::text IS NULL OR tenant = ?) AND (?::text IS NULL OR definition = ?)
                AND (?::timestamptz IS NULL OR (opened_at, saga_id, operation) > (?, ?, ?))
            ORDER BY opened_at, saga_id, operation
            LIMIT ?
            """.formatted(COLUMNS);

    private static final String SELECT_ONE = """
            SELECT %s
            FROM querent.review
            WHERE closed_at IS NULL AND bucket = ? AND saga_id = ? AND operation = ?
            ORDER BY revision DESC LIMIT 1
            """.formatted(COLUMNS);

    private static final String SELECT_STATE = """
            SELECT count(*), extract(epoch FROM statement_timestamp() - min(opened_at))::bigint
            FROM querent.review WHERE closed_at IS NULL
            """;

    private final Database database;

    PostgresReviews(Database database) {
        this.database = database;
    }

    private record Size(long open, @Nullable Duration oldest) {}

    @Override
    public List<Case> open(Page page) {
        SagaId saga = page.saga();
        return database.autoCommitted("reading open reviews", connection -> {
            try (PreparedStatement select =
                    connection.prepareStatement(saga == null ? SELECT_OPEN : SELECT_OPEN_OF_SAGA)) {
                int next = 1;
                if (saga != null) {
                    select.setShort(next++, (short) saga.bucket());
                    select.setObject(next++, saga.value());
                }
                bind(select, next, page);
                return cases(select);
            }
        });
    }

    @Override
    public Optional<Case> find(SagaId saga, String operation) {
        return database.autoCommitted("reading a review of " + saga, connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_ONE)) {
                select.setShort(1, (short) saga.bucket());
                select.setObject(2, saga.value());
                select.setString(3, operation);
                return cases(select).stream().findFirst();
            }
        });
    }

    private static List<Case> cases(PreparedStatement select) throws SQLException {
        List<Case> cases = new ArrayList<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                cases.add(read(rows));
            }
        }
        return cases;
    }

    @Override
    public long countOpen() {
        return size().open();
    }

    @Override
    public Optional<Duration> oldest() {
        return Optional.ofNullable(size().oldest());
    }

    private Size size() {
        return database.autoCommitted("counting open reviews", connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_STATE);
                    ResultSet rows = select.executeQuery()) {
                rows.next();
                long open = rows.getLong(1);
                long seconds = rows.getLong(2);
                return new Size(open, rows.wasNull() ? null : Duration.ofSeconds(Math.max(0, seconds)));
            }
        });
    }

    private static void bind(PreparedStatement select, int first, Page page) throws SQLException {
        select.setString(first, page.tenant());
        select.setString(first + 1, page.tenant());
        select.setString(first + 2, page.definition());
        select.setString(first + 3, page.definition());
        Case after = page.after();
        OffsetDateTime openedAt = after == null ? null : after.openedAt().atOffset(ZoneOffset.UTC);
        UUID saga = after == null ? null : after.saga().id().value();
        select.setObject(first + 4, openedAt, Types.TIMESTAMP_WITH_TIMEZONE);
        select.setObject(first + 5, openedAt, Types.TIMESTAMP_WITH_TIMEZONE);
        select.setObject(first + 6, saga, Types.OTHER);
        select.setString(first + 7, after == null ? null : after.operation());
        select.setInt(first + 8, page.limit());
    }

    private static Case read(ResultSet row) throws SQLException {
        SagaKey saga = new SagaKey(new Tenant(row.getString(1)), row.getString(2), new BusinessKey(row.getString(3)));
        String operation = row.getString(4);
        Optional<ReviewReason> reason = reason(row.getString(5));
        return new Case(
                saga,
                operation,
                saga.operation(operation),
                reason.orElse(ReviewReason.OF_NEWER_VERSION),
                reason.isPresent() ? row.getString(6) : row.getString(5) + ": " + row.getString(6),
                row.getLong(7),
                row.getObject(8, OffsetDateTime.class).toInstant());
    }

    /** Empty for one that only a newer version knows: it keeps no other case out of the queue. */
    private static Optional<ReviewReason> reason(String name) {
        return Arrays.stream(ReviewReason.values())
                .filter(each -> each.name().equals(name))
                .findFirst();
    }
}
