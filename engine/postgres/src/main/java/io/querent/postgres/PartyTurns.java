package io.querent.postgres;

import io.querent.runtime.journal.Party;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Whose turn it is: the parties that have something waiting, a bounded number of them at a time, round and round. Begins anywhere, so
 * that nodes do not go round in step. Thread-safe.
 */
final class PartyTurns {
    static final int MOST = 32;

    /**
     * Jumps from one party to the next in the index instead of reading what lies between, so the number of sagas does not matter. Those
     * that the node has no room for are jumped over too, and counted, so that a node full of many parties does not read them all.
     */
    static final String NEXT = """
            WITH RECURSIVE party (id, number) AS (
                (SELECT querent.party(tenant, definition), 1 FROM querent.saga
                 WHERE wake_at IS NOT NULL AND owner IS NULL AND querent.party(tenant, definition) > ?
                 ORDER BY querent.party(tenant, definition) LIMIT 1)
                UNION ALL
                SELECT following.id, party.number + 1
                FROM party CROSS JOIN LATERAL (
                    SELECT querent.party(tenant, definition) AS id FROM querent.saga
                    WHERE wake_at IS NOT NULL AND owner IS NULL AND querent.party(tenant, definition) > party.id
                    ORDER BY querent.party(tenant, definition) LIMIT 1) AS following
                WHERE party.number < ?)
            SELECT id, id = ANY (SELECT querent.party(tenant, definition) FROM unnest(?::text[], ?::text[]) AS f(tenant, definition))
            FROM party ORDER BY number
            """;

    private final AtomicLong last = new AtomicLong(ThreadLocalRandom.current().nextLong());

    /** The next ones, without those that are full. */
    long[] next(Connection connection, Collection<Party> full) throws SQLException {
        Set<Long> ready = new LinkedHashSet<>();
        int seen = read(connection, last.get(), MOST, full, ready);
        if (seen < MOST) {
            read(connection, Long.MIN_VALUE, MOST - seen, full, ready);
        }
        return ready.stream().mapToLong(Long::longValue).toArray();
    }

    private int read(Connection connection, long after, int most, Collection<Party> full, Set<Long> ready)
            throws SQLException {
        int seen = 0;
        try (PreparedStatement select = connection.prepareStatement(NEXT)) {
            select.setLong(1, after);
            select.setInt(2, most);
            select.setObject(3, full.stream().map(Party::tenant).toArray(String[]::new));
            select.setObject(4, full.stream().map(Party::definition).toArray(String[]::new));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    seen++;
                    last.set(rows.getLong(1));
                    if (!rows.getBoolean(2)) {
                        ready.add(rows.getLong(1));
                    }
                }
            }
        }
        return seen;
    }
}
