package io.querent.benchmarks.server;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Reads what server and JVM have used. Transactions are counted by the ids that were drawn: exact and at once, where
 * {@code pg_stat_database} lags by up to a second.
 */
public final class Meter implements AutoCloseable {
    private static final String SELECT_USED = """
            SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint, pg_current_wal_insert_lsn() - '0/0'::pg_lsn
            """;

    private static final String SELECT_OWN_PROCESS = "SELECT pg_backend_pid()";

    private static final double NANOS_IN_A_SECOND = 1e9;

    private final Connection connection;
    private final Statement statement;
    private final ServerProcesses processes;
    private final OperatingSystemMXBean jvm = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** A meter on a connection of its own, which it closes. */
    public Meter(Connection connection) throws SQLException {
        this.connection = connection;
        this.statement = connection.createStatement();
        try (ResultSet own = statement.executeQuery(SELECT_OWN_PROCESS)) {
            own.next();
            this.processes = ServerProcesses.around(own.getLong(1));
        }
    }

    /** What has been used until now. */
    public Usage read() throws SQLException {
        try (ResultSet used = statement.executeQuery(SELECT_USED)) {
            used.next();
            return new Usage(
                    used.getLong(1),
                    used.getLong(2),
                    processes.cpuSeconds(),
                    jvm.getProcessCpuTime() / NANOS_IN_A_SECOND);
        }
    }

    /** Writes all dirty pages now, so that this does not happen while somebody is measured. */
    public void checkpoint() throws SQLException {
        statement.execute("CHECKPOINT");
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
