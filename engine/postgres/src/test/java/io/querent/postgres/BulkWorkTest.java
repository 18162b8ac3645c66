package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.runtime.admin.BulkJobs;
import io.querent.runtime.admin.BulkJobs.Item;
import io.querent.runtime.admin.BulkJobs.ItemState;
import io.querent.runtime.admin.BulkJobs.Job;
import io.querent.runtime.admin.BulkJobs.JobState;
import io.querent.runtime.admin.BulkJobs.NewJob;
import io.querent.runtime.admin.BulkJobs.Portion;
import io.querent.runtime.bulk.BulkWork;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.SagaSearch.Filter;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Letters of a bulk job are sent once each and no faster than wanted, whoever sends them and dies over it. */
class BulkWorkTest extends AdminCase {
    private static final Filter PAYMENTS = Filter.all().ofDefinition("payment");

    private final BulkJobs jobs = admin.bulkJobs();
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");

    private BulkWork node(String name) {
        return new BulkWork(jobs, mailbox, name, () -> now);
    }

    private Job running(int sagas, int rate) {
        sagas(sagas);
        Job unused = jobs.freeze(new NewJob("j-1", PAYMENTS, null, "ann", "go on", rate));
        assertThat(jobs.change("j-1", JobState.FROZEN, JobState.RUNNING, "ann", "right", "q-1"))
                .isTrue();
        return job();
    }

    private Job job() {
        return jobs.find("j-1").orElseThrow();
    }

    private long letters() {
        return database.count("SELECT count(*) FROM querent.mailbox");
    }

    /** What the nodes that own the sagas would say. */
    private void settle(int answer, String condition) {
        database.execute("UPDATE querent.mailbox SET look_at = NULL, settled_at = now(), detail = 'said so', answer = "
                + answer + " WHERE answer IS NULL AND " + condition);
    }

    private void turns(BulkWork node, Duration time) {
        for (long passed = 0; passed < time.toMillis(); passed += 100) {
            now = now.plusMillis(100);
            boolean unused = node.turn();
        }
    }

    private void loseLease() {
        database.execute("UPDATE querent.bulk_job SET lease_until = lease_until - interval '11 s'");
    }

    @Test
    void aThousandItemsAreCarriedOutAndEachSaysWhatBecameOfIt() {
        Job unused = running(1_000, 1_000);
        turns(node("a"), Duration.ofSeconds(6));
        assertThat(letters()).isEqualTo(1_000);
        assertThat(job().sent()).isEqualTo(1_000);

        settle(1, "message_id LIKE '%1'");
        settle(2, "message_id LIKE '%2'");
        settle(4, "message_id LIKE '%4'");
        settle(3, "true");
        turns(node("a"), Duration.ofMillis(300));

        assertThat(job().state()).isEqualTo(JobState.DONE);
        assertThat(job().endedAt()).isNotNull();
        assertThat(job().applied()).isEqualTo(100);
        assertThat(job().nothingNew()).isEqualTo(100);
        assertThat(job().parked()).isEqualTo(100);
        assertThat(job().refused()).isEqualTo(700);
        assertThat(jobs.items("j-1", 0, ItemState.REFUSED, 1_000))
                .hasSize(700)
                .allMatch(item -> item.detail().equals("said so"));
        assertThat(jobs.take("a", Duration.ofSeconds(10), 10)).isEmpty();
    }

    @Test
    void noMoreIsSentThanTheRateAllows() {
        Job unused = running(200, 20);
        BulkWork node = node("a");
        assertThat(node.turn()).isTrue();
        assertThat(letters()).isZero();

        for (int second = 1; second <= 4; second++) {
            turns(node, Duration.ofSeconds(1));
            assertThat(letters()).isBetween(20L * second - 1, 20L * second);
        }
        now = now.plusSeconds(60);
        boolean more = node.turn();
        assertThat(more).isTrue();
        assertThat(letters()).as("what a standstill leaves over").isLessThanOrEqualTo(86);
    }

    @Test
    void whoTakesOverSendsNoFaster() {
        Job unused = running(200, 20);
        turns(node("a"), Duration.ofSeconds(2));
        long before = letters();

        loseLease();
        turns(node("b"), Duration.ofSeconds(1));

        assertThat(letters() - before).isBetween(17L, 20L);
    }

    @Test
    void aNodeThatDiesBetweenSendingAndSayingSoIsGoneOnFromWithoutASecondLetter() {
        Job unused = running(50, 100);
        BulkWork doomed = new BulkWork(unrecorded(jobs), mailbox, "a", () -> now);
        boolean begun = doomed.turn();
        now = now.plusMillis(200);
        try {
            begun = doomed.turn();
        } catch (JournalUnavailableException died) {
            assertThat(begun).isTrue();
        }
        assertThat(letters()).isEqualTo(20);
        assertThat(job().planned()).isEqualTo(50);
        settle(1, "message_id = 'bulk:j-1:7'");

        loseLease();
        turns(node("b"), Duration.ofSeconds(2));

        assertThat(letters()).isEqualTo(50);
        assertThat(database.count("SELECT count(*) FROM (SELECT saga_id FROM querent.mailbox GROUP BY saga_id) AS s"))
                .isEqualTo(50);
        assertThat(job().applied()).isEqualTo(1);
        assertThat(job().sent()).isEqualTo(49);
    }

    /** The node is gone before it can say what it has sent. */
    private static BulkJobs unrecorded(BulkJobs jobs) {
        return (BulkJobs) Proxy.newProxyInstance(
                BulkJobs.class.getClassLoader(), new Class<?>[] {BulkJobs.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("record")) {
                        throw new JournalUnavailableException("recording", new IllegalStateException("killed"));
                    }
                    return method.invoke(jobs, arguments);
                });
    }

    @Test
    void twoNodesAtOnceSendEachLetterOnce() throws Exception {
        Job unused = running(300, 1_000);
        List<Callable<Boolean>> nodes = List.of(busy("a"), busy("b"), busy("c"));

        assertThat(atOnce(nodes)).hasSize(3);

        assertThat(letters()).isEqualTo(300);
        assertThat(job().sent()).isEqualTo(300);
    }

    /** Turn after turn, on the machine's own clock. */
    private Callable<Boolean> busy(String name) {
        BulkWork node = new BulkWork(jobs, mailbox, name, java.time.Clock.systemUTC());
        return () -> {
            long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (job().planned() > 0 && System.nanoTime() < until) {
                boolean unused = node.turn();
            }
            return true;
        };
    }

    @Test
    void whatIsPausedOrCancelledSendsNothingMoreAndStillLearnsWhatBecameOfItsLetters() {
        Job unused = running(50, 100);
        BulkWork node = node("a");
        turns(node, Duration.ofMillis(200));
        long sent = letters();
        assertThat(sent).isBetween(1L, 20L);

        assertThat(jobs.change("j-1", JobState.RUNNING, JobState.PAUSED, "ann", "wait", "q-2"))
                .isTrue();
        turns(node, Duration.ofSeconds(1));
        assertThat(letters()).isEqualTo(sent);
        assertThat(jobs.change("j-1", JobState.PAUSED, JobState.CANCELLED, "ann", "wrong", "q-3"))
                .isTrue();
        settle(1, "true");
        turns(node, Duration.ofSeconds(1));

        assertThat(letters()).isEqualTo(sent);
        assertThat(job().state()).isEqualTo(JobState.CANCELLED);
        assertThat(job().applied()).isEqualTo((int) sent);
        assertThat(job().planned()).isEqualTo(50 - (int) sent);
    }

    @Test
    void aNodeThatStoodStillWithAPortionInItsHandsSendsNoMoreOfIt() {
        Job unused = running(50, 100);
        turns(node("a"), Duration.ofMillis(100));
        long before = letters();
        BulkWork slow = new BulkWork(standingStill(jobs), mailbox, "a", () -> now);
        boolean begun = slow.turn();
        now = now.plusSeconds(1);
        begun = slow.turn();

        assertThat(begun).isTrue();
        assertThat(letters()).isEqualTo(before);
    }

    /** A minute passes between taking a portion and its first letter. */
    private BulkJobs standingStill(BulkJobs around) {
        return (BulkJobs) Proxy.newProxyInstance(
                BulkJobs.class.getClassLoader(), new Class<?>[] {BulkJobs.class}, (proxy, method, arguments) -> {
                    Object result = method.invoke(around, arguments);
                    now = method.getName().equals("take") ? now.plusSeconds(60) : now;
                    return result;
                });
    }

    @Test
    void anItemThatCannotBeSentIsRefusedAndKeepsNoOtherWaiting() {
        Job unused = running(3, 100);
        var other = mailbox.deliver(new Letter(order(2), "bulk:j-1:2", new Letter.Woken("mallory", "first")));
        turns(node("a"), Duration.ofSeconds(1));

        assertThat(other.settled()).isNull();
        assertThat(jobs.items("j-1", 0, ItemState.REFUSED, 10))
                .singleElement()
                .satisfies(item -> assertThat(item.number()).isEqualTo(2))
                .satisfies(item -> assertThat(item.detail()).contains("QRT-3006"));
        assertThat(jobs.items("j-1", 0, ItemState.SENT, 10))
                .extracting(Item::number)
                .containsExactly(1, 3);
    }

    @Test
    void resultsAreLookedForInTurnsWhereThereAreMany() {
        Job unused = running(1_100, 1_000);
        turns(node("a"), Duration.ofSeconds(7));
        assertThat(job().sent()).isEqualTo(1_100);
        settle(1, "message_id IN ('bulk:j-1:1090', 'bulk:j-1:5')");

        for (int look = 0; look < 3; look++) {
            Portion portion = jobs.take("a", Duration.ofSeconds(10), 10).orElseThrow();
            assertThat(portion.items()).isEmpty();
        }

        assertThat(job().applied()).isEqualTo(2);
    }
}
