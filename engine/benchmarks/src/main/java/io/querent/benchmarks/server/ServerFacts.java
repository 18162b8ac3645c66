package io.querent.benchmarks.server;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/** What has to be known of a server to judge figures that were taken on it. */
public final class ServerFacts {
    private static final String SELECT_SETTINGS = """
            SELECT name, current_setting(name) FROM unnest(ARRAY['server_version', 'fsync', 'synchronous_commit',
                'full_page_writes', 'wal_sync_method', 'shared_buffers', 'max_wal_size', 'checkpoint_timeout',
                'wal_compression', 'data_checksums', 'autovacuum']) AS name
            """;

    private ServerFacts() {}

    /** Settings by name. */
    public static Map<String, String> of(Connection connection) throws SQLException {
        Map<String, String> settings = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SELECT_SETTINGS)) {
            while (rows.next()) {
                settings.put(rows.getString(1), rows.getString(2));
            }
        }
        return settings;
    }

    /** @throws IllegalStateException when a confirmed commit could be lost: such figures compare with nothing */
    public static void requireDurable(Map<String, String> settings) {
        for (String name : new String[] {"fsync", "synchronous_commit", "full_page_writes"}) {
            if (!"on".equals(settings.get(name))) {
                throw new IllegalStateException("the server has " + name + "=" + settings.get(name)
                        + ", expected=on; figures without durable commits compare with nothing");
            }
        }
    }
}
