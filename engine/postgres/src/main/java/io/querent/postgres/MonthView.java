package io.querent.postgres;

import io.querent.runtime.retention.Retention.Month;
import io.querent.runtime.retention.Retention.Progress;
import io.querent.runtime.retention.Retention.Reason;
import io.querent.runtime.retention.RetentionPolicy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What is said of a month before anything happens to it. */
final class MonthView {
    private static final String SELECT_SIZE = """
            SELECT pg_total_relation_size(c.oid), greatest(c.reltuples, 0)::bigint
            FROM pg_catalog.pg_class AS c WHERE c.oid = to_regclass(?)
            """;

    private static final String SELECT_ANY = "SELECT FROM %s LIMIT 1";

    private static final int PAGE = 1_000;

    private MonthView() {}

    static Month of(Connection connection, EventMonth month, Progress progress, Map<Reason, Long> kept)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_SIZE)) {
            select.setString(1, month.table());
            try (ResultSet row = select.executeQuery()) {
                boolean isThere = row.next();
                return new Month(
                        month.month(), progress, isThere ? row.getLong(1) : 0, isThere ? row.getLong(2) : 0, kept);
            }
        }
    }

    /** Goes through the whole month, without its payloads. */
    static Map<Reason, Long> kept(Connection connection, EventMonth month, RetentionPolicy policy) throws SQLException {
        Map<Reason, Long> counts = new EnumMap<>(Reason.class);
        MonthSagas.Place place = MonthSagas.Place.START;
        List<MonthSagas.Located> page;
        do {
            page = MonthSagas.page(connection, month.table(), place, PAGE);
            MonthSagas.kept(connection, page, policy.keepHistory())
                    .values()
                    .forEach(reason -> counts.merge(reason, 1L, Long::sum));
            if (!page.isEmpty()) {
                place = MonthSagas.Place.after(page.get(page.size() - 1));
            }
        } while (!page.isEmpty());
        return counts;
    }

    static boolean isEmpty(Connection connection, String table) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_ANY.formatted(table));
                ResultSet row = select.executeQuery()) {
            return !row.next();
        }
    }
}
