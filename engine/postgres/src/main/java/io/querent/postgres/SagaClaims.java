package io.querent.postgres;

import io.querent.runtime.journal.SagaJournal.Claim;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Claims: lost owners, and sagas whose time has come, by the database's clock. While everything that is due fits in, soonest first. Where
 * more is due than can be taken, every other claim goes by {@link PartyTurns turns}. Thread-safe.
 */
final class SagaClaims {
    /**
     * An expression and not a join, so that rows are read in the index's order and no more of them than needed. And a choice and not a
     * comparison: of a comparison the planner would expect that hardly any row fits, and read and sort them all to find those.
     */
    private static final String IS_KNOWN =
            "CASE WHEN definition || '/' || definition_version = ANY (?) THEN true ELSE false END";

    /** Where lost owners are, each with its token that is now out of date. Few, and found without reading anything else. */
    private static final String LOST = """
            SELECT bucket, saga_id FROM querent.saga
            WHERE owner IS NOT NULL AND wake_at <= statement_timestamp() AND %s
            ORDER BY wake_at LIMIT ?
            FOR UPDATE SKIP LOCKED
            """.formatted(IS_KNOWN);

    /**
     * The limit around both parts ends the reading; a row that was locked and is not taken is free again at once. On the buckets see
     * {@link SagaWrites}.
     */
    private static final String CLAIM = """
            UPDATE querent.saga AS s
            SET owner = ?, token = s.token + 1, wake_at = statement_timestamp() + make_interval(secs => ?),
                updated_at = statement_timestamp()
            FROM (SELECT bucket, saga_id FROM (%s) AS lost
                  UNION ALL
                  SELECT bucket, saga_id FROM (%s) AS due
                  LIMIT ?) AS chosen
            WHERE chosen.bucket BETWEEN 0 AND 1023 AND s.bucket = chosen.bucket AND s.saga_id = chosen.saga_id
            RETURNING %s
            """;

    static final String CLAIM_SOONEST = CLAIM.formatted(LOST, """
            SELECT bucket, saga_id FROM querent.saga
            WHERE owner IS NULL AND wake_at <= statement_timestamp() AND %s
            ORDER BY wake_at LIMIT ?
            FOR UPDATE SKIP LOCKED
            """.formatted(IS_KNOWN), SagaReads.COLUMNS);

    /** A part of the room for each party; soonest first within it. */
    static final String CLAIM_IN_TURNS = CLAIM.formatted(LOST, """
            SELECT waiting.bucket, waiting.saga_id
            FROM unnest(?::bigint[]) AS party (id)
            CROSS JOIN LATERAL (
                SELECT bucket, saga_id FROM querent.saga
                WHERE querent.party(tenant, definition) = party.id AND owner IS NULL
                    AND wake_at <= statement_timestamp() AND %s
                ORDER BY wake_at LIMIT ?
                FOR UPDATE SKIP LOCKED) AS waiting
            """.formatted(IS_KNOWN), SagaReads.COLUMNS);

    private final PartyTurns turns = new PartyTurns();
    private final AtomicBoolean crowded = new AtomicBoolean();
    private final AtomicBoolean turnsWereLast = new AtomicBoolean();

    List<SagaReads.Located> claim(Connection connection, Claim claim) throws SQLException {
        if (claim.definitions().isEmpty() || claim.limit() < 1) {
            return List.of();
        }
        boolean inTurns = !claim.full().isEmpty() || (crowded.get() && !turnsWereLast.get());
        List<SagaReads.Located> claimed = new ArrayList<>();
        if (inTurns) {
            claimed.addAll(inTurns(connection, claim));
        }
        if (claim.full().isEmpty() && claimed.size() < claim.limit()) {
            claimed.addAll(soonest(connection, claim, claim.limit() - claimed.size()));
        }
        crowded.set(claimed.size() == claim.limit()
                || (crowded.get() && !claim.full().isEmpty()));
        turnsWereLast.set(inTurns);
        return claimed;
    }

    private static List<SagaReads.Located> soonest(Connection connection, Claim claim, int limit) throws SQLException {
        Array known = namesOf(connection, claim);
        try (PreparedStatement update = connection.prepareStatement(CLAIM_SOONEST)) {
            update.setString(1, claim.node());
            update.setDouble(2, WakeUp.seconds(claim.lease()));
            update.setArray(3, known);
            update.setInt(4, limit);
            update.setArray(5, known);
            update.setInt(6, limit);
            update.setInt(7, limit);
            return SagaReads.rows(update);
        }
    }

    private List<SagaReads.Located> inTurns(Connection connection, Claim claim) throws SQLException {
        long[] parties = turns.next(connection, claim.full());
        int each = Math.max(1, claim.limit() / Math.max(1, parties.length));
        Array known = namesOf(connection, claim);
        try (PreparedStatement update = connection.prepareStatement(CLAIM_IN_TURNS)) {
            update.setString(1, claim.node());
            update.setDouble(2, WakeUp.seconds(claim.lease()));
            update.setArray(3, known);
            update.setInt(4, claim.limit());
            update.setObject(5, parties);
            update.setArray(6, known);
            update.setInt(7, each);
            update.setInt(8, claim.limit());
            return SagaReads.rows(update);
        }
    }

    /** The definitions that the node can run, as the statements compare them. */
    private static Array namesOf(Connection connection, Claim claim) throws SQLException {
        return connection.createArrayOf(
                "text",
                claim.definitions().stream()
                        .map(each -> each.name() + '/' + each.version())
                        .toArray());
    }
}
