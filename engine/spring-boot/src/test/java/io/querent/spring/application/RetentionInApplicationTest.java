package io.querent.spring.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.querent.decision.SagaStatus;
import io.querent.runtime.SagaHandle;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.TestPostgres;
import io.querent.spring.testing.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that retires old history by itself, and says how that stands. */
class RetentionInApplicationTest {
    private static final String AGE = """
            DO $$ BEGIN
                PERFORM querent.ensure_event_partition(date '2024-03-01');
                UPDATE querent.event SET period = querent.event_period(timestamp '2024-03-15');
                UPDATE querent.saga SET period = querent.event_period(timestamp '2024-03-15'), updated_at = timestamp '2024-03-15';
            END $$
            """;

    @Test
    void oldHistoryLeavesAndItsKeysGoOnAnswering(@TempDir Path directory) throws Exception {
        TestPostgres.Database database = TestPostgres.newDatabase();
        try (PaymentNode node = PaymentNode.start(properties(database, directory))) {
            assertThat(node.paid("old", "10.00").status()).isEqualTo(SagaStatus.COMPLETED);
            database.execute(AGE);

            Waiting.await().until(() -> Files.exists(directory.resolve("events-2024-03.ndjson.gz")));
            Waiting.await().until(() -> {
                Map<?, ?> retention = (Map<?, ?>) node.health().getDetails().get("retention");
                return retention != null
                        && Integer.valueOf(0).equals(retention.get("monthsWaiting"))
                        && "none".equals(retention.get("error"));
            });
            MeterRegistry meters = new SimpleMeterRegistry();
            node.bean(MeterBinder.class).bindTo(meters);
            assertThat(meters.get("querent.retention.months.waiting").gauge().value())
                    .isZero();
            assertThat(meters.get("querent.retention.failed").gauge().value()).isZero();

            SagaHandle again = node.pay("old", "10.00");
            assertThat(again.isNew()).isFalse();
            assertThat(PaymentNode.ended(again).status()).isEqualTo(SagaStatus.COMPLETED);
        }
    }

    private static List<String> properties(TestPostgres.Database database, Path directory) {
        List<String> properties = new ArrayList<>(database.properties());
        properties.addAll(List.of(
                "querent.retention.enabled=true",
                "querent.retention.every=1s",
                "querent.retention.archive-directory=" + directory));
        return properties;
    }
}
