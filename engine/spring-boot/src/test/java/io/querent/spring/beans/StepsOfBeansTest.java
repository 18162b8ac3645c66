package io.querent.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.runtime.SagaHandle;
import io.querent.spring.beans.TransferApplication.Transfer;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.TestPostgres;
import java.math.BigDecimal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Steps are methods of beans, which may use the engine, and start the very saga that calls them. */
@Tag("every-java")
class StepsOfBeansTest {
    @Test
    void methodsOfBeansAreStepsAndMayUseTheEngine() throws Exception {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(TransferApplication.class)
                .properties("spring.main.web-application-type=none", "spring.main.banner-mode=off")
                .properties(PaymentNode.WITHOUT_JPA)
                .properties(TestPostgres.newDatabase().properties().toArray(String[]::new))
                .run()) {
            Transfers transfers = context.getBean(Transfers.class);

            SagaHandle handle = transfers.send(new Transfer("1", "A", BigDecimal.TEN));

            assertThat(PaymentNode.ended(handle).status()).isEqualTo(SagaStatus.COMPLETED);
            assertThat(transfers.noted()).containsExactly("1");
        }
    }
}
