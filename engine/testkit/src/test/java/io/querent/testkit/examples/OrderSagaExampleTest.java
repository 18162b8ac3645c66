package io.querent.testkit.examples;

import static io.querent.testkit.bank.SendWord.apply;
import static io.querent.testkit.bank.SendWord.decline;
import static io.querent.testkit.examples.OrderSaga.DELIVERED;
import static io.querent.testkit.examples.OrderSaga.INVOICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Authority;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaStatus;
import io.querent.runtime.Callback;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.saga.OperationKey;
import io.querent.saga.QueryResult;
import io.querent.saga.SagaDefinition;
import io.querent.testkit.bank.FakeBank;
import io.querent.testkit.engine.TestEngine;
import io.querent.testkit.engine.TestStore;
import io.querent.testkit.examples.OrderSaga.Delivery;
import io.querent.testkit.examples.OrderSaga.Order;
import io.querent.testkit.examples.OrderSaga.Parcel;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order of the page on kinds of steps, carried out. */
class OrderSagaExampleTest {
    private final TestStore store = TestStore.inMemory();
    private final FakeBank bank = FakeBank.by(store.clock());
    private final FakeBank carrier = FakeBank.by(store.clock());
    private final SagaDefinition<Order> definition = new OrderSaga(bank, carrier).definition();
    private TestEngine node;
    private SagaEngine engine;

    @BeforeEach
    void open() {
        node = store.node("a", definition, OrderSaga.INVOICING);
        engine = node.engine();
    }

    @AfterEach
    void close() {
        carrier.close();
        bank.close();
        store.close();
    }

    private SagaHandle ordered(String country) {
        SagaHandle saga = node.start(
                definition,
                new Order(
                        "A-1",
                        "shop-7",
                        country,
                        new BigDecimal("100.00"),
                        List.of(new Parcel("P1"), new Parcel("P2"), new Parcel("P3"))));
        node.advance(Duration.ofDays(14));
        node.await(saga, "approved", OperationStatus.AWAITING);
        return saga;
    }

    private void approve(SagaHandle saga) {
        long revision = saga.history().revision();
        engine.decide(
                saga.key(),
                new OperatorDecision.Approve("approved"),
                new Authority("ann", "known customer", revision, "decision-1"));
    }

    @Test
    void anOrderGoesItsWay() {
        carrier.next("parcels.P2", decline("too heavy"));
        SagaHandle saga = ordered("CZ");
        approve(saga);
        node.await(saga, "delivered", OperationStatus.AWAITING);
        engine.signal(saga.key(), DELIVERED, "scan-4711", "carrier", new Delivery("at the door"));
        node.advance(Duration.ofMinutes(5));

        assertThat(node.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(node.await(saga).result(DELIVERED)).contains(new Delivery("at the door"));
        assertThat(node.await(saga).result(INVOICE)).contains("invoice of 100.00");
        assertThat(bank.effects(key(saga, "payment"))).isEqualTo(1);
        assertThat(bank.sends(key(saga, "wire"))).isZero();
        assertThat(carrier.effects(key(saga, "parcels.P1"))).isEqualTo(1);
        assertThat(carrier.effects(key(saga, "parcels.P2"))).isZero();
    }

    @Test
    void nobodyApprovesAndNothingWasPaid() {
        SagaHandle saga = ordered("CZ");
        node.advance(Duration.ofDays(3));

        assertThat(node.await(saga).status()).isEqualTo(SagaStatus.FAILED);
        assertThat(bank.sends(key(saga, "payment"))).isZero();
    }

    @Test
    void whatCanNoLongerBeVoidedIsRefunded() {
        SagaHandle saga = ordered("DE");
        approve(saga);
        node.await(saga, "delivered", OperationStatus.AWAITING);
        bank.next("wire.undo", decline("captured")).next("wire.undo-refund", apply());

        engine.cancel(saga.key(), "ann", "customer left", "cancel-1");

        assertThat(node.await(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(bank.effects(key(saga, "wire.undo"))).isZero();
        assertThat(bank.effects(key(saga, "wire.undo-refund"))).isEqualTo(1);
        assertThat(carrier.effects(key(saga, "parcels.P1.undo"))).isEqualTo(1);
    }

    @Test
    void aPaymentThatIsTakenBackMakesACompletedOrderTurnBack() {
        SagaHandle saga = ordered("CZ");
        approve(saga);
        node.await(saga, "delivered", OperationStatus.AWAITING);
        node.advance(Duration.ofDays(31));
        assertThat(node.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);

        engine.tell(new Callback<>(
                key(saga, "payment"), "m-1", "bank", QueryResult.reversed("MD06", "refund requested by the customer")));
        node.await(saga, SagaStatus.COMPENSATED);

        assertThat(bank.sends(key(saga, "payment.undo"))).isZero();
        assertThat(carrier.effects(key(saga, "parcels.P1.undo"))).isEqualTo(1);
    }

    private static OperationKey key(SagaHandle saga, String operation) {
        return saga.key().operation(operation);
    }
}
