package io.querent.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Moves histories on to the present month: a saga's period and its events'. It holds the saga's row meanwhile, so nobody appends; position
 * and transaction of the events stay, so readers of the log notice nothing. Who has read the row and comes for the events finds none
 * under the old period, and reads the row again: see {@link StoredSagas}.
 */
final class HistoryMoves {
    /** Rows that others are writing are left out. */
    private static final String LOCK = """
            SELECT s.bucket, s.saga_id, s.period
            FROM unnest(?::smallint[], ?::uuid[], ?::integer[]) AS n(bucket, saga_id, period)
            JOIN querent.saga AS s ON s.bucket = n.bucket AND s.saga_id = n.saga_id AND s.period = n.period
            WHERE n.bucket BETWEEN 0 AND 1023
            ORDER BY s.saga_id
            FOR UPDATE OF s SKIP LOCKED
            """;

    /** One saga at a time, so that the statement touches two partitions and locks no others. */
    private static final String MOVE_EVENTS =
            "UPDATE querent.event SET period = ? WHERE bucket = ? AND period = ? AND saga_id = ?";

    private static final String MOVE_SAGA =
            "UPDATE querent.saga SET period = ? WHERE bucket = ? AND saga_id = ? AND period = ?";

    /** Now; where the month has no partition yet because its events went elsewhere, the beginning of the next one that has. */
    private static final String SELECT_TARGET = """
            SELECT CASE WHEN to_regclass('querent.event_' || to_char(now.at, 'YYYY_MM')) IS NOT NULL
                THEN querent.event_period(now.at) ELSE querent.event_period(date_trunc('month', now.at) + interval '1 month') END
            FROM (SELECT statement_timestamp() AT TIME ZONE 'UTC' AS at) AS now
            """;

    private HistoryMoves() {}

    /** Moves what nobody is writing to just now, in the transaction that is open. Returns those that were moved. */
    static Set<UUID> move(Connection connection, List<MonthSagas.Located> sagas) throws SQLException {
        if (sagas.isEmpty()) {
            return Set.of();
        }
        int target = target(connection);
        List<MonthSagas.Located> locked = lock(connection, sagas);
        Set<UUID> moved = new HashSet<>();
        try (PreparedStatement events = connection.prepareStatement(MOVE_EVENTS);
                PreparedStatement rows = connection.prepareStatement(MOVE_SAGA)) {
            for (MonthSagas.Located each : locked) {
                events.setInt(1, target);
                events.setShort(2, (short) each.id().bucket());
                events.setInt(3, each.period());
                events.setObject(4, each.id().value());
                int unused = events.executeUpdate();
                rows.setInt(1, target);
                rows.setShort(2, (short) each.id().bucket());
                rows.setObject(3, each.id().value());
                rows.setInt(4, each.period());
                if (rows.executeUpdate() != 1) {
                    throw new SQLException("a saga's row that is locked has changed", "40001");
                }
                moved.add(each.id().value());
            }
        }
        return moved;
    }

    private static List<MonthSagas.Located> lock(Connection connection, List<MonthSagas.Located> sagas)
            throws SQLException {
        Set<UUID> locked = new HashSet<>();
        try (PreparedStatement select = connection.prepareStatement(LOCK)) {
            Parameters.of(select)
                    .shorts(MonthSagas.buckets(sagas))
                    .uuids(MonthSagas.ids(sagas))
                    .integers(
                            sagas.stream().mapToInt(MonthSagas.Located::period).toArray());
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    locked.add(rows.getObject(2, UUID.class));
                }
            }
        }
        List<MonthSagas.Located> found = new ArrayList<>(sagas);
        found.removeIf(each -> !locked.contains(each.id().value()));
        return found;
    }

    private static int target(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_TARGET);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }
}
