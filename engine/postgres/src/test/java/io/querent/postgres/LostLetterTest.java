package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Delivery.Answer;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Mailbox;
import io.querent.saga.SagaKey;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The connection is lost while the mailbox is written, before or after the server has committed: repeating finds out (C56). */
class LostLetterTest {
    private static final Set<String> RUNS = Set.of("payment");
    private static final SagaKey SAGA = SagaKey.of("payment", "A:1");
    private static final Settlement APPLIED = new Settlement(Answer.APPLIED, "");

    private final TestDatabase database = TestServer.newDatabase();
    private final CuttingProxy proxy = new CuttingProxy(database.port());

    /** Statements travel with their text every time, so that the proxy can tell them apart. */
    private final HikariDataSource throughProxy = database.pool(proxy.port(), config -> {
        var source = database.simple(proxy.port());
        source.setPrepareThreshold(0);
        config.setDataSource(source);
    });

    private final PostgresJournal journal = new PostgresJournal(throughProxy);
    private final Mailbox mailbox = journal.mailbox();

    @AfterEach
    void close() {
        journal.close();
        throughProxy.close();
        proxy.close();
        database.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLetterDeliveredAgainIsStoredOnce(boolean serverActs) {
        lost("INSERT INTO querent.mailbox", serverActs, () -> mailbox.deliver(MailboxTest.told(SAGA, "m-1")));
        assertThat(count("mailbox")).isEqualTo(serverActs ? 1 : 0);

        Delivery delivered = mailbox.deliver(MailboxTest.told(SAGA, "m-1"));

        assertThat(delivered.settlement()).isEmpty();
        assertThat(count("mailbox")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void lettersTakenByNobodyComeBack(boolean serverActs) {
        mailbox.deliver(MailboxTest.told(SAGA, "m-1"));
        later();

        lost("SKIP LOCKED", serverActs, () -> mailbox.take("node-1", RUNS, 10));

        assertThat(mailbox.take("node-2", RUNS, 10)).hasSize(serverActs ? 0 : 1);
        later();
        assertThat(mailbox.take("node-2", RUNS, 10)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDecisionSettledAgainIsAuditedOnce(boolean serverActs) {
        mailbox.deliver(MailboxTest.decided(SAGA, "d-1"));
        later();
        Delivery taken = mailbox.take("node-1", RUNS, 10).get(0);

        lost("INSERT INTO querent.audit", serverActs, () -> mailbox.settle(taken, APPLIED));
        assertThat(count("audit")).isEqualTo(serverActs ? 1 : 0);

        assertThat(mailbox.settle(taken, APPLIED)).isEqualTo(!serverActs);
        assertThat(count("audit")).isEqualTo(1);
        assertThat(mailbox.find(SAGA.id(), "d-1").orElseThrow().settlement()).hasValue(APPLIED);
    }

    @Test
    void aRepeatAfterTheAnswerWasLostIsToldWhatBecameOfTheFirst() {
        lost("INSERT INTO querent.mailbox", true, () -> mailbox.deliver(MailboxTest.decided(SAGA, "d-1")));
        later();
        Delivery taken = mailbox.take("node-2", RUNS, 10).get(0);
        mailbox.settle(taken, new Settlement(Answer.REFUSED, "moved"));

        assertThat(mailbox.deliver(MailboxTest.decided(SAGA, "d-1")).settlement())
                .hasValue(new Settlement(Answer.REFUSED, "moved"));
    }

    private void lost(String statement, boolean serverActs, Runnable work) {
        CountDownLatch cut = serverActs ? proxy.cutAfter(statement) : proxy.cutBefore(statement);
        assertThatExceptionOfType(JournalUnavailableException.class).isThrownBy(work::run);
        assertThat(cut.getCount()).isZero();
    }

    private void later() {
        database.execute("UPDATE querent.mailbox SET look_at = look_at - interval '11 seconds'");
    }

    private long count(String table) {
        return database.count("SELECT count(*) FROM querent." + table);
    }
}
