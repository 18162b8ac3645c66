package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.decision.history.OperationHistory;
import io.querent.postgres.TestDatabase;
import io.querent.postgres.TestServer;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaResult;
import io.querent.saga.SagaDefinition;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a payment whose answer was lost, on the real engine and database. */
class LostAnswerTest {
    private final ScriptedBank bank = new ScriptedBank();
    private final ScriptedBank ledger = new ScriptedBank();
    private final SagaDefinition<Order> pay =
            Payments.chargeAndLedger(bank, ledger, Payments.downstream("bank").build());
    private TestDatabase database;
    private Node node;

    @BeforeEach
    void open() {
        database = TestServer.newDatabase();
        node = Node.open("a", url(), pay);
    }

    @AfterEach
    void close() {
        node.close();
        database.close();
    }

    @Test
    void c01_aLostAnswerIsAskedForAndTheChargeHappensOnce() throws Exception {
        bank.next((bank, call, payment) -> {
            bank.apply(call, payment);
            throw new IOException("Connection reset");
        });
        Order order = Order.of("c01", "100.00");

        SagaHandle first = node.engine.start(pay, order);
        SagaHandle second = node.engine.start(pay, order);
        SagaHandle third = node.engine.start(pay, order);
        SagaResult result = end(first);

        String key = "default:pay:c01:charge";
        assertThat(result.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(result.result(Payments.CHARGE)).hasValueSatisfying(booking -> assertThat(booking.amount())
                .isEqualByComparingTo(new BigDecimal("100.00")));
        assertThat(bank.effects(key)).isEqualTo(1);
        assertThat(bank.sends(key)).isEqualTo(1);
        assertThat(bank.queries(key)).isGreaterThanOrEqualTo(1);
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(third.isNew()).isFalse();
        OperationHistory charge = first.history().operations().get(0);
        assertThat(charge.attempts()).singleElement().satisfies(attempt -> assertThat(attempt.outcome()).isEqualTo("Unknown"));
        assertThat(charge.notes()).last().satisfies(note -> assertThat(note.what()).isEqualTo("found"));
    }

    static SagaResult end(SagaHandle handle) throws Exception {
        return handle.result().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private String url() {
        return "jdbc:postgresql://127.0.0.1:" + database.port() + "/" + database.name();
    }
}
