package io.querent.benchmarks.server;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Reads what server and JVM have used. Transactions are counted by the ids that were drawn: exact and at once, where
 * {@code pg_stat_database} lags by up to a second. One thread at a time.
 */
public final class Meter implements AutoCloseable {
    private static final String SELECT_USED = """
            SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint, pg_current_wal_insert_lsn() - '0/0'::pg_lsn
            """;

    private static final String SELECT_SIZES = """
            SELECT coalesce(sum(pg_table_size(oid)), 0), coalesce(sum(pg_indexes_size(oid)), 0) FROM pg_class
            WHERE relkind = 'r' AND relnamespace = to_regnamespace(?)
            """;

    private static final String SELECT_OWN_PROCESS = "SELECT pg_backend_pid()";

    private static final double NANOS_IN_A_SECOND = 1e9;

    private final Connection connection;
    private final Statement statement;
    private final PreparedStatement sizes;
    private final ServerProcesses processes;
    private final WalContent wal;
    private final OperatingSystemMXBean jvm = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** A meter on a connection of its own, which it closes. */
    public Meter(Connection connection) throws SQLException {
        this.connection = connection;
        this.statement = connection.createStatement();
        this.sizes = connection.prepareStatement(SELECT_SIZES);
        this.wal = WalContent.of(connection);
        try (ResultSet own = statement.executeQuery(SELECT_OWN_PROCESS)) {
            own.next();
            this.processes = ServerProcesses.around(own.getLong(1));
        }
    }

    /** Where all counts stood at a moment. Only what was used since means something. */
    public static final class Reading {
        private final String schema;
        private final Counts counts;
        private final Sizes sizes;

        private Reading(String schema, Counts counts, Sizes sizes) {
            this.schema = schema;
            this.counts = counts;
            this.sizes = sizes;
        }
    }

    private record Counts(
            long transactions,
            long walPosition,
            long roundTrips,
            double serverCpuSeconds,
            double jvmCpuSeconds,
            double allocatedBytes) {}

    private record Sizes(long heapBytes, long indexBytes) {}

    /**
     * Reads before a load.
     *
     * @param schema whose tables and whose connections are looked at, as in {@link Server#connect}
     */
    public Reading read(String schema) throws SQLException {
        Sizes sizesNow = readSizes(schema);
        return new Reading(schema, readCounts(schema), sizesNow);
    }

    /** What a load has used since {@code before}. Looking into it takes a while; what that uses does not count. */
    public Usage since(Reading before) throws SQLException {
        Counts from = before.counts;
        Counts until = readCounts(before.schema);
        Sizes sizesNow = readSizes(before.schema);
        return new Usage(
                until.transactions - from.transactions,
                until.roundTrips - from.roundTrips,
                until.walPosition - from.walPosition,
                wal.fullPageBytes(from.walPosition, until.walPosition),
                sizesNow.heapBytes - before.sizes.heapBytes,
                sizesNow.indexBytes - before.sizes.indexBytes,
                until.serverCpuSeconds - from.serverCpuSeconds,
                until.jvmCpuSeconds - from.jvmCpuSeconds,
                until.allocatedBytes - from.allocatedBytes);
    }

    /** Writes all dirty pages now, so that this does not happen while somebody is measured. */
    public void checkpoint() throws SQLException {
        statement.execute("CHECKPOINT");
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private Counts readCounts(String schema) throws SQLException {
        try (ResultSet used = statement.executeQuery(SELECT_USED)) {
            used.next();
            return new Counts(
                    used.getLong(1),
                    used.getLong(2),
                    RoundTrips.of(schema).made(),
                    processes.cpuSeconds(),
                    jvm.getProcessCpuTime() / NANOS_IN_A_SECOND,
                    Allocation.bytes());
        }
    }

    private Sizes readSizes(String schema) throws SQLException {
        sizes.setString(1, schema);
        try (ResultSet row = sizes.executeQuery()) {
            row.next();
            return new Sizes(row.getLong(1), row.getLong(2));
        }
    }
}
