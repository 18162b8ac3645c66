package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.contract.SagaStory;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Identical starts at the same instant, on several nodes, whatever isolation level the database has by default (C31, C55). */
class StartRaceTest {
    private static final int CALLERS = 64;

    private final TestDatabase database = TestServer.newDatabase();
    private final List<PostgresJournal> nodes = new ArrayList<>();

    private void open(String isolation) {
        database.execute(
                "ALTER DATABASE " + database.name() + " SET default_transaction_isolation = '" + isolation + "'");
        for (int i = 0; i < 3; i++) {
            nodes.add(new PostgresJournal(database.pool(database.port(), config -> {})));
        }
    }

    @AfterEach
    void close() {
        nodes.forEach(PostgresJournal::close);
        database.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"read committed", "repeatable read", "serializable"})
    void exactlyOneOfIdenticalStartsCreatesTheSaga(String isolation) throws Exception {
        open(isolation);
        CyclicBarrier together = new CyclicBarrier(CALLERS);
        List<CompletableFuture<AppendResult>> callers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            Append start = new SagaStory("one", "node-" + i % nodes.size()).start();
            PostgresJournal node = nodes.get(i % nodes.size());
            CompletableFuture<AppendResult> caller = new CompletableFuture<>();
            callers.add(caller);
            threads.add(new Thread(() -> {
                try {
                    together.await();
                    caller.complete(SagaStory.outcomeOf(node, start));
                } catch (Exception failure) {
                    caller.completeExceptionally(failure);
                }
            }));
        }
        threads.forEach(Thread::start);

        List<AppendResult> results = callers.stream()
                .map(each -> each.orTimeout(60, TimeUnit.SECONDS).join())
                .toList();
        assertThat(results).filteredOn(AppendResult.Appended.class::isInstance).hasSize(1);
        assertThat(results).filteredOn(AppendResult.Exists.class::isInstance).hasSize(CALLERS - 1);
        assertOneSagaWithOneEvent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"read committed", "repeatable read", "serializable"})
    void losersWaitForAWinnerThatCommitsLate(String isolation) throws Exception {
        open(isolation);
        try (Connection winner = begin()) {
            assertThat(nodes.get(0).appendOn(winner, new SagaStory("one", "winner").start()))
                    .isInstanceOf(AppendResult.Appended.class);
            List<CompletableFuture<AppendResult>> losers = losers();
            RowLock.awaitWaiter(database);
            winner.commit();

            assertThat(results(losers))
                    .allSatisfy(result -> assertThat(result)
                            .isInstanceOfSatisfying(
                                    AppendResult.Exists.class,
                                    exists -> assertThat(exists.row().owner()).isEqualTo("winner")));
        }
        assertOneSagaWithOneEvent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"read committed", "repeatable read", "serializable"})
    void oneOfTheLosersTakesOverFromAWinnerThatRollsBack(String isolation) throws Exception {
        open(isolation);
        try (Connection winner = begin()) {
            nodes.get(0).appendOn(winner, new SagaStory("one", "winner").start());
            List<CompletableFuture<AppendResult>> losers = losers();
            RowLock.awaitWaiter(database);
            winner.rollback();

            assertThat(results(losers))
                    .filteredOn(AppendResult.Appended.class::isInstance)
                    .hasSize(1);
            assertThat(results(losers))
                    .filteredOn(AppendResult.Exists.class::isInstance)
                    .hasSize(2);
        }
        assertOneSagaWithOneEvent();
    }

    private List<CompletableFuture<AppendResult>> losers() {
        List<CompletableFuture<AppendResult>> losers = new ArrayList<>();
        for (PostgresJournal node : nodes) {
            losers.add(node.append(new SagaStory("one", "loser-" + losers.size()).start())
                    .toCompletableFuture());
        }
        return losers;
    }

    private static List<AppendResult> results(List<CompletableFuture<AppendResult>> appends) {
        return appends.stream()
                .map(each -> each.orTimeout(60, TimeUnit.SECONDS).join())
                .toList();
    }

    private Connection begin() throws Exception {
        Connection connection = database.simple(database.port()).getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private void assertOneSagaWithOneEvent() {
        assertThat(database.count("SELECT count(*) FROM querent.saga")).isEqualTo(1);
        assertThat(database.count("SELECT count(*) FROM querent.history")).isEqualTo(1);
    }
}
