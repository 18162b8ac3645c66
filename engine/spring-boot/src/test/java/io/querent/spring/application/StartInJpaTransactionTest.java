package io.querent.spring.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.spring.testing.Invoice;
import io.querent.spring.testing.Invoices;
import io.querent.spring.testing.PaymentNode;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Where the transactions are JPA's. */
class StartInJpaTransactionTest extends StartInTransactionCase {
    @Override
    String kind() {
        return PaymentNode.WITH_JPA;
    }

    @Override
    void invoice(PaymentNode application, String number) {
        application.bean(Invoices.class).save(new Invoice(number, BigDecimal.TEN));
    }

    @Test
    void theTransactionManagerIsJpas() {
        assertThat(node().bean(PlatformTransactionManager.class)).isInstanceOf(JpaTransactionManager.class);
    }
}
