package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.contract.MailboxContract;
import io.querent.runtime.admin.AuditLog;
import io.querent.runtime.admin.AuditLog.Deed;
import io.querent.runtime.admin.AuditLog.Entry;
import io.querent.runtime.admin.AuditLog.Filter;
import io.querent.runtime.admin.AuditLog.Verification;
import io.querent.runtime.journal.Delivery.Answer;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit is one chain whoever writes to it, and whoever changes anything of it is found out. */
class AuditLogTest {
    private static final SagaKey SAGA = SagaKey.of("payment", "A:1");

    private TestDatabase database = TestServer.newDatabase();
    private AuditLog audit = new PostgresAdmin(database.dataSource()).audit();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void anEmptyAuditIsIntact() {
        assertThat(audit.verify()).isEqualTo(new Verification(0, null, "", "0".repeat(64)));
        assertThat(audit.find(Filter.all(), null, 10)).isEmpty();
    }

    @Test
    void deedsAndDecisionsAreOneChain() {
        assertThat(audit.write(deed("r-1", "alice", "signed-in", null))).isTrue();
        settle("d-1", Answer.REFUSED);
        assertThat(audit.write(deed("r-2", "bob", "bulk-started", null))).isTrue();

        List<Entry> entries = audit.find(Filter.all(), null, 10);

        assertThat(entries).extracting(Entry::number).containsExactly(3L, 2L, 1L);
        assertThat(entries.get(2).previousHash()).isEqualTo("0".repeat(64));
        assertThat(entries.get(1).previousHash()).isEqualTo(entries.get(2).hash());
        assertThat(entries.get(0).previousHash()).isEqualTo(entries.get(1).hash());
        assertThat(entries.get(0).at()).isAfterOrEqualTo(entries.get(1).at());
        assertThat(entries.get(0).deed()).isEqualTo(deed("r-2", "bob", "bulk-started", null));
        assertThat(entries.get(1).deed()).satisfies(decided -> {
            assertThat(decided.action()).isEqualTo("confirm-failed");
            assertThat(decided.operator()).isEqualTo("alice");
            assertThat(decided.reason()).isEqualTo("customer waits");
            assertThat(decided.outcome()).isEqualTo("REFUSED");
            assertThat(decided.saga()).isEqualTo(SAGA);
        });
        assertThat(audit.verify())
                .isEqualTo(new Verification(3, null, "", entries.get(0).hash()));
    }

    @Test
    void aRequestThatComesAgainTakesNoPlaceInTheChain() {
        assertThat(audit.write(deed("r-1", "alice", "signed-in", null))).isTrue();
        assertThat(audit.write(deed("r-1", "mallory", "signed-out", null))).isFalse();
        assertThat(audit.write(deed("r-1", "alice", "exported", SAGA)))
                .as("the id is another one where it is about a saga")
                .isTrue();
        assertThat(audit.write(deed("r-1", "alice", "exported", SAGA))).isFalse();

        assertThat(audit.find(Filter.all(), null, 10)).extracting(Entry::number).containsExactly(2L, 1L);
        assertThat(audit.verify().intact()).isTrue();
    }

    @Test
    void whoeverWritesAtTheSameTimeTheNumbersHaveNoGap() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(6);
        CyclicBarrier together = new CyclicBarrier(6);
        List<Future<Integer>> written = new ArrayList<>();
        for (int writer = 0; writer < 6; writer++) {
            int own = writer;
            written.add(pool.submit(() -> {
                together.await();
                int count = 0;
                for (int i = 0; i < 40; i++) {
                    // Every second id is used by all of them.
                    String id = i % 2 == 0 ? "shared-" + i : own + "-" + i;
                    count += audit.write(deed(id, "alice", "signed-in", null)) ? 1 : 0;
                }
                return count;
            }));
        }
        int all = 0;
        for (Future<Integer> each : written) {
            all += each.get();
        }
        pool.shutdown();

        assertThat(all).isEqualTo(6 * 20 + 20);
        assertThat(audit.verify()).satisfies(found -> {
            assertThat(found.intact()).as(found.finding()).isTrue();
            assertThat(found.entries()).isEqualTo(140);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE querent.audit SET operator = 'mallory'",
                "DELETE FROM querent.audit",
                "TRUNCATE querent.audit",
                "DELETE FROM querent.audit_head"
            })
    void nothingIsChangedOrRemoved(String statement) {
        audit.write(deed("r-1", "alice", "signed-in", null));

        assertThatThrownBy(() -> database.execute(statement))
                .rootCause()
                .hasMessageContaining("QRT-6000")
                .hasMessageContaining("only ever added to");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "operator = 'mallory'",
                "received_at = received_at - interval '1 microsecond'",
                "settled_at = settled_at + interval '1 microsecond'",
                "request_id = 'r-9'",
                "action = 'signed-out'",
                "outcome = 'REFUSED'",
                "answer = 1",
                "reason = NULL",
                "detail = detail || ' '",
                "content = '{ }'",
                "saga_id = gen_random_uuid()",
                "bucket = bucket + 1",
                "tenant = 'other'",
                "definition = 'other'",
                "business_key = 'other'",
                "previous_hash = repeat('f', 64)",
                "hash = repeat('f', 64)"
            })
    void aChangedEntryIsFoundWhateverWasChanged(String change) {
        fill();

        tamper("UPDATE querent.audit SET " + change + " WHERE number = 3");

        assertThat(audit.verify().firstBroken()).isEqualTo(3);
        assertThat(audit.verify().finding()).contains("QRT-6002", "entry 3");
    }

    @Test
    void aRemovedEntryIsFound() {
        fill();

        tamper("DELETE FROM querent.audit WHERE number = 3");

        assertThat(audit.verify().firstBroken()).isEqualTo(3);
        assertThat(audit.verify().finding()).contains("missing");
    }

    @Test
    void removedLastEntriesAreFound() {
        fill();
        String head = audit.verify().head();

        tamper("DELETE FROM querent.audit WHERE number > 3");

        assertThat(audit.verify().firstBroken()).isEqualTo(4);
        assertThat(audit.verify().finding()).contains("the last one was number 5");
        assertThat(audit.verify().head()).isNotEqualTo(head);
    }

    @Test
    void anAuditThatWasEmptiedIsFound() {
        fill();

        tamper("DELETE FROM querent.audit");
        assertThat(audit.verify().firstBroken()).isEqualTo(1);

        tamper("DELETE FROM querent.audit_head");
        assertThat(audit.verify().finding()).contains("nothing says any more");
    }

    @Test
    void entriesThatChangedPlacesAreFound() {
        fill();

        tamper("UPDATE querent.audit SET number = 100 WHERE number = 2");
        tamper("UPDATE querent.audit SET number = 2 WHERE number = 4");
        tamper("UPDATE querent.audit SET number = 4 WHERE number = 100");

        assertThat(audit.verify().firstBroken()).isEqualTo(2);
    }

    @Test
    void anEntryThatWasPutBehindTheLastIsFound() {
        fill();

        tamper(
                "INSERT INTO querent.audit SELECT received_at, settled_at, bucket, answer, saga_id, 'r-6', tenant, definition,"
                        + " business_key, operator, detail, content, number + 1, action, outcome, reason, hash, hash"
                        + " FROM querent.audit WHERE number = 5");

        assertThat(audit.verify().firstBroken()).isEqualTo(6);
    }

    @Test
    void aBackendThatHasNotHeardOfTheChainWritesToItAllTheSame() {
        database.execute(
                "INSERT INTO querent.audit (received_at, bucket, answer, saga_id, request_id, tenant, definition,"
                        + " business_key, operator, detail, content) VALUES (now(), 7, 3, gen_random_uuid(), 'd-1', 'default', 'payment',"
                        + " 'A:1', 'alice', 'why', '{\"kind\":\"decided\",\"sender\":\"alice\",\"decision\":\"cancel\","
                        + "\"evidence\":\"\\u0000 \\\"decision\\\":\\\"forged\\\"\",\"reason\":\"r\"}')");

        assertThat(audit.find(Filter.all(), null, 10)).singleElement().satisfies(entry -> {
            assertThat(entry.deed().action()).isEqualTo("cancel");
            assertThat(entry.deed().outcome()).isEqualTo("REFUSED");
            assertThat(entry.deed().reason()).isEqualTo("r");
        });
        assertThat(audit.verify().intact()).isTrue();
    }

    @Test
    void whatWasThereBeforeTheChainIsItsBeginning() {
        database.close();
        database = TestServer.newEmptyDatabase();
        Flyway.configure(PostgresSchema.class.getClassLoader())
                .dataSource(database.simple(database.port()))
                .schemas("querent")
                .table("migration")
                .locations(PostgresSchema.MIGRATIONS)
                .target("8")
                .load()
                .migrate();
        for (int i = 0; i < 30; i++) {
            database.execute(
                    "INSERT INTO querent.audit (received_at, settled_at, bucket, answer, saga_id, request_id, tenant,"
                            + " definition, business_key, operator, detail, content) VALUES (now(), now() - interval '"
                            + i
                            + " min', 7, 1, gen_random_uuid(), 'd-" + i + "', 'default', 'payment', 'A:" + i
                            + "', 'alice', NULL, '{\"kind\":\"woken\",\"sender\":\"alice\",\"reason\":\"b\\u0000\"}')");
        }

        PostgresSchema.migrate(database.simple(database.port()));

        audit = new PostgresAdmin(database.dataSource()).audit();
        assertThat(audit.verify().finding()).isEmpty();
        assertThat(audit.verify().entries()).isEqualTo(30);
        assertThat(audit.find(Filter.all(), null, 1)).singleElement().satisfies(entry -> {
            assertThat(entry.deed().requestId()).isEqualTo("d-0");
            assertThat(entry.deed().action()).isEqualTo("wake");
        });
        audit.write(deed("r-1", "alice", "signed-in", null));
        assertThat(audit.verify().intact()).isTrue();
    }

    @Test
    void entriesAreFoundByAllThatPeopleKnowOfThem() {
        fill();
        settle("d-1", Answer.REFUSED);
        List<Entry> all = audit.find(Filter.all(), null, 100);

        assertThat(numbers(new Filter("bob", null, null, null, null, null))).containsExactly(4L, 2L);
        assertThat(numbers(new Filter(null, "exported", null, null, null, null)))
                .containsExactly(5L, 3L, 1L);
        assertThat(numbers(new Filter(null, null, SAGA, null, null, null))).containsExactly(6L, 5L, 3L, 1L);
        assertThat(numbers(new Filter(null, null, null, "REFUSED", null, null))).containsExactly(6L);
        assertThat(numbers(new Filter("alice", "exported", SAGA, "APPLIED", null, null)))
                .containsExactly(5L, 3L, 1L);
        assertThat(numbers(new Filter(null, null, null, null, all.get(2).at(), null)))
                .containsExactly(6L, 5L, 4L);
        assertThat(numbers(new Filter(null, null, null, null, null, all.get(2).at())))
                .containsExactly(3L, 2L, 1L);
        assertThat(numbers(new Filter(null, null, null, null, all.get(0).at().plusSeconds(60), null)))
                .isEmpty();
        assertThat(audit.find(Filter.all(), 4L, 2)).extracting(Entry::number).containsExactly(3L, 2L);
        assertThat(numbers(new Filter("a' OR true; --\0", null, null, null, null, null)))
                .isEmpty();
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> audit.find(Filter.all(), null, AuditLog.LONGEST_PAGE + 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\0b", "\uD800"})
    void aDeedThatCouldNotBeRecognisedIsRefused(String id) {
        assertThatThrownBy(() -> audit.write(deed(id, "alice", "signed-in", null)))
                .isInstanceOf(QuerentException.class)
                .hasMessageContaining("QRT-6001");
        assertThatThrownBy(() -> audit.write(deed("r-1", id, "signed-in", null)))
                .isInstanceOf(QuerentException.class)
                .hasMessageContaining("QRT-6001");
        assertThatThrownBy(() -> audit.write(new Deed("r-1", "a", "signed-in", null, "APPLIED", "", "", "no json")))
                .isInstanceOf(QuerentException.class)
                .hasMessageContaining("QRT-6001");
        assertThat(audit.verify().entries()).isZero();
    }

    @Test
    void whatPeopleWroteIsKeptAsTextAndChainsLikeAnything() {
        String hostile = "7:it's; DROP TABLE querent.audit; -- \u202E \uD83D\uDCB8\n-\n";
        audit.write(new Deed(
                hostile,
                hostile,
                "exported",
                null,
                "APPLIED",
                hostile + "\0",
                "x".repeat(5_000),
                "{\"a\":\"\\u0000\"}"));

        assertThat(audit.verify().intact()).isTrue();
        assertThat(audit.find(Filter.all(), null, 1).get(0).deed()).satisfies(kept -> {
            assertThat(kept.operator()).isEqualTo(hostile);
            assertThat(kept.reason()).isEqualTo(hostile + "\uFFFD");
            assertThat(kept.detail()).hasSize(2_000);
        });
    }

    /** What docs/operations.md tells an auditor to ask. */
    @Test
    void anAuditorFindsByHandWhatTheCheckFinds() throws Exception {
        fill();
        Matcher query = Pattern.compile("```sql\\n(WITH chained AS[^`]*)```")
                .matcher(Files.readString(Path.of("../../docs/operations.md")));
        assertThat(query.find()).isTrue();
        assertThat(database.texts(query.group(1))).isEmpty();

        tamper("UPDATE querent.audit SET operator = 'mallory' WHERE number = 3");
        tamper("DELETE FROM querent.audit WHERE number = 5");

        assertThat(database.texts(query.group(1))).containsExactly("3", "5");
    }

    private List<Long> numbers(Filter filter) {
        return audit.find(filter, null, 100).stream().map(Entry::number).toList();
    }

    /** Of two operators, the odd ones about a saga. */
    private void fill() {
        for (int i = 1; i <= 5; i++) {
            boolean odd = i % 2 == 1;
            audit.write(deed("r-" + i, odd ? "alice" : "bob", odd ? "exported" : "signed-in", odd ? SAGA : null));
        }
    }

    private void settle(String id, Answer answer) {
        try (PostgresJournal journal = new PostgresJournal(database.dataSource())) {
            journal.mailbox()
                    .settle(
                            journal.mailbox().deliver(MailboxContract.decided(SAGA, id)),
                            new Settlement(answer, "because"));
        }
    }

    /** As only somebody can who may do anything. */
    private void tamper(String statement) {
        database.execute("SET session_replication_role = replica; " + statement);
    }

    private static Deed deed(String id, String operator, String action, @Nullable SagaKey saga) {
        return new Deed(id, operator, action, saga, "APPLIED", "because", "detail", "{\"n\":1}");
    }
}
