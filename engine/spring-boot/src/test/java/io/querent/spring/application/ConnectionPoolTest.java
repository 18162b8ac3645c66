package io.querent.spring.application;

import static io.querent.spring.testing.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.decision.SagaStatus;
import io.querent.runtime.SagaHandle;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.TestPostgres;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

/** Few connections, many calls (C61): no connection is held while a downstream is called. */
class ConnectionPoolTest {
    private static final int SAGAS = 50;

    @Test
    void hangingCallsLeaveThePoolFreeForEverythingElse() throws Exception {
        TestPostgres.Database database = TestPostgres.newDatabase();
        database.execute("ALTER DATABASE " + database.name() + " SET idle_in_transaction_session_timeout = '2s'");
        List<String> properties = new ArrayList<>(database.properties());
        properties.add("spring.datasource.hikari.maximum-pool-size=5");
        properties.add("spring.datasource.hikari.connection-timeout=5000");
        try (PaymentNode node = PaymentNode.start(properties)) {
            CountDownLatch answers = new CountDownLatch(1);
            node.bank().waitFor(answers);
            List<SagaHandle> hanging = IntStream.range(0, SAGAS)
                    .mapToObj(number -> node.pay("p-" + number, "10.00"))
                    .toList();
            await().until(() -> node.bank().sends() == SAGAS);

            await().until(() -> activeConnections(node) == 0);
            assertThat(hanging.get(0).history().toString()).contains("IN_FLIGHT");
            node.awaitHealth(Status.UP);

            answers.countDown();
            for (SagaHandle handle : hanging) {
                assertThat(PaymentNode.ended(handle).status()).isEqualTo(SagaStatus.COMPLETED);
            }
            assertThat(node.bank().books()).hasSize(SAGAS);
        }
    }

    private static int activeConnections(PaymentNode node) {
        return node.bean(HikariDataSource.class).getHikariPoolMXBean().getActiveConnections();
    }
}
