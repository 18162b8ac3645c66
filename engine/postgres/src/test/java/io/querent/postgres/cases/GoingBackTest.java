package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;
import io.querent.decision.history.OperationHistory;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaResult;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.SagaDefinition;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A saga turns back only when it is known what happened, and undoes only what did. */
class GoingBackTest extends EngineCase {
    private final ScriptedBank holds = new ScriptedBank();
    private final ScriptedBank bank = new ScriptedBank();
    private final SagaDefinition<Order> holdPay = Payments.holdAndCharge(holds, bank);
    private Node node;

    @BeforeEach
    void openNode() {
        node = open("a", holdPay);
    }

    @Test
    void c10_anUnknownStepIsNeitherUndoneNorRepeatedBeforeItIsKnown() throws Exception {
        bank.next((b, call, payment) -> {
            b.apply(call, payment);
            throw new IOException("reset");
        });
        for (int i = 0; i < 6; i++) {
            bank.answer((b, call) -> {
                assertThat(holds.sends("default:hold-pay:c10:hold.undo")).isZero();
                throw new IOException("query timed out");
            });
        }

        SagaResult result = end(node.engine.start(holdPay, Order.of("c10", "10.00")));

        assertThat(result.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.effects("default:hold-pay:c10:charge")).isEqualTo(1);
        assertThat(bank.sends("default:hold-pay:c10:charge")).isEqualTo(1);
        assertThat(holds.sends("default:hold-pay:c10:hold.undo")).isZero();
    }

    @Test
    void c11_whatWasNeverSentIsNotUndone() throws Exception {
        SagaDefinition<Order> impatient = Payments.holdAndCharge(
                holds,
                bank,
                budget -> budget.within(Duration.ofMillis(300)).backoff(Duration.ofMillis(20), Duration.ofMillis(100)));
        for (int i = 0; i < 1_000; i++) {
            bank.next((b, call, payment) -> {
                throw new ConnectException("Connection refused");
            });
        }
        node.close();
        Node gives = open("gives-up", impatient);

        SagaHandle handle = gives.engine.start(impatient, Order.of("c11", "10.00"));

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPENSATED);
        List<OperationHistory> operations = handle.history().operations();
        assertThat(operations).extracting(OperationHistory::name).containsExactly("hold", "charge", "hold.undo");
        assertThat(operations.get(1).status()).isEqualTo(OperationStatus.REJECTED);
        assertThat(operations.get(1).notes())
                .last()
                .satisfies(note -> assertThat(note.detail()).contains("never-executed"));
        assertThat(holds.effects("default:hold-pay:c11:hold.undo")).isEqualTo(1);
        assertThat(bank.effects("default:hold-pay:c11:charge")).isZero();
        assertThat(gives.engine.counters().of(Count.OUTCOMES_UNKNOWN)).isZero();
    }

    @Test
    void c15_aLostDeclineIsFoundAndTheHoldIsReleasedOnce() throws Exception {
        bank.next((b, call, payment) -> Outcome.unknown("reset"))
                .answer((b, call) -> QueryResult.foundRejected("51", "insufficient funds"));

        SagaHandle handle = node.engine.start(holdPay, Order.of("c15", "10.00"));

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(bank.sends("default:hold-pay:c15:charge")).isEqualTo(1);
        assertThat(holds.effects("default:hold-pay:c15:hold.undo")).isEqualTo(1);
        OperationHistory undo = handle.history().operations().get(2);
        assertThat(undo.compensates())
                .hasValueSatisfying(original -> assertThat(original.value()).isEqualTo("default:hold-pay:c15:hold"));
        assertThat(
                        database()
                                .count(
                                        "SELECT count(*) FROM querent.operation WHERE compensates = 'default:hold-pay:c15:hold'"))
                .isEqualTo(1);
    }
}
