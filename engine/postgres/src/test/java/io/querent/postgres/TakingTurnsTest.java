package io.querent.postgres;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.runtime.journal.Party;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal.Claim;
import io.querent.runtime.journal.StoredSaga;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A backlog of one tenant keeps no other waiting, and what a claim reads does not grow with it. */
class TakingTurnsTest {
    private static final int LIMIT = 20;

    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresJournal journal = new PostgresJournal(database.dataSource());

    @AfterEach
    void close() {
        journal.close();
        database.close();
    }

    @Test
    void aBacklogOfOneTenantKeepsNoOtherWaiting() {
        backlog(200);
        due("a", 2);
        due("b", 2);
        due("c", 2);

        List<String> tenants = new ArrayList<>();
        tenants.addAll(claimed(List.of()));
        assertThat(tenants).as("the oldest are the backlog's").containsOnly("default");
        tenants.addAll(claimed(List.of()));

        assertThat(tenants).contains("a", "b", "c");
        assertThat(tenants).filteredOn(tenant -> !tenant.equals("default")).hasSize(6);
        assertThat(tenants).as("nothing is left idle").hasSize(2 * LIMIT);
    }

    @Test
    void moreTenantsThanHaveTheirTurnInOneClaimHaveItInTheNext() {
        backlog(400);
        for (int i = 0; i < 70; i++) {
            due("tenant-" + i, 1);
        }
        Set<String> tenants = new HashSet<>();
        for (int claims = 0; claims < 14; claims++) {
            tenants.addAll(claimed(List.of()));
        }

        assertThat(tenants).hasSize(71);
    }

    @Test
    void lostOwnersAreFoundBehindAnyBacklog() {
        backlog(100);
        story("lost", new Possession.Take("node-2", ofMinutes(1)));
        database.execute("UPDATE querent.saga SET tenant = 'lost', wake_at = now() WHERE owner IS NOT NULL");

        assertThat(claimed(List.of())).contains("lost");
    }

    @Test
    void aPartyThatTheNodeHasNoRoomForIsLeftToOthers() {
        backlog(100);
        due("a", 3);
        List<Party> full = List.of(new Party("default", Payments.DEFINITION.name()));

        assertThat(claimed(full)).containsExactly("a", "a", "a");
        assertThat(claimed(full)).isEmpty();
        assertThat(claimed(List.of())).hasSize(LIMIT);
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

    private List<String> claimed(List<Party> full) {
        return journal.claim(new Claim("node-1", Set.of(Claims.PAYMENT), LIMIT, ofMinutes(1), full)).stream()
                .map(StoredSaga::row)
                .map(row -> row.key().tenant().value())
                .toList();
    }

    private void backlog(int sagas) {
        for (int i = 0; i < sagas; i++) {
            story("backlog-" + i, new Possession.DueIn(Duration.ZERO));
        }
        database.execute("UPDATE querent.saga SET wake_at = wake_at - interval '1 hour'");
    }

    private void due(String tenant, int sagas) {
        for (int i = 0; i < sagas; i++) {
            story(tenant + "-" + i, new Possession.DueIn(Duration.ZERO));
        }
        database.execute("UPDATE querent.saga SET tenant = '" + tenant + "' WHERE business_key LIKE '" + tenant
                + "-%' AND tenant = 'default'");
    }

    private void story(String businessKey, Possession possession) {
        SagaStory story = new SagaStory(businessKey, "node-1");
        story.appendTo(journal, story.start(possession));
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
