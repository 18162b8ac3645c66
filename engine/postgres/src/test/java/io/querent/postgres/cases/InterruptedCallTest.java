package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.SagaHandle;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A call leaves its thread interrupted. What the thread does next, the commit of the outcome and the next call, is not meant. */
class InterruptedCallTest extends EngineCase {
    private final ScriptedBank bank = new ScriptedBank();
    private final ScriptedBank ledger = new ScriptedBank();
    private final SagaDefinition<Order> pay =
            Payments.chargeAndLedger(bank, ledger, Payments.downstream("bank").build());

    @Test
    void theNextCallIsNotInterruptedNorIsTheCommit() throws Exception {
        CompletableFuture<Boolean> seen = new CompletableFuture<>();
        bank.next((b, call, payment) -> {
            Outcome<ScriptedBank.Booking> booked = b.apply(call, payment);
            Thread.currentThread().interrupt();
            return booked;
        });
        ledger.next((b, call, payment) -> {
            seen.complete(Thread.currentThread().isInterrupted());
            return b.apply(call, payment);
        });
        Node node = open("a", pay);

        SagaHandle handle = node.engine.start(pay, Order.of("interrupted", "10.00"));

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(seen).isCompletedWithValue(false);
        assertThat(node.journal.counters().failures()).isZero();
        assertThat(bank.sends("default:pay:interrupted:charge")).isEqualTo(1);
    }
}
