package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.querent.runtime.admin.AuditLog;
import io.querent.runtime.admin.AuditLog.Entry;
import io.querent.runtime.admin.AuditLog.Filter;
import io.querent.runtime.admin.CaseNotes;
import io.querent.runtime.admin.CaseNotes.CaseId;
import io.querent.runtime.admin.CaseNotes.Claim;
import io.querent.runtime.admin.CaseNotes.Comment;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One person looks after a case at a time, and all that is said about it is kept and audited. */
class CaseNotesTest {
    private static final SagaKey SAGA = SagaKey.of("payment", "A:1");
    private static final CaseId CASE = new CaseId(SAGA, "charge", 4);

    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresAdmin admin = new PostgresAdmin(database.dataSource());
    private final CaseNotes notes = admin.caseNotes();

    @BeforeEach
    void open() {
        open(CASE);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aCaseIsClaimedByWhoeverComesFirstAndClaimingAgainChangesNothing() {
        Claim first = notes.claim(CASE, "alice", "c-1").orElseThrow();

        assertThat(first.operator()).isEqualTo("alice");
        assertThat(notes.claim(CASE, "bob", "c-2")).contains(first);
        assertThat(notes.claim(CASE, "alice", "c-1")).contains(first);
        assertThat(notes.claim(CASE, "alice", "c-3")).contains(first);
        assertThat(notes.claims(List.of(CASE, new CaseId(SAGA, "charge", 5), CASE)))
                .containsOnlyKeys(CASE)
                .containsValue(first);
        assertThat(actions()).containsExactly("case-claimed");
    }

    @Test
    void theIdOfAClaimKeepsNoDecisionOutOfTheAudit() {
        assertThat(notes.claim(CASE, "alice", "x")).isPresent();
        notes.comment(CASE, "alice", "I ask the bank", "x");

        assertThat(admin.audit().write(new AuditLog.Deed("x", "bob", "cancel", SAGA, "APPLIED", "", "", "{}")))
                .isTrue();
        assertThat(actions()).containsExactlyInAnyOrder("case-claimed", "case-commented", "cancel");
    }

    @Test
    void ofManyWhoClaimAtOnceOneHasIt() throws Exception {
        CyclicBarrier together = new CyclicBarrier(6);
        ExecutorService pool = Executors.newFixedThreadPool(6);
        List<Future<Optional<Claim>>> claims = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int own = i;
            claims.add(pool.submit(() -> {
                together.await();
                return notes.claim(CASE, "operator-" + own, "c-" + own);
            }));
        }
        List<Claim> told = new ArrayList<>();
        for (Future<Optional<Claim>> each : claims) {
            told.add(each.get().orElseThrow());
        }
        pool.shutdown();

        assertThat(told).containsOnly(told.get(0));
        assertThat(actions()).containsExactly("case-claimed");
    }

    @Test
    void aCaseThatIsNotOpenIsClaimedByNobody() {
        assertThat(notes.claim(new CaseId(SAGA, "charge", 5), "alice", "c-1")).isEmpty();
        notes.claim(CASE, "alice", "c-2");
        database.execute("UPDATE querent.review SET closed_at = now()");

        assertThat(notes.claim(CASE, "bob", "c-3")).isEmpty();
        assertThat(actions()).containsExactly("case-claimed");
    }

    @Test
    void aCaseThatWasGivenBackCanBeClaimedAgain() {
        notes.claim(CASE, "alice", "c-1");

        assertThat(notes.release(CASE, "root", "c-2")).isTrue();
        assertThat(notes.release(CASE, "alice", "c-3")).isFalse();
        assertThat(notes.claims(List.of(CASE))).isEmpty();
        assertThat(notes.claim(CASE, "bob", "c-4").orElseThrow().operator()).isEqualTo("bob");
        assertThat(actions()).containsExactly("case-claimed", "case-released", "case-claimed");
    }

    @Test
    void commentsAreKeptInTheirOrderAndARepeatedOneIsNoSecond() {
        notes.comment(CASE, "alice", "asked the bank", "k-1");
        notes.comment(CASE, "bob", "they never heard of it; <b>'--", "k-2");
        notes.comment(CASE, "alice", "asked the bank", "k-1");

        assertThat(notes.comments(SAGA))
                .extracting(Comment::operator, Comment::text)
                .containsExactly(tuple("alice", "asked the bank"), tuple("bob", "they never heard of it; <b>'--"));
        assertThat(notes.comments(SAGA)).allMatch(each -> each.id().equals(CASE));
        assertThat(notes.comments(SagaKey.of("payment", "A:2"))).isEmpty();
        AuditLog audit = admin.audit();
        assertThat(audit.find(Filter.all(), null, 10)).hasSize(2).first().satisfies(entry -> {
            assertThat(entry.deed().reason()).isEqualTo("they never heard of it; <b>'--");
            assertThat(entry.deed().saga()).isEqualTo(SAGA);
        });
        assertThat(audit.verify().intact()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "a\0b", "\uD800"})
    void aCommentThatSaysNothingOrCannotBeStoredIsRefused(String text) {
        assertThatThrownBy(() -> notes.comment(CASE, "alice", text, "k-1"))
                .isInstanceOf(QuerentException.class)
                .hasMessageContaining("QRT-6003");
        assertThatThrownBy(() -> notes.comment(CASE, "alice", "x".repeat(2_001), "k-1"))
                .hasMessageContaining("QRT-6003");
        assertThat(notes.comments(SAGA)).isEmpty();
    }

    @Test
    void whatCannotBeAuditedIsNotDone() {
        database.execute("ALTER TABLE querent.audit ADD CONSTRAINT full_disk CHECK (false)");

        assertThatThrownBy(() -> notes.claim(CASE, "alice", "c-1")).hasMessageContaining("full_disk");
        assertThatThrownBy(() -> notes.comment(CASE, "alice", "hm", "k-1")).hasMessageContaining("full_disk");

        assertThat(notes.claims(List.of(CASE))).isEmpty();
        assertThat(notes.comments(SAGA)).isEmpty();
    }

    private List<String> actions() {
        List<String> actions = new ArrayList<>(admin.audit().find(Filter.all(), null, 10).stream()
                .map(Entry::deed)
                .map(AuditLog.Deed::action)
                .toList());
        Collections.reverse(actions);
        return actions;
    }

    private void open(CaseId id) {
        database.execute(
                "INSERT INTO querent.review (opened_at, revision, bucket, saga_id, operation, tenant, definition,"
                        + " business_key, reason, detail) VALUES (now(), " + id.revision() + ", "
                        + id.saga().id().bucket() + ", '"
                        + id.saga().id().value() + "', '" + id.operation()
                        + "', 'default', 'payment', 'A:1', 'MISMATCH', '?')");
    }
}
