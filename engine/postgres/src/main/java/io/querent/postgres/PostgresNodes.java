package io.querent.postgres;

import io.querent.runtime.admin.NodeReportCodec;
import io.querent.runtime.admin.Nodes;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** What nodes say of themselves, one row each. Thread-safe. */
final class PostgresNodes implements Nodes {
    /** Three reports, and a little for the way. */
    private static final Duration SILENT_AFTER = Duration.ofSeconds(16);

    private static final String UPSERT = """
            INSERT INTO querent.node AS n (name, report) VALUES (?, ?::json)
            ON CONFLICT ON CONSTRAINT node_key DO UPDATE SET report = excluded.report, reported_at = statement_timestamp()
            """;

    private static final String DELETE_OLD =
            "DELETE FROM querent.node WHERE reported_at < statement_timestamp() - interval '1 day'";

    private static final String DELETE_ONE = "DELETE FROM querent.node WHERE name = ?";

    private static final String SELECT_HEARD = """
            SELECT name, report, reported_at, reported_at < statement_timestamp() - make_interval(secs => ?)
            FROM querent.node WHERE reported_at >= statement_timestamp() - interval '1 day'
            ORDER BY name
            """;

    private final Database database;
    private final NodeReportCodec codec = new NodeReportCodec();

    PostgresNodes(Database database) {
        this.database = database;
    }

    @Override
    public void report(Report report) {
        database.autoCommitted("reporting of node " + report.node(), connection -> {
            try (PreparedStatement upsert = connection.prepareStatement(UPSERT);
                    PreparedStatement delete = connection.prepareStatement(DELETE_OLD)) {
                upsert.setString(1, report.node());
                upsert.setString(2, codec.encode(report));
                delete.executeUpdate();
                return upsert.executeUpdate();
            }
        });
    }

    @Override
    public void forget(String node) {
        database.autoCommitted("forgetting node " + node, connection -> {
            try (PreparedStatement delete = connection.prepareStatement(DELETE_ONE)) {
                delete.setString(1, node);
                return delete.executeUpdate();
            }
        });
    }

    @Override
    public List<Heard> all() {
        return database.autoCommitted("reading what nodes report", connection -> {
            List<Heard> heard = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(SELECT_HEARD)) {
                select.setDouble(1, WakeUp.seconds(SILENT_AFTER));
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        heard.add(read(rows));
                    }
                }
            }
            return heard;
        });
    }

    private Heard read(ResultSet row) throws SQLException {
        return new Heard(
                codec.decode(row.getString(1), row.getString(2)),
                row.getObject(3, OffsetDateTime.class).toInstant(),
                row.getBoolean(4));
    }
}
