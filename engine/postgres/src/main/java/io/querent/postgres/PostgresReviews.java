package io.querent.postgres;

import io.querent.decision.ReviewReason;
import io.querent.runtime.journal.Reviews;
import io.querent.saga.BusinessKey;
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
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the queue that {@link ReviewWrites} keeps. Thread-safe. */
final class PostgresReviews implements Reviews {
    private static final String SELECT_OPEN = """
            SELECT tenant, definition, business_key, operation, reason, detail, revision, opened_at
            FROM querent.review
            WHERE closed_at IS NULL
                AND (?::text IS NULL OR tenant = ?) AND (?::text IS NULL OR definition = ?)
                AND (?::timestamptz IS NULL OR (opened_at, saga_id, operation) > (?, ?, ?))
            ORDER BY opened_at, saga_id, operation
            LIMIT ?
            """;

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
        return database.autoCommitted("reading open reviews", connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_OPEN)) {
                bind(select, page);
                List<Case> cases = new ArrayList<>();
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        cases.add(read(rows));
                    }
                }
                return cases;
            }
        });
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

    private static void bind(PreparedStatement select, Page page) throws SQLException {
        select.setString(1, page.tenant());
        select.setString(2, page.tenant());
        select.setString(3, page.definition());
        select.setString(4, page.definition());
        Case after = page.after();
        OffsetDateTime openedAt = after == null ? null : after.openedAt().atOffset(ZoneOffset.UTC);
        UUID saga = after == null ? null : after.saga().id().value();
        select.setObject(5, openedAt, Types.TIMESTAMP_WITH_TIMEZONE);
        select.setObject(6, openedAt, Types.TIMESTAMP_WITH_TIMEZONE);
        select.setObject(7, saga, Types.OTHER);
        select.setString(8, after == null ? null : after.operation());
        select.setInt(9, page.limit());
    }

    private static Case read(ResultSet row) throws SQLException {
        SagaKey saga = new SagaKey(new Tenant(row.getString(1)), row.getString(2), new BusinessKey(row.getString(3)));
        String operation = row.getString(4);
        return new Case(
                saga,
                operation,
                saga.operation(operation),
                ReviewReason.valueOf(row.getString(5)),
                row.getString(6),
                row.getLong(7),
                row.getObject(8, OffsetDateTime.class).toInstant());
    }
}
