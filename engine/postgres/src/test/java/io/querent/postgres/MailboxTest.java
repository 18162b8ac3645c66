package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.contract.MailboxContract;
import io.querent.contract.Storage;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Delivery.Answer;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Mailbox;
import io.querent.saga.QuerentException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A letter is stored once, looked at by one node at a time, and settled once; what a person sends is audited. */
class MailboxTest extends MailboxContract {
    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresStorage storage = new PostgresStorage(database);
    private final PostgresJournal journal = storage.journal();
    private final Mailbox mailbox = journal.mailbox();

    @AfterEach
    void close() {
        journal.close();
        database.close();
    }

    @Override
    protected Storage storage() {
        return storage;
    }

    @Test
    void aLetterThatManyDeliverAtOnceIsStoredOnce() throws Exception {
        List<PostgresJournal> journals = IntStream.range(0, 3)
                .mapToObj(each -> new PostgresJournal(patientPool()))
                .toList();
        List<Callable<Delivery>> callers = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            Mailbox door = journals.get(i % 3).mailbox();
            callers.add(() -> door.deliver(told(SAGA, "m-1")));
        }

        List<Delivery> deliveries = atOnce(callers);

        assertThat(deliveries).hasSize(64).containsOnly(deliveries.get(0));
        assertThat(count("mailbox")).isEqualTo(1);
        assertThat(mailbox.countWaiting()).isEqualTo(1);
        journals.forEach(PostgresJournal::close);
    }

    @Test
    void aLetterIsSettledAndAuditedOnceWhoeverTries() throws Exception {
        mailbox.deliver(decided(SAGA, "d-1"));
        Delivery taken = due("node-1", 10).get(0);
        List<Callable<Boolean>> both = List.of(
                () -> mailbox.settle(taken, APPLIED),
                () -> mailbox.settle(taken, new Settlement(Answer.REFUSED, "moved")));

        assertThat(atOnce(both)).containsExactlyInAnyOrder(true, false);

        assertThat(count("audit")).isEqualTo(1);
        assertThat(database.count("SELECT count(*) FROM querent.audit AS a JOIN querent.mailbox AS m"
                        + " ON a.request_id = m.message_id AND a.answer = m.answer"))
                .isEqualTo(1);
        assertThat(mailbox.settle(taken, APPLIED)).isFalse();
        assertThat(due("node-1", 10)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Answer.class)
    void whatAPersonSentIsAuditedHoweverItEndedAndWhatADownstreamToldIsNot(Answer answer) {
        mailbox.deliver(told(SAGA, "m-1"));
        mailbox.deliver(decided(SAGA, "d-1"));
        mailbox.deliver(new Letter(SAGA, "w-1", new Letter.Woken("bob", "hurry")));

        for (Delivery each : due("node-1", 10)) {
            assertThat(mailbox.settle(each, new Settlement(answer, "because"))).isTrue();
        }

        assertThat(count("audit")).isEqualTo(2);
        assertThat(database.count("SELECT count(*) FROM querent.audit WHERE request_id = 'd-1' AND operator = 'alice'"
                        + " AND answer = " + LetterRow.code(answer) + " AND detail = 'because' AND business_key = 'A:1'"
                        + " AND content ->> 'decision' = 'confirm-failed' AND content ->> 'reason' = 'customer waits'"))
                .isEqualTo(1);
        assertThat(database.count("SELECT count(*) FROM querent.audit WHERE request_id = 'w-1' AND operator = 'bob'"))
                .isEqualTo(1);
    }

    @Test
    void aLetterThatCannotBeAuditedIsNotSettled() {
        mailbox.deliver(decided(SAGA, "d-1"));
        Delivery taken = due("node-1", 10).get(0);
        database.execute("ALTER TABLE querent.audit ADD CONSTRAINT full_disk CHECK (false)");

        assertThatExceptionOfType(JournalUnavailableException.class).isThrownBy(() -> mailbox.settle(taken, APPLIED));

        assertThat(mailbox.find(SAGA.id(), "d-1").orElseThrow().settlement()).isEmpty();
        database.execute("ALTER TABLE querent.audit DROP CONSTRAINT full_disk");
        assertThat(mailbox.settle(taken, APPLIED)).isTrue();
    }

    @Test
    void aLetterThatCannotBeReadKeepsNoOtherWaitingAndIsParkedInTheEnd() {
        mailbox.deliver(told(SAGA, "newer"));
        mailbox.deliver(told(SAGA, "damaged"));
        mailbox.deliver(told(SAGA, "good"));
        database.execute("UPDATE querent.mailbox SET payload = '{\"kind\":\"teleported\",\"sender\":\"s\"}'"
                + " WHERE message_id = 'newer'");
        database.execute("UPDATE querent.mailbox SET payload = '[]' WHERE message_id = 'damaged'");

        assertThat(ids(due("node-1", 10))).containsExactly("good");

        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(() -> mailbox.find(SAGA.id(), "newer"))
                .withMessageContaining("QRT-3012")
                .withMessageContaining("teleported");
        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(() -> mailbox.deliver(told(SAGA, "damaged")))
                .withMessageContaining("QRT-3013");
        assertThat(database.count("SELECT count(*) FROM querent.mailbox WHERE look_at > now() + interval '1 minute'"))
                .as("put off, not given up")
                .isEqualTo(2);
        age("received_at", 25);
        assertThat(mailbox.park(Duration.ofHours(24), 10)).isEqualTo(2);
        assertThat(mailbox.countWaiting()).isEqualTo(1);
    }

    /** What has just been delivered is first left to whoever delivered it; that time is over. */
    private List<Delivery> due(String node, int limit) {
        database.execute("UPDATE querent.mailbox SET look_at = look_at - interval '1 second' WHERE looks = 0");
        return mailbox.take(node, RUNS, limit);
    }

    private void age(String column, int hours) {
        database.execute("UPDATE querent.mailbox SET " + column + " = " + column + " - interval '" + hours + " hours'");
    }

    private long count(String table) {
        return database.count("SELECT count(*) FROM querent." + table);
    }

    private HikariDataSource patientPool() {
        return database.pool(database.port(), config -> config.setConnectionTimeout(60_000));
    }

    private static List<String> ids(List<Delivery> deliveries) {
        return deliveries.stream().map(each -> each.letter().messageId()).toList();
    }

    private static <T> List<T> atOnce(List<Callable<T>> callers) throws Exception {
        CyclicBarrier together = new CyclicBarrier(callers.size());
        ExecutorService pool = Executors.newFixedThreadPool(callers.size());
        List<Future<T>> futures = new ArrayList<>();
        for (Callable<T> caller : callers) {
            futures.add(pool.submit(() -> {
                together.await();
                return caller.call();
            }));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> each : futures) {
            results.add(each.get());
        }
        pool.shutdown();
        return results;
    }
}
