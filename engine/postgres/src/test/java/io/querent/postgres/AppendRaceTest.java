package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.contract.SagaStory;
import io.querent.decision.SagaEvent;
import io.querent.runtime.call.Workers;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.StoredSaga;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two nodes append to the same few sagas, on the threads that bring the appends and on writers, on a server whose transactions are
 * serializable unless told otherwise, while connections are cut and threads are interrupted. What was said to be appended is there,
 * once, and nothing else is.
 */
@Tag("every-java")
class AppendRaceTest {
    private static final int SAGAS = 6;
    private static final int THREADS = 8;
    private static final int APPENDS = 60;

    private final TestDatabase database = serializable();
    private final CuttingProxy proxy = new CuttingProxy(database.port());
    private final List<PostgresJournal> nodes = List.of(journal(), journal());
    private final Workers workers = Workers.start(THREADS);
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final Set<String> appended = ConcurrentHashMap.newKeySet();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    private static TestDatabase serializable() {
        TestDatabase database = TestServer.newDatabase();
        database.execute("ALTER DATABASE " + database.name() + " SET default_transaction_isolation = 'serializable'");
        return database;
    }

    private PostgresJournal journal() {
        return new PostgresJournal(
                database.pool(proxy.port(), config -> {}),
                JournalSettings.DEFAULT.withWriters(2).withPauses(Duration.ofMillis(1), Duration.ofMillis(20)));
    }

    @AfterEach
    void close() {
        workers.close();
        nodes.forEach(PostgresJournal::close);
        proxy.close();
        database.close();
    }

    @Test
    void whatIsSaidToBeAppendedIsThereOnceAndNothingElseIs() throws Exception {
        List<SagaStory> sagas = IntStream.range(0, SAGAS)
                .mapToObj(i -> new SagaStory("raced-" + i, "node-1"))
                .toList();
        for (SagaStory saga : sagas) {
            saga.appendTo(nodes.get(0), saga.start(new Possession.Take("node-1", Duration.ofHours(1))));
        }
        CountDownLatch end = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            workers.execute(() -> {
                threads.add(Thread.currentThread());
                appendMany(number, sagas);
                threads.remove(Thread.currentThread());
                end.countDown();
            });
        }
        Random random = new Random(7);
        while (!end.await(random.nextInt(10), TimeUnit.MILLISECONDS)) {
            threads.stream().skip(random.nextInt(THREADS)).findFirst().ifPresent(Thread::interrupt);
            if (random.nextInt(20) == 0) {
                proxy.cutAll();
            }
        }

        assertThat(failures).isEmpty();
        List<String> stored = new ArrayList<>();
        // The nodes' pools may still hold connections that the last cut has ended.
        try (PostgresJournal uncut = new PostgresJournal(database.dataSource())) {
            for (SagaStory saga : sagas) {
                StoredSaga found = uncut.find(saga.id()).orElseThrow();
                assertThat(found.events()).hasSize(Math.toIntExact(found.row().version()));
                for (SagaEvent event : found.events()) {
                    if (event instanceof SagaEvent.SagaWoken woken) {
                        stored.add(woken.requestId());
                    }
                }
            }
        }
        assertThat(stored).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(appended);
        assertThat(appended).isNotEmpty().doesNotContainAnyElementsOf(refused);
        assertThat(appended.size() + refused.size()).isEqualTo(THREADS * APPENDS);
    }

    private void appendMany(int number, List<SagaStory> sagas) {
        Random random = new Random(number);
        try {
            for (int i = 0; i < APPENDS; i++) {
                PostgresJournal node = nodes.get(random.nextInt(nodes.size()));
                String request = "request-" + number + "-" + i;
                Append append = next(node, sagas.get(random.nextInt(SAGAS)), request);
                CompletionStage<AppendResult> result =
                        random.nextInt(4) == 0 ? node.append(append) : node.appendHere(append);
                (await(result) instanceof AppendResult.Appended ? appended : refused).add(request);
            }
        } catch (RuntimeException | Error failure) {
            failures.add(failure);
        }
    }

    private static Append next(PostgresJournal node, SagaStory saga, String request) {
        while (true) {
            try {
                return SagaStory.of(node.find(saga.id()).orElseThrow()).wake(request);
            } catch (JournalUnavailableException interruptedOrCut) {
                Thread.interrupted();
            }
        }
    }

    private static AppendResult await(CompletionStage<AppendResult> result) {
        return result.toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
    }
}
