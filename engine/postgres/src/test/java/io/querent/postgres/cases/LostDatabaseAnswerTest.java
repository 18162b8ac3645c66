package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.SagaStatus;
import io.querent.postgres.CuttingProxy;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * C56: the connection is lost before or after our own COMMIT has reached the server (08006), while an engine starts a saga, claims
 * one, keeps a result, or commits a step's transaction. It looks before it repeats.
 */
class LostDatabaseAnswerTest extends EngineCase {
    /** As it goes over the wire, where a statement ends with a zero. */
    private static final String COMMIT = "COMMIT\0";

    private final ScriptedBank bank = new ScriptedBank();
    private final ScriptedBank ledger = new ScriptedBank();
    private final AtomicReference<CountDownLatch> cut = new AtomicReference<>(new CountDownLatch(1));
    private final CuttingProxy proxy = new CuttingProxy(database().port());
    private final SagaDefinition<Order> pay =
            Payments.chargeAndLedger(bank, ledger, Payments.downstream("bank").build());

    @AfterEach
    void closeProxy() {
        proxy.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void atTheStart(boolean serverActs) throws Exception {
        Node node = openThroughProxy("a", pay);
        arm(COMMIT, serverActs);

        SagaHandle handle = node.engine.start(pay, Order.of("start", "10.00"));

        assertThat(handle.isNew()).isTrue();
        assertEndsOnce(node, handle);
        assertThat(node.engine.start(pay, Order.of("start", "10.00")).isNew()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenAResultIsKept(boolean serverActs) throws Exception {
        Node node = openThroughProxy("a", pay);
        bank.next((b, call, payment) -> {
            arm(COMMIT, serverActs);
            return b.apply(call, payment);
        });

        SagaHandle handle = node.engine.start(pay, Order.of("result", "10.00"));

        assertEndsOnce(node, handle);
        assertThat(bank.queries("default:pay:result:charge"))
                .as("it was never in doubt whether the bank had acted")
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void atAClaim(boolean serverActs) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        bank.next((b, call, payment) -> {
            b.apply(call, payment);
            never.await(1, TimeUnit.MINUTES);
            return Outcome.unknown("nobody listens any more");
        });
        Node first = Node.open("first", url(), pay);
        SagaHandle started = first.engine.start(pay, Order.of("claim", "10.00"));
        await().until(() -> bank.totalSends() == 1);
        first.crash();
        database().awaitNoLeases();

        arm("SKIP LOCKED", serverActs);
        Node second = openThroughProxy("second", pay);
        SagaHandle handle = second.engine.find(started.key()).orElseThrow();

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(cut.get().getCount()).isZero();
        assertThat(bank.sends("default:pay:claim:charge")).isEqualTo(1);
        assertThat(bank.effects("default:pay:claim:charge")).isEqualTo(1);
        assertThat(database().count("SELECT token FROM querent.saga"))
                .as("the start, each claim that was heard of, and the one that was not")
                .isEqualTo(1 + second.engine.counters().of(Count.SAGAS_CLAIMED) + (serverActs ? 1 : 0));
        assertThat(second.journal.countWithoutWakeUp()).isZero();
        never.countDown();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenAStepsOwnTransactionCommits(boolean serverActs) throws Exception {
        TroubledLoad.prepare(database());
        AtomicReference<Boolean> armed = new AtomicReference<>(false);
        SagaDefinition<Order> noting = Saga.define("noting", Order.class)
                .businessKey(Order::number)
                .step(
                        "note",
                        Done.class,
                        step -> step.request(Order.class, saga -> saga.input())
                                .inTransaction((call, order) -> {
                                    TroubledLoad.insertNote(order.number());
                                    if (!armed.getAndSet(true)) {
                                        arm(COMMIT, serverActs);
                                    }
                                    return Outcome.done();
                                })
                                .retry(budget -> budget.attempts(1))
                                .needsNoUndo("a note does no harm"))
                .build();
        Node node = openThroughProxy("a", noting);

        SagaHandle handle = node.engine.start(noting, Order.of("note", "10.00"));

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(cut.get().getCount()).isZero();
        assertThat(database().count("SELECT count(*) FROM note")).isEqualTo(1);
        assertThat(database().count("SELECT count(*) FROM querent.history WHERE type = 'attempt-not-executed'"))
                .as("a commit that did not happen is no failure of the step's")
                .isZero();
    }

    private void arm(String text, boolean serverActs) {
        cut.set(serverActs ? proxy.cutAfter(text) : proxy.cutBefore(text));
    }

    /** Statements travel with their text every time, so that the proxy can tell them apart. */
    private Node openThroughProxy(String name, SagaDefinition<?> definition) {
        return open(
                Node.settings(name).withLease(Duration.ofSeconds(2)),
                "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/" + database().name() + "?prepareThreshold=0",
                definition);
    }

    private void assertEndsOnce(Node node, SagaHandle handle) throws Exception {
        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(cut.get().getCount()).isZero();
        assertThat(bank.sends(handle.key() + ":charge")).isEqualTo(1);
        assertThat(ledger.sends(handle.key() + ":ledger")).isEqualTo(1);
        assertThat(database().count("SELECT count(*) FROM querent.saga")).isEqualTo(1);
        assertThat(node.engine.counters().of(Count.STALE_APPENDS)).isZero();
        assertThat(node.journal.countWithoutWakeUp()).isZero();
    }
}
