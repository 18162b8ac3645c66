package io.querent.benchmarks.upkeep;

import io.querent.benchmarks.upkeep.TableState.IndexState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Reads how tables are. Counts are complete once the connections of the load are closed, as each reports when it ends. */
final class TableStates {
    /** Reads every page, so that what is dead and free is known and not guessed. */
    private static final String SELECT_TABLES = """
            SELECT coalesce(pg_partition_root(c.oid), c.oid)::regclass::text, sum(s.n_tup_ins), sum(s.n_tup_upd),
                sum(s.n_tup_hot_upd), sum(s.n_tup_newpage_upd), sum(s.n_tup_del), sum(t.dead_tuple_count), sum(t.free_space),
                sum(pg_table_size(c.oid)), sum(pg_indexes_size(c.oid)), sum(s.autovacuum_count),
                sum((to_jsonb(s) ->> 'total_autovacuum_time')::float8), sum(s.autoanalyze_count)
            FROM pg_stat_user_tables AS s
            JOIN pg_class AS c ON c.oid = s.relid
            CROSS JOIN LATERAL pgstattuple(c.oid) AS t
            WHERE s.schemaname = 'querent' AND c.relkind = 'r' AND pg_table_size(c.oid) > 0
            GROUP BY 1 HAVING sum(s.n_tup_ins) > 0 ORDER BY sum(pg_total_relation_size(c.oid)) DESC
            """;

    private static final String SELECT_INDEXES = """
            SELECT coalesce(pg_partition_root(s.indexrelid), s.indexrelid)::regclass::text, sum(pg_relation_size(s.indexrelid)),
                sum(s.idx_scan)
            FROM pg_stat_user_indexes AS s
            WHERE coalesce(pg_partition_root(s.relid), s.relid)::regclass::text = ?
            GROUP BY 1 ORDER BY 2 DESC
            """;

    private TableStates() {}

    /** Those into which something was written, the largest first. */
    static List<TableState> of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE EXTENSION IF NOT EXISTS pgstattuple");
        }
        List<TableState> states = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT_TABLES);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                states.add(read(row, indexes(connection, row.getString(1))));
            }
        }
        return states;
    }

    private static TableState read(ResultSet row, List<IndexState> indexes) throws SQLException {
        return new TableState(
                row.getString(1),
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                row.getLong(7),
                row.getLong(8),
                row.getLong(9),
                row.getLong(10),
                row.getLong(11),
                row.getDouble(12),
                row.getLong(13),
                indexes);
    }

    private static List<IndexState> indexes(Connection connection, String table) throws SQLException {
        List<IndexState> indexes = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT_INDEXES)) {
            select.setString(1, table);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    indexes.add(new IndexState(row.getString(1), row.getLong(2), row.getLong(3)));
                }
            }
        }
        return indexes;
    }
}
