package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.contract.Storage;
import io.querent.contract.TurnsContract;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Turns, kept in PostgreSQL: what a claim reads does not grow with it. */
class TakingTurnsTest extends TurnsContract {
    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresStorage storage = new PostgresStorage(database);

    @AfterEach
    void close() {
        storage.journal().close();
        database.close();
    }

    @Override
    protected Storage storage() {
        return storage;
    }

    @Test
    void whatAClaimReadsDoesNotGrowWithTheBacklog() throws Exception {
        fill(2_000, 40);
        database.execute("ANALYZE querent.saga");
        long soonestOfFew = pagesOfSoonest();
        long turnsOfFew = pagesOfTurns();
        fill(100_000, 1_000);
        database.execute("ANALYZE querent.saga");

        assertThat(pagesOfSoonest()).isLessThan(2 * soonestOfFew + 200);
        assertThat(pagesOfTurns()).isLessThan(2 * turnsOfFew + 400);
    }

    /** Rows without events: they are only looked for. Nine of ten are one tenant's. */
    private void fill(int sagas, int tenants) {
        database.execute("""
                INSERT INTO querent.saga (version, token, started_at, updated_at, wake_at, period, definition_version, bucket, status,
                    saga_id, tenant, definition, business_key, input_hash)
                SELECT 1, 1, now(), now(), now() - make_interval(secs => n), 1, 1, mod(n, 1024), 2, gen_random_uuid(),
                    CASE WHEN mod(n, 10) > 0 THEN 'big' ELSE 'tenant-' || mod(n / 10, %d) END, 'payment', 'k' || n, 'h'
                FROM generate_series(1, %d) AS n
                """.formatted(tenants, sagas));
    }

    private long pagesOfSoonest() throws SQLException {
        return pages(SagaClaims.CLAIM_SOONEST, (connection, explain) -> {
            explain.setString(1, "node-1");
            explain.setDouble(2, 60);
            explain.setArray(3, connection.createArrayOf("text", new String[] {"payment/1"}));
            explain.setInt(4, 100);
            explain.setArray(5, connection.createArrayOf("text", new String[] {"payment/1"}));
            explain.setInt(6, 100);
            explain.setInt(7, 100);
        });
    }

    private long pagesOfTurns() throws SQLException {
        long[] parties;
        try (Connection connection = database.dataSource().getConnection()) {
            parties = new PartyTurns().next(connection, List.of());
        }
        assertThat(parties).hasSizeGreaterThan(15);
        long next = pages(PartyTurns.NEXT, (connection, explain) -> {
            explain.setLong(1, Long.MIN_VALUE);
            explain.setInt(2, PartyTurns.MOST);
            explain.setObject(3, new String[0]);
            explain.setObject(4, new String[0]);
        });
        long claim = pages(SagaClaims.CLAIM_IN_TURNS, (connection, explain) -> {
            explain.setString(1, "node-1");
            explain.setDouble(2, 60);
            explain.setArray(3, connection.createArrayOf("text", new String[] {"payment/1"}));
            explain.setInt(4, 100);
            explain.setObject(5, parties);
            explain.setArray(6, connection.createArrayOf("text", new String[] {"payment/1"}));
            explain.setInt(7, 3);
            explain.setInt(8, 100);
        });
        return next + claim;
    }

    private interface Binding {
        void bind(Connection connection, PreparedStatement explain) throws SQLException;
    }

    /** Pages that the statement touches when it is really run; what it writes is rolled back. */
    private long pages(String sql, Binding binding) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement explain = connection.prepareStatement("EXPLAIN (ANALYZE, BUFFERS) " + sql)) {
                binding.bind(connection, explain);
                StringBuilder plan = new StringBuilder();
                try (ResultSet rows = explain.executeQuery()) {
                    while (rows.next()) {
                        plan.append(rows.getString(1)).append('\n');
                    }
                }
                assertThat(plan.toString()).doesNotContain("Seq Scan on saga").doesNotContain("Sort Key: saga");
                return firstPages(plan.toString());
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
    }

    /** The top node's line comes first and includes what is below it. */
    private static long firstPages(String plan) {
        Matcher line = Pattern.compile("Buffers: shared(?: hit=(\\d+))?(?: read=(\\d+))?")
                .matcher(plan);
        assertThat(line.find()).as(plan).isTrue();
        long hit = line.group(1) == null ? 0 : Long.parseLong(line.group(1));
        long read = line.group(2) == null ? 0 : Long.parseLong(line.group(2));
        return hit + read;
    }
}
