package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.saga.Amount;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** C38: an effect may be made good for in parts, by several people on several nodes, and never beyond what it was. */
class PartTest extends WordCase {
    @Test
    void ofTwoPartsAtOnceOneIsAcceptedAndTheRestIsUndoneInTheEnd() throws Exception {
        List<Node> nodes = List.of(open("a", buy), open("b", buy));
        SagaHandle saga = nodes.get(0).engine.start(buy, Order.of("c38", "100.00"));
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        long seen = state(nodes.get(0), saga).version();
        CountDownLatch together = new CountDownLatch(1);

        List<CompletableFuture<Receipt>> posts = Stream.of(0, 1)
                .map(i -> CompletableFuture.supplyAsync(() -> {
                    waitFor(together);
                    return decide(nodes.get(i), saga, part("60.00"), "admin-" + i, seen, "refund-" + i);
                }))
                .toList();
        together.countDown();
        List<Receipt> receipts = posts.stream().map(CompletableFuture::join).toList();

        assertThat(receipts)
                .extracting(Receipt::state)
                .containsExactlyInAnyOrder(Receipt.State.APPLIED, Receipt.State.REFUSED);
        assertThat(receipts).anyMatch(receipt -> receipt.detail().contains("40.00 EUR is left"));
        awaitStatus(saga, SagaStatus.COMPLETED);
        Receipt all = decide(nodes.get(1), saga, new OperatorDecision.Compensate(), "all");
        assertThat(all.state()).isEqualTo(Receipt.State.APPLIED);
        awaitStatus(saga, SagaStatus.COMPENSATED);

        assertThat(refunds.effects(part(saga))).isEqualTo(1);
        assertThat(refunds.effects(undo(saga, "charge"))).isEqualTo(1);
        assertThat(state(nodes.get(0), saga).operation("charge.undo").request().body())
                .contains("40.00");
        assertThat(holds.effects(undo(saga, "hold"))).isEqualTo(1);
        assertThat(database()
                        .count("SELECT count(*) FROM querent.operation WHERE currency = 'EUR' AND amount = "
                                + "CASE name WHEN 'charge.undo-1' THEN 60.00 WHEN 'charge.undo' THEN 40.00 END"))
                .isEqualTo(2);
    }

    @Test
    void aPartWhoseAnswerIsLostIsAskedForAndNotSentTwice() throws Exception {
        refunds.next((b, call, payment) -> {
            b.apply(call, payment);
            return Outcome.unknown("reset");
        });
        Node node = open("a", buy);
        SagaHandle saga = node.engine.start(buy, Order.of("c38-lost", "100.00"));
        end(saga);

        assertThat(decide(node, saga, part("60.00"), "refund").state()).isEqualTo(Receipt.State.APPLIED);
        awaitStatus(saga, SagaStatus.COMPLETED);

        assertThat(refunds.effects(part(saga))).isEqualTo(1);
        assertThat(refunds.sends(part(saga))).isEqualTo(1);
        assertThat(refunds.queries(part(saga))).isPositive();
    }

    @Test
    void whatIsUnknownSaysWhatIsAtRisk() throws Exception {
        bank.next((b, call, payment) -> Outcome.unknown("reset"));
        answers((b, call) -> QueryResult.unavailable("not now"));
        Node node = open("a", slow);
        SagaHandle saga = node.engine.start(slow, Order.of("risk", "12.50"));
        awaitCharge(node, saga, OperationStatus.UNKNOWN);

        assertThat(database()
                        .count("SELECT count(*) FROM querent.operation WHERE name = 'charge' AND amount = 12.50"
                                + " AND currency = 'EUR'"))
                .isEqualTo(1);
    }

    private static OperatorDecision part(String value) {
        return new OperatorDecision.CompensatePart("charge", Amount.of(value, "EUR"));
    }

    private static String part(SagaHandle saga) {
        return saga.key().operation("charge.undo-1").value();
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
