package io.querent.benchmarks.receiver;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * What the tables of keys and answers come to.
 *
 * @param keys rows of the table of keys
 * @param indexDepth levels of the primary key of one of its parts, leaf included; 0 where the server cannot tell
 */
record KeyTables(long keys, long keyHeapBytes, long keyIndexBytes, long answerBytes, int indexDepth) {
    private static final String SELECT_SIZES = """
            SELECT coalesce(sum(reltuples) FILTER (WHERE relname LIKE 'operation_record_%' AND relkind = 'r'), 0)::bigint,
                   coalesce(sum(pg_table_size(oid)) FILTER (WHERE relname LIKE 'operation_record_%' AND relkind = 'r'), 0)::bigint,
                   coalesce(sum(pg_indexes_size(oid)) FILTER (WHERE relname LIKE 'operation_record_%' AND relkind = 'r'), 0)::bigint,
                   coalesce(sum(pg_total_relation_size(oid)) FILTER (WHERE relname LIKE 'operation_answer_%' AND relkind = 'r'), 0)::bigint
            FROM pg_class WHERE relnamespace = 'querent_receiver'::regnamespace
            """;

    private static final String SELECT_DEPTH =
            "SELECT level + 1 FROM bt_metap('querent_receiver.operation_record_0_pkey')";

    static KeyTables of(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("ANALYZE querent_receiver.operation_record");
            int depth = depth(statement);
            try (ResultSet row = statement.executeQuery(SELECT_SIZES)) {
                row.next();
                return new KeyTables(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), depth);
            }
        }
    }

    private static int depth(Statement statement) {
        try {
            statement.execute("CREATE EXTENSION IF NOT EXISTS pageinspect");
            try (ResultSet row = statement.executeQuery(SELECT_DEPTH)) {
                return row.next() ? row.getInt(1) : 0;
            }
        } catch (SQLException serverWithoutIt) {
            return 0;
        }
    }
}
