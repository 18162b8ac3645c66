package io.querent.postgres;

import io.querent.runtime.slots.Caps;
import io.querent.runtime.slots.SlotShare;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads who has which slots. */
final class ShareReads {
    private static final String ADD_DOWNSTREAMS = """
            INSERT INTO querent.downstream (name, version)
            SELECT name, 0 FROM unnest(?::text[]) AS n(name)
            ON CONFLICT (name) DO NOTHING
            """;

    /** One statement, so that version and shares are of one moment. A downstream that nobody has a share of is a row of nulls. */
    private static final String SELECT_LIVE = """
            SELECT d.name, d.version, statement_timestamp(), s.holder, s.cap, s.rate_per_second, s.slots, s.wanted, s.queued_at
            FROM querent.downstream AS d
            LEFT JOIN querent.downstream_share AS s ON s.downstream = d.name AND s.lease_until > statement_timestamp()
            WHERE d.name = ANY (?::text[])
            ORDER BY d.name
            """;

    private ShareReads() {}

    /**
     * The shares of one downstream.
     *
     * @param version to be named when one is changed
     * @param readAt the database's time
     * @param live those whose lease had not ended then
     */
    record Shares(String downstream, long version, Instant readAt, List<SlotShare> live) {}

    /** The shares of those downstreams. Makes those known that are not. */
    static Collection<Shares> of(Connection connection, List<String> downstreams) throws SQLException {
        Collection<Shares> found = select(connection, downstreams);
        if (found.size() < downstreams.size()) {
            try (PreparedStatement insert = connection.prepareStatement(ADD_DOWNSTREAMS)) {
                Parameters.of(insert).texts(downstreams.toArray(new String[0]));
                insert.executeUpdate();
            }
            found = select(connection, downstreams);
        }
        return found;
    }

    private static Collection<Shares> select(Connection connection, List<String> downstreams) throws SQLException {
        Map<String, Shares> found = new LinkedHashMap<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT_LIVE)) {
            Parameters.of(select).texts(downstreams.toArray(new String[0]));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    String name = row.getString(1);
                    Shares shares = found.get(name);
                    if (shares == null) {
                        shares = new Shares(name, row.getLong(2), time(row, 3), new ArrayList<>());
                        found.put(name, shares);
                    }
                    if (row.getObject(4) != null) {
                        shares.live().add(share(row));
                    }
                }
            }
        }
        return found.values();
    }

    private static SlotShare share(ResultSet row) throws SQLException {
        return new SlotShare(
                row.getObject(4, UUID.class),
                new Caps(row.getInt(5), row.getInt(6)),
                row.getInt(7),
                row.getInt(8),
                time(row, 9));
    }

    private static Instant time(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
