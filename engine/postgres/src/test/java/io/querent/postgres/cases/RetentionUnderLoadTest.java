package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaStatus;
import io.querent.postgres.PostgresJournal;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.archive.HistoryArchive;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Appends;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.retention.Retention.Report;
import io.querent.saga.SagaKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Nobody who starts, appends or claims is held up for long when a month leaves, and a key stays one across months (C69). */
class RetentionUnderLoadTest extends RetentionCase {
    private static final String HASH = "v1:" + "0".repeat(64);

    @Test
    void sagasStartAndEndWhileAMonthLeavesAndSomebodyReadsTheLog() throws Exception {
        Node node = open("a", buy);
        for (int i = 0; i < 5; i++) {
            paid(node, "old-" + i);
        }
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger ended = new AtomicInteger();
        AtomicLong longest = new AtomicLong();
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String caller = "load-" + i + "-";
            callers.add(CompletableFuture.runAsync(() -> load(node, caller, over, ended, longest)));
        }
        try (Connection reader = DriverManager.getConnection(url(), "postgres", "")) {
            reader.setAutoCommit(false);
            reader.createStatement().execute("SELECT count(*) FROM querent.event");
            CompletableFuture<Report> run = CompletableFuture.supplyAsync(this::run);
            await().until(() -> database().count("SELECT count(*) FROM querent.retired_month") == 1);
            int before = ended.get();
            await().until(() -> ended.get() > before + 20);
            assertThat(run).as("somebody reads the log").isNotDone();
            assertThat(isInLog(LONG_AGO)).isTrue();
            reader.rollback();

            assertThat(run.get(30, TimeUnit.SECONDS).retired()).containsExactly(LONG_AGO);
        }
        int after = ended.get();
        await().until(() -> ended.get() > after + 20);
        over.set(true);
        for (CompletableFuture<Void> each : callers) {
            each.get(30, TimeUnit.SECONDS);
        }
        assertThat(Duration.ofNanos(longest.get()))
                .as(
                        "longest that a whole saga took, which waits once for the lock's limit at most, and for this machine")
                .isLessThan(Duration.ofSeconds(5));
        assertThat(database().count("SELECT count(*) FROM querent.event_other")).isZero();
    }

    @Test
    void twoRunsAtATimeAreOne() throws Exception {
        paid(open("a", buy), "old");
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        HistoryArchive slow = new Slow(archive, writing, goOn);
        CompletableFuture<Report> first =
                CompletableFuture.supplyAsync(() -> retention().run(POLICY, slow, "node-1", () -> false));
        writing.await();

        Report second = retention().run(POLICY, archive, "node-2", () -> false);
        goOn.countDown();

        assertThat(second.isOurs()).isFalse();
        assertThat(first.get(30, TimeUnit.SECONDS).retired()).containsExactly(LONG_AGO);
        assertThat(audited("action = 'history-retired'")).isOne();
        assertThat(retention().standing(POLICY).node()).isEqualTo("node-1");
    }

    @Test
    void aRunThatSleptWritesNothingMore() throws Exception {
        paid(open("a", buy), "old");
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Report> sleeper = CompletableFuture.supplyAsync(
                () -> retention().run(POLICY, new Slow(archive, writing, goOn), "sleeper", () -> false));
        writing.await();
        database().execute("UPDATE querent.retention SET lease_until = '-infinity'");

        assertThat(run().retired()).containsExactly(LONG_AGO);
        goOn.countDown();

        assertThat(sleeper.handle((report, failure) -> String.valueOf(failure)).get(30, TimeUnit.SECONDS))
                .contains("QRT-34");
        assertThat(retention().standing(POLICY).node()).isEqualTo("node-r");
        assertThat(audited("action = 'history-retired'")).isOne();
    }

    @Test
    void oneKeyOnBothSidesOfMidnightAtTheTurnOfAMonthIsOneSaga() throws Exception {
        for (int round = 0; round < 20; round++) {
            SagaKey key = SagaKey.of("buy", "turn-" + round);
            CyclicBarrier together = new CyclicBarrier(2);
            CompletableFuture<AppendResult> before = CompletableFuture.supplyAsync(
                    () -> start(key, Instant.parse("2026-11-30T23:59:59.900Z"), together));
            CompletableFuture<AppendResult> after = CompletableFuture.supplyAsync(
                    () -> start(key, Instant.parse("2026-12-01T00:00:00.100Z"), together));

            List<AppendResult> results = List.of(before.get(30, TimeUnit.SECONDS), after.get(30, TimeUnit.SECONDS));
            assertThat(results)
                    .filteredOn(AppendResult.Appended.class::isInstance)
                    .hasSize(1);
            assertThat(results)
                    .filteredOn(AppendResult.Exists.class::isInstance)
                    .hasSize(1);
        }
        assertThat(database().count("SELECT count(*) FROM querent.saga")).isEqualTo(20);
        assertThat(database().count("SELECT count(*) FROM querent.event")).isEqualTo(20);
    }

    private AppendResult start(SagaKey key, Instant at, CyclicBarrier together) {
        try (PostgresJournal journal = new PostgresJournal(database().dataSource())) {
            SagaCommand.StartSaga command = new SagaCommand.StartSaga(key, "{}", HASH, false, at);
            Decision.Accepted accepted = (Decision.Accepted) Decider.decide(buy, null, command);
            Append append = Appends.of(
                    buy,
                    new Guard.New(buy.version(), HASH),
                    null,
                    accepted.events(),
                    accepted.state(),
                    new Possession.Take("node-" + at, Duration.ofMinutes(1)));
            together.await();
            return journal.append(append).toCompletableFuture().join();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void load(Node node, String caller, AtomicBoolean over, AtomicInteger ended, AtomicLong longest) {
        for (int i = 0; !over.get(); i++) {
            long begun = System.nanoTime();
            SagaHandle saga = node.engine.start(buy, Order.of(caller + i, "10.00"));
            try {
                assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPLETED);
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
            longest.accumulateAndGet(System.nanoTime() - begun, Math::max);
            ended.incrementAndGet();
        }
    }

    /** Takes its time before the first byte. */
    private record Slow(HistoryArchive archive, CountDownLatch writing, CountDownLatch goOn) implements HistoryArchive {
        @Override
        public String place() {
            return archive.place();
        }

        @Override
        public OutputStream create(String name) throws IOException {
            writing.countDown();
            try {
                goOn.await();
            } catch (InterruptedException interrupted) {
                throw new IOException(interrupted);
            }
            return archive.create(name);
        }

        @Override
        public InputStream openUnpublished(String name) throws IOException {
            return archive.openUnpublished(name);
        }

        @Override
        public void publish(String name) throws IOException {
            archive.publish(name);
        }

        @Override
        public InputStream open(String name) throws IOException {
            return archive.open(name);
        }
    }
}
