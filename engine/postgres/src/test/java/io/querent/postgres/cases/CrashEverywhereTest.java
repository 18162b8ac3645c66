package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.postgres.cases.ScriptedBank.Payment;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.SagaHandle;
import io.querent.saga.Call;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * C86: a process dies at every boundary of a saga in turn, with no further traffic. Another node brings every one of them to an
 * end, and each operation took effect as often as the end says.
 */
@Tag("every-java")
class CrashEverywhereTest extends EngineCase {
    private static final EngineSettings SETTINGS = EngineSettings.forNode("survivor")
            .withLease(Duration.ofMillis(800))
            .withPollInterval(Duration.ofMillis(50));

    private final ScriptedBank holds = new ScriptedBank();
    private final ScriptedBank bank = new ScriptedBank();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void c86_whereverTheProcessDiesTheSagaEndsAndNothingHappensTwice(boolean bankAgrees) throws Exception {
        Node survivor = open(SETTINGS, 10, transactions -> List.of(definition(bankAgrees, CrashPoint.NEVER)));
        int boundaries = countBoundaries(bankAgrees);
        assertThat(boundaries).as("boundaries of a saga").isGreaterThanOrEqualTo(12);

        List<Doomed> doomed = new ArrayList<>();
        for (int point = 1; point <= boundaries; point++) {
            doomed.add(startDoomed(point, bankAgrees));
        }

        for (Doomed one : doomed) {
            one.node().crash();
            SagaHandle handle = survivor.engine.start(definition(bankAgrees, CrashPoint.NEVER), one.order());
            assertThat(end(handle).status())
                    .as("saga whose process died at boundary %s", one.order().number())
                    .isEqualTo(bankAgrees ? SagaStatus.COMPLETED : SagaStatus.COMPENSATED);
            String key = handle.key() + ":";
            assertThat(holds.effects(key + "hold")).isEqualTo(1);
            assertThat(holds.effects(key + "hold.undo")).isEqualTo(bankAgrees ? 0 : 1);
            assertThat(bank.effects(key + "charge")).isEqualTo(bankAgrees ? 1 : 0);
            assertThat(holds.distinctBodies(key + "hold")).isEqualTo(1);
        }
        assertThat(survivor.journal.countWithoutWakeUp()).isZero();
    }

    /** A process that dies, and the saga it began. */
    private record Doomed(Node node, Order order) {}

    private Doomed startDoomed(int point, boolean bankAgrees) {
        CrashPoint crash = new CrashPoint(point);
        SagaDefinition<Order> definition = definition(bankAgrees, crash);
        Node node = Node.doomed(nodeSettings("doomed-" + point), url(), crash, definition);
        Order order = Order.of("p" + point, "10.00");
        node.engine.startAsync(definition, order);
        await().until(crash::isDead);
        return new Doomed(node, order);
    }

    private int countBoundaries(boolean bankAgrees) throws Exception {
        CrashPoint counter = new CrashPoint(Integer.MAX_VALUE - 1);
        SagaDefinition<Order> definition = definition(bankAgrees, counter);
        Node node = Node.doomed(nodeSettings("counting"), url(), counter, definition);
        end(node.engine.start(definition, Order.of("count", "10.00")));
        int boundaries = counter.passed();
        node.close();
        return boundaries;
    }

    private static EngineSettings nodeSettings(String name) {
        return EngineSettings.forNode(name).withLease(Duration.ofMillis(800)).withPollInterval(Duration.ofSeconds(30));
    }

    private SagaDefinition<Order> definition(boolean bankAgrees, CrashPoint crash) {
        return Saga.define("crash", Order.class)
                .businessKey(Order::number)
                .step(
                        "hold",
                        Booking.class,
                        step -> step.downstream(Payments.downstream("holds").build())
                                .request(
                                        Payment.class,
                                        saga -> new Payment("H", saga.input().amount()))
                                .call((call, payment) -> send(holds, crash, call, payment))
                                .query((call, payment) -> holds.ask(call))
                                .matchesByKeyAlone("the case's holds are ours")
                                .queryBudget(budget -> budget.backoff(Duration.ofMillis(20), Duration.ofMillis(100)))
                                .compensate(
                                        Done.class,
                                        undo -> undo.request(
                                                        Payment.class, (saga, hold) -> new Payment("H", hold.amount()))
                                                .call((call, payment) -> asDone(send(holds, crash, call, payment)))
                                                .query((call, payment) -> holds.ask(call) instanceof QueryResult.Found
                                                        ? QueryResult.found(Done.DONE)
                                                        : QueryResult.notFound())
                                                .matchesByKeyAlone("the case's holds are ours")
                                                .queryBudget(budget ->
                                                        budget.backoff(Duration.ofMillis(20), Duration.ofMillis(100)))))
                .step(
                        "note",
                        Done.class,
                        step -> step.after("hold")
                                .request(
                                        Payment.class,
                                        saga -> new Payment("N", saga.input().amount()))
                                .inTransaction((call, payment) -> Outcome.done())
                                .needsNoUndo("a note does no harm"))
                .step(
                        Payments.CHARGE,
                        step -> step.after("note")
                                .downstream(Payments.downstream("bank").build())
                                .request(
                                        Payment.class,
                                        saga -> new Payment("A", saga.input().amount()))
                                .call((call, payment) -> bankAgrees
                                        ? send(bank, crash, call, payment)
                                        : Outcome.rejected("51", "insufficient funds"))
                                .query((call, payment) ->
                                        bankAgrees ? bank.ask(call) : QueryResult.foundRejected("51", "refused"))
                                .matchesByKeyAlone("the case's bank is ours")
                                .queryBudget(budget -> budget.backoff(Duration.ofMillis(20), Duration.ofMillis(100))))
                .build();
    }

    private static Outcome<Booking> send(ScriptedBank bank, CrashPoint crash, Call call, Payment payment)
            throws Exception {
        crash.pass();
        Outcome<Booking> outcome = bank.send(call, payment);
        crash.pass();
        return outcome;
    }

    private static Outcome<Done> asDone(Outcome<Booking> outcome) {
        return outcome instanceof Outcome.Succeeded ? Outcome.done() : Outcome.unknown(outcome.toString());
    }
}
