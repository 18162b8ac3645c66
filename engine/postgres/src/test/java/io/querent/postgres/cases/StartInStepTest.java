package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.querent.decision.SagaStatus;
import io.querent.postgres.PostgresEngine;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.SagaEngine;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A saga that a step's local transaction starts is there when the step has succeeded, and only then. */
class StartInStepTest extends EngineCase {
    private final ScriptedBank bank = new ScriptedBank();
    private final SagaDefinition<Order> pay = Payments.chargeAndLedger(
            bank, new ScriptedBank(), Payments.downstream("bank").build());
    private final AtomicReference<SagaEngine> engine = new AtomicReference<>();
    private final AtomicInteger runs = new AtomicInteger();

    private final SagaDefinition<Order> order = Saga.define("order", Order.class)
            .businessKey(Order::number)
            .step(
                    "release",
                    Done.class,
                    step -> step.request(Order.class, saga -> saga.input())
                            .inTransaction((call, input) -> {
                                boolean isNew = engine.get().start(pay, input).isNew();
                                return isNew && runs.incrementAndGet() == 1
                                        ? Outcome.notExecuted("not-yet", "the first run fails after the start")
                                        : Outcome.done();
                            })
                            .retry(budget -> budget.attempts(3).backoff(Duration.ofMillis(10), Duration.ofMillis(20)))
                            .needsNoUndo("the payment is a saga of its own"))
            .build();

    @Test
    void aStepThatIsRolledBackHasStartedNothing() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url());
        config.setUsername("postgres");
        try (HikariDataSource pool = new HikariDataSource(config);
                PostgresEngine node =
                        PostgresEngine.open(pool, Node.settings("a"), transactions -> List.of(pay, order))) {
            engine.set(node.engine());
            assertThat(end(node.engine().start(order, Order.of("1", "10"))).status())
                    .isEqualTo(SagaStatus.COMPLETED);

            assertThat(runs).as("the second run starts a new saga again").hasValue(2);
            assertThat(end(node.engine().find(pay.keyOf(Order.of("1", "10"))).orElseThrow())
                            .status())
                    .isEqualTo(SagaStatus.COMPLETED);
        }
        assertThat(bank.sends("default:pay:1:charge")).isEqualTo(1);
    }
}
