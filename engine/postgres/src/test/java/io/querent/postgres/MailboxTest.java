package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.QueryAnswer;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Delivery.Answer;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Mailbox;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
class MailboxTest {
    private static final Set<String> RUNS = Set.of("payment");
    private static final SagaKey SAGA = SagaKey.of("payment", "A:1");
    private static final Settlement APPLIED = new Settlement(Answer.APPLIED, "");

    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresJournal journal = new PostgresJournal(database.dataSource());
    private final Mailbox mailbox = journal.mailbox();

    @AfterEach
    void close() {
        journal.close();
        database.close();
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
    void anIdThatWasUsedForAnotherLetterIsRefusedAndWhatCameFirstCounts() {
        mailbox.deliver(told(SAGA, "m-1"));
        Letter other = new Letter(SAGA, "m-1", new Letter.Told("transfer", "bank", new QueryAnswer.Found("\"y\"")));

        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(() -> mailbox.deliver(other))
                .withMessageContaining("QRT-3006")
                .withMessageContaining("m-1");

        assertThat(mailbox.find(SAGA.id(), "m-1").orElseThrow().letter()).isEqualTo(told(SAGA, "m-1"));
        SagaKey another = SagaKey.of("payment", "A:2");
        assertThat(mailbox.deliver(told(another, "m-1")).letter().saga()).isEqualTo(another);
    }

    @Test
    void aSagaForWhichTooManyWaitTakesNoMoreUntilSomeAreSettled() {
        Delivery first = mailbox.deliver(told(SAGA, "m-0"));
        database.execute("INSERT INTO querent.mailbox"
                + " (bucket, saga_id, message_id, tenant, definition, business_key, payload, look_at)"
                + " SELECT bucket, saga_id, 'n-' || i, tenant, definition, business_key, payload, look_at"
                + " FROM querent.mailbox, generate_series(2, " + Mailbox.MOST_WAITING + ") AS i");

        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(() -> mailbox.deliver(told(SAGA, "one-more")))
                .withMessageContaining("QRT-3005")
                .withMessageContaining("default:payment:A:1");
        assertThat(mailbox.deliver(told(SAGA, "m-0")))
                .as("a repeated one is no more")
                .isEqualTo(first);
        mailbox.deliver(told(SagaKey.of("payment", "A:2"), "one-more"));

        assertThat(mailbox.settle(first, APPLIED)).isTrue();
        assertThat(mailbox.deliver(told(SAGA, "one-more")).settlement()).isEmpty();
    }

    @Test
    void aLetterIsGivenToTheOwnerAloneAndToAnyNodeWhenTheLeaseHasEnded() {
        SagaStory story = new SagaStory("owned", "node-1");
        story.appendTo(journal, story.start());
        mailbox.deliver(told(story.key(), "m-1"));

        assertThat(due("node-2", 10)).isEmpty();
        assertThat(mailbox.take("node-2", RUNS, told(story.key(), "m-1"))).isEmpty();
        assertThat(ids(due("node-1", 10))).containsExactly("m-1");

        mailbox.deliver(told(story.key(), "m-2"));
        database.execute("UPDATE querent.saga SET wake_at = now() - interval '1 second'");
        assertThat(ids(due("node-2", 10))).containsExactly("m-2");
    }

    @Test
    void aLetterForNobodysSagaAndForOneThatDoesNotExistIsGivenToWhoeverRunsItsDefinition() {
        mailbox.deliver(told(SAGA, "m-1"));

        assertThat(mailbox.take("node-1", Set.of("other"), 10)).isEmpty();
        assertThat(mailbox.take("node-1", Set.of("other"), told(SAGA, "m-1"))).isEmpty();
        assertThat(mailbox.take("node-1", RUNS, told(SAGA, "m-1")))
                .hasValueSatisfying(taken -> assertThat(taken.looks()).isEqualTo(1));
    }

    @Test
    void aNewLetterIsLeftToWhoeverDeliveredItFirst() {
        mailbox.deliver(told(SAGA, "m-1"));

        assertThat(mailbox.take("node-1", RUNS, told(SAGA, "m-1"))).isPresent();
        assertThat(mailbox.take("node-1", RUNS, told(SAGA, "m-1"))).as("taken").isEmpty();
        allDue();
        assertThat(mailbox.take("node-2", RUNS, told(SAGA, "m-1")))
                .as("come back")
                .isPresent();
        assertThat(database.count("SELECT count(*) FROM querent.mailbox WHERE looks = 2"))
                .isEqualTo(1);
    }

    @Test
    void lettersAreTakenOldestFirstAndNoMoreThanAskedFor() {
        for (int i = 0; i < 5; i++) {
            mailbox.deliver(told(SAGA, "m-" + i));
        }

        assertThat(ids(due("node-1", 3))).containsExactlyInAnyOrder("m-0", "m-1", "m-2");
        assertThat(ids(due("node-2", 3))).containsExactlyInAnyOrder("m-3", "m-4");
    }

    @Test
    void aLetterWhoseTakerDiedComesBackAndTheTakerHasNoSayAnyMore() {
        mailbox.deliver(told(SAGA, "m-1"));
        Delivery lost = due("node-1", 10).get(0);
        assertThat(due("node-2", 10)).isEmpty();
        allDue();

        Delivery taken = due("node-2", 10).get(0);

        assertThat(taken.looks()).isEqualTo(2);
        assertThat(mailbox.settle(lost, new Settlement(Answer.REFUSED, "what it saw then")))
                .isFalse();
        mailbox.putOff(lost, Duration.ZERO);
        assertThat(due("node-3", 10)).as("put off by one that has no say").isEmpty();
        assertThat(mailbox.settle(taken, APPLIED)).isTrue();
        assertThat(mailbox.find(SAGA.id(), "m-1").orElseThrow().settlement()).hasValue(APPLIED);
    }

    @Test
    void aLetterThatWasPutOffIsGivenWhenItsTimeHasCome() {
        mailbox.deliver(told(SAGA, "m-1"));
        mailbox.putOff(due("node-1", 10).get(0), Duration.ofHours(1));
        assertThat(due("node-1", 10)).isEmpty();
        assertThat(database.count("SELECT count(*) FROM querent.mailbox WHERE look_at > now() + interval '59 minutes'"))
                .isEqualTo(1);

        allDue();
        mailbox.putOff(due("node-1", 10).get(0), Duration.ZERO);
        assertThat(due("node-1", 10)).hasSize(1);
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
    void whatNobodyTookInInTimeIsParkedAndAuditedAndStaysKnown() {
        mailbox.deliver(told(SAGA, "m-old"));
        mailbox.deliver(decided(SAGA, "d-old"));
        age("received_at", 25);
        mailbox.deliver(told(SAGA, "m-young"));
        allDue();

        assertThat(mailbox.park(Duration.ofHours(24), 1)).isEqualTo(1);
        assertThat(mailbox.park(Duration.ofHours(24), 10)).isEqualTo(1);
        assertThat(mailbox.park(Duration.ofHours(24), 10)).isZero();

        assertThat(mailbox.deliver(told(SAGA, "m-old")).settlement())
                .hasValueSatisfying(settled -> assertThat(settled.answer()).isEqualTo(Answer.PARKED));
        assertThat(mailbox.find(SAGA.id(), "m-young").orElseThrow().settlement())
                .isEmpty();
        assertThat(database.count("SELECT count(*) FROM querent.audit WHERE request_id = 'd-old' AND answer = 4"))
                .isEqualTo(1);
        assertThat(count("audit")).isEqualTo(1);
    }

    @Test
    void whatANodeIsLookingAtIsNotParkedBehindItsBack() {
        mailbox.deliver(decided(SAGA, "d-1"));
        age("received_at", 25);
        Delivery taken = due("node-1", 10).get(0);

        assertThat(mailbox.park(Duration.ofHours(24), 10)).isZero();
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

    @Test
    void onlyLettersOfSagasThatEndedLongAgoAreForgotten() {
        SagaStory ended = new SagaStory("ended", "node-1");
        ended.runOn(journal);
        SagaStory running = new SagaStory("running", "node-1");
        running.appendTo(journal, running.start());
        SagaStory justEnded = new SagaStory("just-ended", "node-1");
        justEnded.runOn(journal);
        for (SagaKey saga : List.of(ended.key(), running.key(), justEnded.key(), SAGA)) {
            mailbox.settle(mailbox.deliver(told(saga, "m-1")), APPLIED);
        }
        mailbox.settle(mailbox.deliver(decided(ended.key(), "d-1")), APPLIED);
        age("settled_at", 9 * 24);
        mailbox.settle(mailbox.deliver(told(ended.key(), "m-late")), APPLIED);
        mailbox.deliver(told(ended.key(), "m-waits"));
        database.execute("UPDATE querent.saga SET ended_at = now() - interval '9 days' WHERE business_key = 'ended'");

        assertThat(mailbox.forget(Duration.ofDays(10), 10)).isZero();
        assertThat(mailbox.forget(Duration.ofDays(7), 1)).isEqualTo(1);
        assertThat(mailbox.forget(Duration.ofDays(7), 10)).isEqualTo(1);
        assertThat(mailbox.forget(Duration.ofDays(7), 10)).isZero();

        assertThat(mailbox.find(ended.id(), "m-1")).isEmpty();
        assertThat(mailbox.find(SAGA.id(), "m-1")).as("its saga never came").isEmpty();
        assertThat(mailbox.find(running.id(), "m-1")).isPresent();
        assertThat(mailbox.find(justEnded.id(), "m-1")).isPresent();
        assertThat(mailbox.find(ended.id(), "m-late")).isPresent();
        assertThat(mailbox.find(ended.id(), "m-waits")).isPresent();
        assertThat(mailbox.find(ended.id(), "d-1")).as("it is audited").isPresent();
        assertThat(count("audit")).isEqualTo(1);
    }

    static Letter told(SagaKey saga, String id) {
        return new Letter(saga, id, new Letter.Told("transfer", "bank", new QueryAnswer.Found("\"x\"")));
    }

    static Letter decided(SagaKey saga, String id) {
        OperatorDecision decision = new OperatorDecision.ConfirmFailed("transfer", "51", "the bank said so");
        return new Letter(saga, id, new Letter.Decided(decision, new Authority("alice", "customer waits", 4, id)));
    }

    /** What has just been delivered is first left to whoever delivered it; that time is over. */
    private List<Delivery> due(String node, int limit) {
        database.execute("UPDATE querent.mailbox SET look_at = look_at - interval '1 second' WHERE looks = 0");
        return mailbox.take(node, RUNS, limit);
    }

    private void allDue() {
        database.execute("UPDATE querent.mailbox SET look_at = now() - interval '1 second' WHERE look_at IS NOT NULL");
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
