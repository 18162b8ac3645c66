package io.querent.spring.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.decision.SagaStatus;
import io.querent.runtime.SagaHandle;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.TestPostgres;
import java.math.BigDecimal;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Where the transactions are plain JDBC's, which know savepoints, and where there may be others. */
class StartInJdbcTransactionTest extends StartInTransactionCase {
    @Override
    String kind() {
        return PaymentNode.WITHOUT_JPA;
    }

    @Override
    void invoice(PaymentNode application, String number) {
        application
                .bean(JdbcClient.class)
                .sql("INSERT INTO invoice (number, amount) VALUES (?, ?)")
                .params(number, BigDecimal.TEN)
                .update();
    }

    @Test
    void whatIsUndoneToASavepointIsNotStarted() {
        in(transaction(), () -> {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> in(with(TransactionDefinition.PROPAGATION_NESTED), () -> {
                        node().pay("savepoint", "10");
                        throw new IllegalStateException("back to the savepoint");
                    }));
            in(with(TransactionDefinition.PROPAGATION_NESTED), () -> node().pay("released", "10"));
            return node().pay("around", "10");
        });

        assertThat(isThere("savepoint")).isFalse();
        assertThat(isThere("released")).isTrue();
        assertThat(isThere("around")).isTrue();
    }

    /** Even if that transaction has borrowed a connection of the engine's data source, which commits each statement by itself. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTransactionOnAnotherDataSourceIsNotJoined(boolean borrowed) throws Exception {
        String number = "foreign-" + borrowed;
        TestPostgres.Database database = TestPostgres.newDatabase();
        try (HikariDataSource other = new HikariDataSource()) {
            other.setJdbcUrl(database.url());
            other.setUsername(database.username());
            other.setPassword(database.password());
            SagaHandle handle = new TransactionTemplate(new JdbcTransactionManager(other)).execute(status -> {
                if (borrowed) {
                    invoice(node(), number);
                }
                status.setRollbackOnly();
                return node().pay(number, "10");
            });

            assertThat(PaymentNode.ended(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        }
    }

    /** It cannot be known when its transactions are over. */
    @Test
    void aTransactionManagerThatIsNoBeanIsNotJoined() {
        TransactionTemplate unknown =
                new TransactionTemplate(new JdbcTransactionManager(node().bean(DataSource.class)));

        unknown.executeWithoutResult(status -> {
            status.setRollbackOnly();
            node().pay("unknown", "10");
        });

        assertThat(isThere("unknown")).isTrue();
    }
}
