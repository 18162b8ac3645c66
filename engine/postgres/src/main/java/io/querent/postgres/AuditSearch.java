package io.querent.postgres;

import io.querent.runtime.admin.AuditLog.Entry;
import io.querent.runtime.admin.AuditLog.Filter;
import io.querent.runtime.codec.LetterCodec;
import io.querent.saga.SagaKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The statement of one search in the audit, put together of constant parts. Times never run backwards in the chain, so a span of time is a
 * span of numbers, and every search goes by an index newest first.
 */
final class AuditSearch {
    /** Of this transaction. What is searched for decides how; and nobody's search may load the database for long. */
    private static final String BEGIN_SEARCH =
            "SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('statement_timeout', '10s', true)";

    private static final String OF_ENTRIES = "SELECT " + AuditRow.COLUMNS + " FROM querent.audit WHERE true";

    private static final String FROM = " AND number >= (SELECT a.number FROM querent.audit AS a WHERE a.settled_at >= ?"
            + " ORDER BY a.settled_at, a.number LIMIT 1)";
    private static final String BEFORE =
            " AND number <= (SELECT a.number FROM querent.audit AS a WHERE a.settled_at < ?"
                    + " ORDER BY a.settled_at DESC, a.number DESC LIMIT 1)";
    private static final String NEWEST_FIRST = " ORDER BY number DESC LIMIT ?";

    private static final int LONGEST_NAME = 1_000;

    private final StringBuilder text = new StringBuilder(OF_ENTRIES);
    private final List<Object> values = new ArrayList<>();

    AuditSearch(Filter filter, @Nullable Long before, int limit) {
        text(" AND operator = ?", filter.operator());
        text(" AND action = ?", filter.action());
        text(" AND outcome = ?", filter.outcome());
        SagaKey saga = filter.saga();
        if (saga != null) {
            addIf(" AND bucket = ?", (short) saga.id().bucket());
            addIf(" AND saga_id = ?", saga.id().value());
        }
        addIf(FROM, filter.from() == null ? null : filter.from().atOffset(ZoneOffset.UTC));
        addIf(BEFORE, filter.before() == null ? null : filter.before().atOffset(ZoneOffset.UTC));
        addIf(" AND number < ?", before);
        addIf(NEWEST_FIRST, limit);
    }

    List<Entry> entries(Connection connection, LetterCodec codec) throws SQLException {
        begin(connection);
        List<Entry> entries = new ArrayList<>();
        try (PreparedStatement select = prepare(connection, "");
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                entries.add(AuditRow.read(rows).entry(codec));
            }
        }
        return entries;
    }

    /** How the server would go about it. */
    List<String> explain(Connection connection) throws SQLException {
        begin(connection);
        List<String> plan = new ArrayList<>();
        try (PreparedStatement select = prepare(connection, "EXPLAIN ");
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                plan.add(rows.getString(1));
            }
        }
        return plan;
    }

    private static void begin(Connection connection) throws SQLException {
        try (Statement settings = connection.createStatement()) {
            settings.execute(BEGIN_SEARCH);
        }
    }

    private PreparedStatement prepare(Connection connection, String before) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(before + text);
        int next = 1;
        for (Object value : values) {
            statement.setObject(next++, value);
        }
        return statement;
    }

    /** What no column can hold is found nowhere. */
    private void text(String part, @Nullable String value) {
        addIf(part, value == null ? null : Texts.storable(value, LONGEST_NAME));
    }

    private void addIf(String part, @Nullable Object value) {
        if (value != null) {
            text.append(part);
            values.add(value);
        }
    }
}
