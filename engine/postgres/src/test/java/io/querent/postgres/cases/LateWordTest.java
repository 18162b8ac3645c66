package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.runtime.Callback;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.journal.Reviews;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.SagaDefinition;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a downstream tells unasked, and what people decide, on the real engine and database. */
class LateWordTest extends EngineCase {
    private static final OperationKey CHARGE = new OperationKey("default:hold-pay:late:charge");

    private final ScriptedBank holds = new ScriptedBank();
    private final ScriptedBank bank = new ScriptedBank();
    private final SagaDefinition<Order> holdAndCharge = Payments.holdAndCharge(holds, bank);
    private Node node;

    @BeforeEach
    void openNode() {
        node = open("a", holdAndCharge);
    }

    /** C14, without a compensation for the charge: what stands is shown, not forgotten. */
    @Test
    void aSuccessAfterAPersonSaidFailedIsKeptAndGoesToReview() throws Exception {
        SagaHandle saga = startWithChargeInReview();
        Reviews.Case waiting = onlyCase();
        assertThat(waiting.key()).isEqualTo(CHARGE);

        Receipt failed = node.engine.decide(
                saga.key(),
                new OperatorDecision.ConfirmFailed("charge", "51", "the bank said so on the phone"),
                new Authority("alice", "customer waits", waiting.revision(), "d-1"));
        assertThat(failed.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(node.journal.reviews().countOpen()).isZero();

        Receipt told = node.engine.tell(
                new Callback<>(CHARGE, "m-1", "bank", QueryResult.found(new Booking("ref", new BigDecimal("10.00")))));

        assertThat(told.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(saga.status()).isEqualTo(SagaStatus.IN_REVIEW);
        assertThat(onlyCase().operation()).isEqualTo("charge");
        assertThat(node.journal.find(saga.key().id()).orElseThrow().events())
                .hasAtLeastOneElementOfType(SagaEvent.LateSuccess.class);
        assertThat(node.journal.countWithoutWakeUp()).isZero();
    }

    @Test
    void aCallbackEndsAnUnknownOutcomeAndItsReview() throws Exception {
        SagaHandle saga = startWithChargeInReview();

        Receipt told = node.engine.tell(
                new Callback<>(CHARGE, "m-1", "bank", QueryResult.found(new Booking("ref", new BigDecimal("10.00")))));
        Receipt again = node.engine.tell(
                new Callback<>(CHARGE, "m-1", "bank", QueryResult.found(new Booking("ref", new BigDecimal("10.00")))));

        assertThat(told.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(again.repeated()).isTrue();
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.sends(CHARGE.value())).isEqualTo(1);
        assertThat(node.journal.reviews().open(Reviews.Page.first(10))).isEmpty();
    }

    private SagaHandle startWithChargeInReview() {
        bank.next((b, call, payment) -> Outcome.unknown("reset"));
        bank.answer((b, call) -> QueryResult.found(new Booking("somebody else's", new BigDecimal("11.00"))));
        SagaHandle saga = node.engine.start(holdAndCharge, Order.of("late", "10.00"));
        await().until(() -> saga.status() == SagaStatus.IN_REVIEW);
        return saga;
    }

    private Reviews.Case onlyCase() {
        List<Reviews.Case> cases = node.engine.reviews().open(Reviews.Page.first(10));
        assertThat(cases).hasSize(1);
        return cases.get(0);
    }
}
