package io.querent.postgres.cases;

import static io.querent.postgres.cases.Payments.downstream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.decision.Authority;
import io.querent.decision.SagaStatus;
import io.querent.outbox.MessagePublisher;
import io.querent.outbox.OutboxRelay;
import io.querent.outbox.RelaySettings;
import io.querent.postgres.JdbcLocalTransactions;
import io.querent.postgres.Messages;
import io.querent.postgres.PostgresEngine;
import io.querent.postgres.PostgresJournal;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.runtime.SagaHandle;
import io.querent.saga.Done;
import io.querent.saga.Message;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import io.querent.saga.RetryBudget;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepHandle;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages on their way to a broker behind a real socket: at least once, in order where order was asked for. */
class RelayTest extends EngineCase {
    private static final StepHandle<Booking> CHARGE = StepHandle.of("charge", Booking.class);
    private static final RelaySettings SETTINGS = RelaySettings.DEFAULT.withBudget(
            new RetryBudget(1_000, Duration.ofDays(1), Duration.ofMillis(10), Duration.ofMillis(50)));

    private final BrokerServer broker = new BrokerServer();
    private final List<AutoCloseable> open = new ArrayList<>();

    record Told(String number, BigDecimal amount) {}

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        broker.close();
    }

    private PostgresJournal journal() {
        PostgresJournal journal = new PostgresJournal(database().dataSource());
        open.add(journal);
        return journal;
    }

    private OutboxRelay relay(PostgresJournal journal, RelaySettings settings) {
        OutboxRelay relay = OutboxRelay.start(journal.outbox(), broker.publisher(), settings);
        open.add(0, relay);
        return relay;
    }

    private static SagaDefinition<Order> books(boolean refused) {
        return Saga.define(refused ? "refused" : "books", Order.class)
                .businessKey(Order::number)
                .step(
                        "book",
                        Done.class,
                        step -> step.request(Order.class, view -> view.input())
                                .inTransaction((call, order) -> book(order))
                                .needsNoUndo("the booking is only a note"))
                .publish(
                        "tell",
                        step -> step.after("book")
                                .message(view -> new Message<>(
                                        "bookings",
                                        "acct-1",
                                        new Told(
                                                view.input().number(),
                                                view.input().amount())))
                                .takenBackBy(view -> new Message<>(
                                        "bookings",
                                        "acct-1",
                                        new Told(
                                                "back-" + view.input().number(),
                                                view.input().amount()))))
                .step(
                        CHARGE,
                        step -> step.after("tell")
                                .downstream(downstream("bank").build())
                                .request(String.class, view -> view.input().number())
                                .call((call, number) -> refused
                                        ? Outcome.rejected("51", "no funds")
                                        : Outcome.succeeded(new Booking(number, BigDecimal.ONE)))
                                .cannotBeQueried("the case's bank always answers")
                                .needsNoUndo("it is the last step"))
                .build();
    }

    private static Outcome<Done> book(Order order) throws java.sql.SQLException {
        try (var insert = JdbcLocalTransactions.currentConnection().prepareStatement("INSERT INTO note VALUES (?)")) {
            insert.setString(1, order.number());
            insert.executeUpdate();
        }
        return Outcome.done();
    }

    private PostgresEngine engine(MessagePublisher publisher, SagaDefinition<?>... definitions) {
        database().execute("CREATE TABLE IF NOT EXISTS note (number text PRIMARY KEY)");
        PostgresEngine engine = PostgresEngine.open(
                database().dataSource(), Node.settings("a"), transactions -> List.of(definitions), publisher, SETTINGS);
        open.add(0, engine);
        return engine;
    }

    @Test
    void aSagaTellsTheWorldAndTakesItBackInOrder() throws Exception {
        PostgresEngine engine = engine(broker.publisher(), books(false), books(true));

        SagaHandle good = engine.engine().start(books(false), Order.of("good", "5.10"));
        assertThat(end(good).status()).isEqualTo(SagaStatus.COMPLETED);
        SagaHandle bad = engine.engine().start(books(true), Order.of("bad", "7.00"));
        assertThat(end(bad).status()).isEqualTo(SagaStatus.COMPENSATED);

        await().until(() -> broker.acknowledgedIds().size() == 3);
        assertThat(broker.acknowledgedIds())
                .containsExactly(
                        "default:books:good:tell", "default:refused:bad:tell", "default:refused:bad:tell.undo");
        assertThat(broker.arrivals().get(0).payload()).isEqualTo("{\"number\":\"good\",\"amount\":5.10}");
        assertThat(database().count("SELECT count(*) FROM note")).isEqualTo(2);
        await().until(() -> engine.relay().orElseThrow().counters().sent() == 3);
    }

    @Test
    void whatDiesBetweenBrokerAndDatabaseIsSentAgainUnderTheSameId() {
        PostgresJournal journal = journal();
        String id = Messages.write(journal, "1", "t", "a");
        String next = Messages.write(journal, "2", "t", "a");
        HikariDataSource doomed = open("doomed").dataSource;
        PostgresJournal doomedJournal = new PostgresJournal(doomed);
        broker.behave(arrival -> {
            if (arrival.times() == 1 && arrival.id().equals(id)) {
                doomed.close();
            }
            return 200;
        });
        OutboxRelay dying = OutboxRelay.start(
                doomedJournal.outbox(), broker.publisher(), SETTINGS.withTimeLimit(Duration.ofMillis(500)));
        await().until(() -> dying.counters().sent() == 1);
        dying.close();
        doomedJournal.close();

        relay(journal, SETTINGS);

        await().until(() -> broker.acknowledgedIds().size() == 3);
        assertThat(broker.acknowledgedIds()).containsExactly(id, id, next);
    }

    @Test
    void eachLineKeepsItsOrderThroughFailuresAndTwoRelays() {
        PostgresJournal journal = journal();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            String id = Messages.write(journal, "n" + i, "t", "line-" + i % 3);
            if (i % 3 == 0) {
                expected.add(id);
            }
        }
        AtomicInteger count = new AtomicInteger();
        broker.behave(arrival -> count.incrementAndGet() % 4 == 0 ? 503 : 200);

        relay(journal, SETTINGS);
        relay(journal(), SETTINGS);

        await().until(() -> journal.outbox().figures().waiting() == 0);
        assertThat(broker.acknowledgedIds()).hasSize(60).doesNotHaveDuplicates();
        assertThat(broker.acknowledgedIds()).filteredOn(expected::contains).containsExactlyElementsOf(expected);
        assertThat(broker.mostAtOnce()).isEqualTo(1);
    }

    @Test
    void aMessageThatNobodyTakesIsParkedWhileOthersFlow() {
        PostgresJournal journal = journal();
        String poison = Messages.write(journal, "poison", "t", "a");
        String behind = Messages.write(journal, "behind", "t", "a");
        broker.behave(arrival -> arrival.id().equals(poison) && arrival.times() <= 3 ? 400 : 200);
        OutboxRelay relay = relay(
                journal,
                SETTINGS.withBudget(
                        new RetryBudget(3, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(20))));
        String other = Messages.write(journal, "other", "t", "b");

        await().until(() -> relay.counters().parked() == 1);
        await().until(() -> broker.acknowledgedIds().equals(List.of(other)));
        assertThat(journal.outbox().parked(10))
                .singleElement()
                .satisfies(parked -> assertThat(parked.error()).contains("the broker answered 400"));

        assertThat(journal.outbox()
                        .redrive(
                                new OperationKey(poison),
                                new Authority("ann", "the topic exists now", Authority.UNSEEN, "r-1")))
                .isTrue();
        await().until(() -> broker.acknowledgedIds().size() == 3);
        assertThat(broker.acknowledgedIds()).containsExactly(other, poison, behind);
    }

    @Test
    void aBrokerThatHangsIsLeftAfterTheLimitAndOthersGoOn() {
        PostgresJournal journal = journal();
        String hanging = Messages.write(journal, "hanging", "t", null);
        CountDownLatch never = new CountDownLatch(1);
        broker.behave(arrival -> {
            if (arrival.id().equals(hanging) && arrival.times() == 1) {
                never.await();
            }
            return 200;
        });
        OutboxRelay relay = relay(journal, SETTINGS.withTimeLimit(Duration.ofMillis(300)));
        String other = Messages.write(journal, "other", "t", null);

        await().until(() -> broker.acknowledgedIds().equals(List.of(other, hanging)));
        assertThat(relay.counters().failed()).isEqualTo(1);
        never.countDown();
    }

    @Test
    void closingWaitsForWhatIsBeingSent() throws Exception {
        PostgresJournal journal = journal();
        Messages.write(journal, "1", "t", null);
        CountDownLatch there = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        broker.behave(arrival -> {
            there.countDown();
            go.await();
            return 200;
        });
        OutboxRelay relay = relay(journal, SETTINGS);
        there.await();
        Thread closing = new Thread(relay::close);
        closing.start();
        Messages.write(journal, "2", "t", null);
        go.countDown();
        closing.join();

        assertThat(database().count("SELECT count(*) FROM querent.outbox WHERE answer = 1"))
                .isEqualTo(1);
        assertThat(journal.outbox().figures().waiting()).isEqualTo(1);
    }

    @Test
    void aMessageThatCannotBeStoredIsReviewed() throws Exception {
        SagaDefinition<Order> unfit = Saga.define("unfit", Order.class)
                .businessKey(Order::number)
                .publish(
                        "tell",
                        step -> step.message(view -> new Message<>("a\0b", null, "hello"))
                                .needsNoUndo("nobody heard it"))
                .build();
        PostgresEngine engine = engine(broker.publisher(), unfit);

        SagaHandle saga = engine.engine().start(unfit, Order.of("nul", "1.00"));

        await().until(() -> saga.status() == SagaStatus.IN_REVIEW);
        assertThat(database().count("SELECT count(*) FROM querent.outbox")).isZero();
    }
}
