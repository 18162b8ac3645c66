package io.querent.examples.payment.faultrun.cluster;

import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What a primary says of its standbys. */
final class Standbys {
    private static final String STREAMING = """
            SELECT count(*) = ? AND count(*) FILTER (WHERE sync_state = 'sync') = 1
            FROM pg_stat_replication WHERE state = 'streaming'
            """;

    private Standbys() {}

    /** Whether so many follow the primary, exactly one of them such that commits wait for it. */
    static boolean areComplete(DataSource primary, int count) {
        try {
            return JdbcClient.create(primary)
                    .sql(STREAMING)
                    .param(count)
                    .query(Boolean.class)
                    .single();
        } catch (DataAccessException away) {
            return false;
        }
    }
}
