package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.querent.receiver.Body;
import io.querent.receiver.Crowd;
import io.querent.receiver.Debit;
import io.querent.receiver.Execution;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Identical calls at the same instant, at several nodes, whatever the isolation level. */
@Tag("every-java")
class ClaimRaceTest {
    private static final int CALLERS = 64;

    private final ReceiverDatabase database = ReceiverServer.newDatabase();
    private final List<JdbcOperationGuard> nodes = new ArrayList<>();

    private void open(GuardSettings settings) {
        for (int i = 0; i < 3; i++) {
            nodes.add(new JdbcOperationGuard(
                    new JdbcTransactions(database.pool(ReceiverServer.port(), 8)),
                    settings,
                    new GuardCounters(),
                    null));
        }
    }

    @AfterEach
    void close() {
        database.close();
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void exactlyOneOfIdenticalCallsTakesEffectAndAllAreToldTheSame(Isolation isolation) {
        open(GuardSettings.defaults().withIsolation(isolation).withWaitForHolder(Duration.ofSeconds(30)));
        AtomicInteger next = new AtomicInteger();
        List<Execution> told = Crowd.of(
                CALLERS,
                () -> nodes.get(next.getAndIncrement() % nodes.size()).execute(Debit.request("k", 100), Debit.of(100)));

        OperationAnswer answer = OperationAnswer.succeeded(Body.json("{\"debited\":100}"));
        assertThat(told).filteredOn(Execution.Applied.class::isInstance).hasSize(1);
        assertThat(told)
                .filteredOn(each -> each.equals(new Execution.Replayed(answer)))
                .hasSize(CALLERS - 1);
        assertThat(nodes.stream()
                        .mapToLong(each -> each.counters().counts().replays())
                        .sum())
                .isEqualTo(CALLERS - 1);
        assertThat(database.count("SELECT balance FROM account")).isEqualTo(900);
        assertThat(database.count("SELECT count(*) FROM ledger")).isEqualTo(1);
    }

    @Test
    void ofTwoAmountsAtOnceOneWinsAndTheOtherIsAConflict() {
        open(GuardSettings.defaults().withWaitForHolder(Duration.ofSeconds(30)));
        AtomicInteger next = new AtomicInteger();
        List<Execution> told = Crowd.of(8, () -> {
            int caller = next.getAndIncrement();
            long amount = caller % 2 == 0 ? 100 : 120;
            return nodes.get(caller % nodes.size()).execute(Debit.request("k", amount), Debit.of(amount));
        });
        assertThat(told).filteredOn(Execution.Applied.class::isInstance).hasSize(1);
        assertThat(told).filteredOn(Execution.Conflict.class::isInstance).hasSize(4);
        assertThat(database.count("SELECT balance FROM account")).isIn(900L, 880L);
        assertThat(database.count("SELECT count(*) FROM ledger")).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void losersWaitForTheWinnerAndReadWhatItCommitted(Isolation isolation) {
        open(GuardSettings.defaults().withIsolation(isolation).withWaitForHolder(Duration.ofSeconds(30)));
        CountDownLatch commit = new CountDownLatch(1);
        CompletableFuture<Execution> winner = hold(commit, false);
        List<CompletableFuture<Execution>> losers = losers();
        await().until(() -> database.lockWaiters() == 2);
        commit.countDown();
        assertThat(winner.join()).isInstanceOf(Execution.Applied.class);
        assertThat(losers).allSatisfy(each -> assertThat(each.join()).isInstanceOf(Execution.Replayed.class));
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void oneOfTheLosersTakesTheKeyWhenTheWinnerRollsBack(Isolation isolation) {
        open(GuardSettings.defaults().withIsolation(isolation).withWaitForHolder(Duration.ofSeconds(30)));
        CountDownLatch rollBack = new CountDownLatch(1);
        CompletableFuture<Execution> winner = hold(rollBack, true);
        List<CompletableFuture<Execution>> losers = losers();
        await().until(() -> database.lockWaiters() == 2);
        rollBack.countDown();
        assertThatThrownBy(winner::join).hasRootCauseMessage("the winner fails");
        assertThat(losers.stream().map(CompletableFuture::join))
                .hasAtLeastOneElementOfType(Execution.Replayed.class)
                .filteredOn(Execution.Applied.class::isInstance)
                .hasSize(1);
        assertThat(database.count("SELECT balance FROM account")).isEqualTo(900);
    }

    @Test
    void whoHasWaitedInVainIsToldThatSomebodyIsAtIt() {
        open(GuardSettings.defaults().withWaitForHolder(Duration.ofMillis(100)));
        CountDownLatch commit = new CountDownLatch(1);
        CompletableFuture<Execution> winner = hold(commit, false);
        assertThat(losers()).allSatisfy(each -> assertThat(each.join()).isInstanceOf(Execution.InProgress.class));
        commit.countDown();
        assertThat(winner.join()).isInstanceOf(Execution.Applied.class);
    }

    /** Node 0, which has claimed and written when this returns, and goes on at the latch. */
    private CompletableFuture<Execution> hold(CountDownLatch latch, boolean fails) {
        CountDownLatch working = new CountDownLatch(1);
        CompletableFuture<Execution> winner =
                Crowd.start(() -> nodes.get(0).execute(Debit.request("k", 100), transaction -> {
                    OperationAnswer answer = Debit.of(100).run(transaction);
                    working.countDown();
                    assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
                    if (fails) {
                        throw new IllegalStateException("the winner fails");
                    }
                    return answer;
                }));
        await().until(() -> working.getCount() == 0);
        return winner;
    }

    private List<CompletableFuture<Execution>> losers() {
        return nodes.subList(1, 3).stream()
                .map(node -> Crowd.start(() -> node.execute(Debit.request("k", 100), Debit.of(100))))
                .toList();
    }
}
