package io.querent.postgres;

import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.SagaSearch;
import io.querent.saga.SagaId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Finds sagas by indexes. Thread-safe. */
final class PostgresSearch implements SagaSearch {
    /** Of this transaction: many sagas take longer than a page of them. */
    private static final String LET_FREEZE = "SELECT set_config('statement_timeout', '60s', true)";

    private static final String SELECT_ATTRIBUTES = """
            SELECT a.saga_id, a.name, a.value
            FROM unnest(?::smallint[], ?::uuid[]) AS n(bucket, saga_id)
            CROSS JOIN LATERAL (
                SELECT * FROM querent.saga_attribute WHERE bucket = n.bucket AND saga_id = n.saga_id OFFSET 0) AS a
            WHERE n.bucket BETWEEN 0 AND 1023
            """;

    private final Database database;

    PostgresSearch(Database database) {
        this.database = database;
    }

    @Override
    public Results find(Page page) {
        if (page.after() != null) {
            SearchPlace.of(page.after());
        }
        return database.rolledBack("searching sagas", connection -> find(connection, page));
    }

    /** How the server would go about it. */
    List<String> explain(Page page) {
        return database.rolledBack("explaining a search", connection -> {
            SearchStatement search = prepare(connection, page);
            try (PreparedStatement select = search.prepare(connection, "EXPLAIN ")) {
                return texts(select);
            }
        });
    }

    private static Results find(Connection connection, Page page) throws SQLException {
        SearchStatement search = prepare(connection, page);
        List<SagaRow> rows;
        try (PreparedStatement select = search.prepare(connection, "")) {
            rows = SagaReads.rows(select).stream().map(SagaReads.Located::saga).toList();
        }
        boolean isLast = rows.size() <= page.limit();
        List<SagaRow> shown = isLast ? rows : rows.subList(0, page.limit());
        return new Results(withAttributes(connection, shown), isLast ? null : place(shown.get(shown.size() - 1)));
    }

    private static String place(SagaRow last) {
        return new SearchPlace(last.startedAt(), last.id().value()).text();
    }

    private static SearchStatement prepare(Connection connection, Page page) throws SQLException {
        return SearchStatement.of(page, lookedThrough(connection, page.filter()));
    }

    /** The newest {@code limit} sagas that fit, in the transaction of the connection. */
    static SearchStatement frozen(Connection connection, Filter filter, int limit) throws SQLException {
        SearchStatement search = SearchStatement.ofAll(filter, limit, lookedThrough(connection, filter));
        try (Statement patience = connection.createStatement()) {
            patience.execute(LET_FREEZE);
        }
        return search;
    }

    private static List<String> lookedThrough(Connection connection, Filter filter) throws SQLException {
        return SearchWay.begin(connection).definitions(connection, filter);
    }

    private static List<String> texts(PreparedStatement select) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private static List<Found> withAttributes(Connection connection, List<SagaRow> rows) throws SQLException {
        if (rows.isEmpty()) {
            return List.of();
        }
        List<SagaId> ids = rows.stream().map(SagaRow::id).toList();
        Map<UUID, Map<String, String>> attributes = attributes(connection, ids);
        return rows.stream()
                .map(row -> new Found(row, attributes.getOrDefault(row.id().value(), Map.of())))
                .toList();
    }

    private static Map<UUID, Map<String, String>> attributes(Connection connection, List<SagaId> ids)
            throws SQLException {
        short[] buckets = new short[ids.size()];
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = (short) ids.get(i).bucket();
        }
        Map<UUID, Map<String, String>> attributes = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT_ATTRIBUTES)) {
            Parameters.of(select)
                    .shorts(buckets)
                    .uuids(ids.stream().map(SagaId::value).toArray(UUID[]::new));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    attributes
                            .computeIfAbsent(rows.getObject(1, UUID.class), saga -> new TreeMap<>())
                            .put(rows.getString(2), rows.getString(3));
                }
            }
        }
        return attributes;
    }
}
