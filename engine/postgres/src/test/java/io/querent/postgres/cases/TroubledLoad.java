package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.postgres.JdbcLocalTransactions;
import io.querent.postgres.TestDatabase;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.postgres.cases.ScriptedBank.Payment;
import io.querent.runtime.SagaHandle;
import io.querent.saga.Call;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.RetryBudget;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaView;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sagas that use all that an engine does with its database, one after the other on several threads, and what must be true of them
 * whatever befell the database meanwhile. Their downstreams are never in trouble, so every deviation is the database's doing.
 *
 * <p>{@code hold -> note -> charge}: a call that can be undone, a row in a transaction, a call. Of each four orders one is told once
 * to come again, and waits in the database for that; of each five one is declined, and undoes its hold.
 */
final class TroubledLoad {
    private static final int THREADS = 12;
    private static final long LONGEST_SECONDS = 120;

    private final ScriptedBank holds = new ScriptedBank();
    private final ScriptedBank bank = new ScriptedBank();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final List<CompletableFuture<Void>> threads = new ArrayList<>();
    private volatile boolean stopped;

    /** A table of the application's. */
    static void prepare(TestDatabase database) {
        database.execute("CREATE TABLE note (number text NOT NULL)");
    }

    SagaDefinition<Order> definition() {
        return Saga.define("troubled", Order.class)
                .businessKey(Order::number)
                .step(
                        "hold",
                        Booking.class,
                        step -> step.downstream(Payments.downstream("holds").build())
                                .request(Payment.class, TroubledLoad::request)
                                .call((call, payment) -> askedToComeAgain(call, payment)
                                        ? Outcome.notExecuted("busy", "come again")
                                        : holds.send(call, payment))
                                .query((call, payment) -> holds.ask(call))
                                .matchesByKeyAlone("the case's holds are ours")
                                .retry(TroubledLoad::soon)
                                .compensate(
                                        Done.class,
                                        undo -> undo.request(Payment.class, (saga, hold) -> request(saga))
                                                .call((call, payment) -> {
                                                    holds.send(call, payment);
                                                    return Outcome.done();
                                                })
                                                .query((call, payment) -> holds.ask(call) instanceof QueryResult.Found
                                                        ? QueryResult.found(Done.DONE)
                                                        : QueryResult.notFound())
                                                .matchesByKeyAlone("the case's holds are ours")))
                .step(
                        "note",
                        Done.class,
                        step -> step.after("hold")
                                .request(Payment.class, TroubledLoad::request)
                                .inTransaction((call, payment) -> note(payment))
                                .retry(budget -> budget.attempts(1))
                                .needsNoUndo("a note does no harm"))
                .step(
                        "charge",
                        Booking.class,
                        step -> step.after("note")
                                .downstream(Payments.downstream("bank").build())
                                .request(Payment.class, TroubledLoad::request)
                                .call((call, payment) -> isDeclined(payment.account())
                                        ? Outcome.rejected("51", "insufficient funds")
                                        : bank.send(call, payment))
                                .query((call, payment) -> isDeclined(payment.account())
                                        ? QueryResult.foundRejected("51", "insufficient funds")
                                        : bank.ask(call))
                                .matchesByKeyAlone("the case's bank is ours"))
                .build();
    }

    /** Starts sagas on this node until {@link #stop}. */
    void begin(Node node) {
        SagaDefinition<Order> definition = definition();
        for (int i = 0; i < THREADS; i++) {
            threads.add(CompletableFuture.runAsync(() -> run(node, definition), task -> {
                Thread thread = new Thread(task, "load");
                thread.setDaemon(true);
                thread.start();
            }));
        }
    }

    /** Waits until so many more sagas have ended. */
    void awaitMore(int sagas) {
        int reached = ended.get() + sagas;
        await().atMost(Duration.ofSeconds(LONGEST_SECONDS)).until(() -> ended.get() >= reached || anyFailed());
        assertNoneFailed();
    }

    /** No further saga is started. Those that run have to end by themselves. */
    void stop() {
        stopped = true;
    }

    /** How many sagas run now. */
    int underWay() {
        return begun.get() - ended.get();
    }

    /** Waits until all sagas have ended, and holds them against the books. */
    void assertAllIsWell(Node node, TestDatabase database) throws Exception {
        stop();
        for (CompletableFuture<Void> thread : threads) {
            thread.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        }
        int sagas = begun.get();
        long declined = numbers(sagas).stream().filter(TroubledLoad::isDeclined).count();
        assertThat(database.texts("SELECT business_key || ' ' || status FROM querent.saga"))
                .as("completed (10), or compensated (11) because the bank declined and for nothing else")
                .containsExactlyInAnyOrderElementsOf(numbers(sagas).stream()
                        .map(number -> number + (isDeclined(number) ? " 11" : " 10"))
                        .toList());
        assertThat(events(database, "operation-rejected")).isEqualTo(declined);
        assertThat(events(database, "operation-given-up") + events(database, "review-opened"))
                .isZero();
        assertThat(database.texts("SELECT payload::text FROM querent.history WHERE type = 'attempt-not-executed'"))
                .as("what the downstream said, or that this node held a call back because it could not renew a lease")
                .allSatisfy(payload -> assertThat(payload).containsAnyOf("come again", "lease-ended", "slot-ended"));
        assertThat(database.count("SELECT count(*) FROM note")).isEqualTo(sagas);
        assertThat(database.count("SELECT count(DISTINCT number) FROM note")).isEqualTo(sagas);
        for (String number : numbers(sagas)) {
            String key = "default:troubled:" + number + ":";
            assertOnce(holds, key + "hold");
            assertOnce(isDeclined(number) ? holds : bank, key + (isDeclined(number) ? "hold.undo" : "charge"));
            assertThat(holds.sends(key + "hold.undo") + bank.sends(key + "charge"))
                    .as("either charged or undone")
                    .isEqualTo(1);
        }
        assertThat(node.journal.countWithoutWakeUp()).isZero();
    }

    private void run(Node node, SagaDefinition<Order> definition) {
        while (!stopped) {
            Order order = Order.of("n" + begun.getAndIncrement(), "10.00");
            try {
                SagaHandle handle = node.engine
                        .startAsync(definition, order)
                        .toCompletableFuture()
                        .get(LONGEST_SECONDS, TimeUnit.SECONDS);
                handle.result().toCompletableFuture().get(LONGEST_SECONDS, TimeUnit.SECONDS);
            } catch (Exception failure) {
                throw new IllegalStateException("order " + order.number(), failure);
            }
            ended.incrementAndGet();
        }
    }

    private boolean anyFailed() {
        return threads.stream().anyMatch(CompletableFuture::isCompletedExceptionally);
    }

    private void assertNoneFailed() {
        threads.stream().filter(CompletableFuture::isCompletedExceptionally).forEach(CompletableFuture::join);
    }

    private static void assertOnce(ScriptedBank books, String key) {
        assertThat(books.effects(key)).as("effects of %s", key).isEqualTo(1);
        assertThat(books.sends(key)).as("sends of %s", key).isEqualTo(1);
        assertThat(books.distinctBodies(key)).as("bodies of %s", key).isEqualTo(1);
    }

    private static long events(TestDatabase database, String type) {
        return database.count("SELECT count(*) FROM querent.history WHERE type = '" + type + "'");
    }

    private static List<String> numbers(int sagas) {
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < sagas; i++) {
            numbers.add("n" + i);
        }
        return numbers;
    }

    private static Payment request(SagaView<Order> saga) {
        return new Payment(saga.input().number(), saga.input().amount());
    }

    private static RetryBudget soon(RetryBudget budget) {
        return budget.backoff(Duration.ofMillis(20), Duration.ofMillis(100));
    }

    private static Outcome<Done> note(Payment payment) throws SQLException {
        insertNote(payment.account());
        return Outcome.done();
    }

    /** Writes a note in the transaction of the step that runs on this thread. */
    static void insertNote(String number) throws SQLException {
        try (PreparedStatement insert =
                JdbcLocalTransactions.currentConnection().prepareStatement("INSERT INTO note VALUES (?)")) {
            insert.setString(1, number);
            insert.executeUpdate();
        }
    }

    private static boolean askedToComeAgain(Call call, Payment payment) {
        return comesAgain(payment.account()) && call.attempt() == 1;
    }

    private static boolean comesAgain(String number) {
        return index(number) % 4 == 1;
    }

    private static boolean isDeclined(String number) {
        return index(number) % 5 == 3;
    }

    private static int index(String number) {
        return Integer.parseInt(number.substring(1));
    }
}
