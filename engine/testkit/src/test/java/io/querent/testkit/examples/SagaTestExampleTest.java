package io.querent.testkit.examples;

import static io.querent.testkit.bank.SendWord.apply;
import static io.querent.testkit.bank.SendWord.decline;
import static io.querent.testkit.bank.SendWord.reset;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.saga.SagaDefinition;
import io.querent.testkit.SagaExplorer;
import io.querent.testkit.bank.FakeBank;
import io.querent.testkit.examples.Payment.Order;
import io.querent.testkit.examples.Payment.Transfer;
import io.querent.testkit.explorer.Exploration;
import io.querent.testkit.scenario.SagaTest;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** What the pages on testing and on the explorer show of unit tests. */
class SagaTestExampleTest {
    private final Order order = new Order("A:2026-11-30:1", new BigDecimal("100.00"));
    private final SagaDefinition<Order> payment = Payment.definedOn(FakeBank.by(InstantSource.system()));

    @Test
    void aLostAnswerIsAskedFor() {
        SagaTest.of(payment)
                .given(order)
                .next("transfer", apply(), reset())
                .when()
                .start()
                .advance(Duration.ofMinutes(1))
                .then()
                .status(SagaStatus.COMPLETED)
                .effects("transfer", 1)
                .sends("transfer", 1)
                .request("transfer", new Transfer("A", new BigDecimal("100.00")));
    }

    @Test
    void aRefusalIsFinal() {
        SagaTest.of(payment)
                .given(order)
                .next("transfer", decline("51"))
                .when()
                .start()
                .then()
                .status(SagaStatus.FAILED)
                .history("transfer", "is about to be sent", "was refused: 51", "saga failed");
    }

    @Test
    void nothingThatMayHappenLosesMoney() {
        Exploration explored = SagaExplorer.explore(payment);

        assertThat(explored.extent()).isEqualTo(Exploration.Extent.EXHAUSTED);
        assertThat(explored.coverage().of("transfer"))
                .contains("done", "refused", "pending", "unknown, then found done", "not found, then sent again");
    }
}
