package io.querent.spring.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.decision.SagaEvent;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.spring.testing.EndedSagas;
import io.querent.spring.testing.Nowhere;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.axonframework.common.transaction.NoTransactionManager;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventhandling.tokenstore.inmemory.InMemoryTokenStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** An application that must not run sagas does not start, and says why and what to do about it. */
@ExtendWith(OutputCaptureExtension.class)
class FailedStartTest {
    @TempDir
    private Path temporary;

    @Test
    void aPropertyOutOfRange(CapturedOutput output) throws Exception {
        failsToStart(List.of("querent.lease=100ms"));

        assertThat(output)
                .contains("QRT-5100")
                .contains("property=querent.lease, found=100ms, expected=500ms to 1h.")
                .contains("Correct querent.lease.");
    }

    @Test
    void twoDefinitionsOfTheSameNameAndVersion(CapturedOutput output) throws Exception {
        failsToStart(List.of(), Namesake.class);

        assertThat(output)
                .contains("QRT-5101")
                .contains("definition=payment version 1, beans=payment and namesake.")
                .contains("Give one of them another name");
    }

    @Test
    void aTransactionManagerOfAnotherDataSource(CapturedOutput output) throws Exception {
        failsToStart(List.of(), ForeignJdbc.class);

        assertThat(output)
                .contains("QRT-5102")
                .contains("transactionManager=foreignTransactions")
                .contains("Declare a JdbcTransactionManager");
    }

    @Test
    void aTransactionManagerThatKnowsNoDataSource(CapturedOutput output) throws Exception {
        failsToStart(List.of(), Pretending.class);

        assertThat(output).contains("QRT-5102").contains("transactionManager=pretendedTransactions");
    }

    @Test
    void eventHandlersWithoutTransactions(CapturedOutput output) throws Exception {
        failsToStart(List.of(), EndedSagas.class, WithoutTransactions.class);

        assertThat(output).contains("QRT-5103").contains("NoTransactionManager").contains("Remove that bean");
    }

    @Test
    void eventHandlersWhosePositionsWouldBeForgotten(CapturedOutput output) throws Exception {
        failsToStart(List.of(), EndedSagas.class, Forgetful.class);

        assertThat(output)
                .contains("QRT-5104")
                .contains("InMemoryTokenStore")
                .contains("Querent keeps positions in its own schema");
    }

    @Test
    void anEventHandlerWhosePositionWouldHaveNoLastingName(CapturedOutput output) throws Exception {
        failsToStart(List.of(), WithoutGroup.class);

        assertThat(output).contains("Description:").contains("QRT-40").contains("@ProcessingGroup");
    }

    @Test
    void aServerThatConfirmsCommitsBeforeTheyAreSafe(CapturedOutput output) throws Exception {
        TestPostgres.Database database = TestPostgres.newDatabase();
        database.execute("ALTER DATABASE " + database.name() + " SET synchronous_commit = off");

        failsToStart(database.properties());

        assertThat(output)
                .contains("QRT-3102")
                .contains("synchronous_commit=off")
                .contains("querent.allow-asynchronous-commit=true");
        List<String> allowed = new ArrayList<>(database.properties());
        allowed.add("querent.allow-asynchronous-commit=true");
        try (PaymentNode node = PaymentNode.start(allowed)) {
            node.awaitHealth(Status.UP);
        }
    }

    @Test
    void aSchemaThatThisVersionDoesNotKnow(CapturedOutput output) throws Exception {
        TestPostgres.Database database = TestPostgres.newDatabase();
        PaymentNode.start(database.properties()).close();
        database.execute("UPDATE querent.migration SET checksum = checksum + 1 WHERE version = '1'");

        failsToStart(database.properties());

        assertThat(output).contains("QRT-5107").contains("Run the version that made it or a newer one");
    }

    @Test
    void aRoleCalledLikeQuerentsSchema(CapturedOutput output) throws Exception {
        TestPostgres.Database database = TestPostgres.newDatabase();
        List<String> properties = new ArrayList<>(database.properties());
        properties.add("spring.datasource.url=" + database.url().replace("?currentSchema=public", ""));

        failsToStart(properties);

        assertThat(database.username()).isEqualTo("querent");
        assertThat(output).contains("QRT-5109").contains("ALTER ROLE querent SET search_path = public");
    }

    @Test
    void aDatabaseOfAnotherMake(CapturedOutput output) {
        assertThatExceptionOfType(Exception.class).isThrownBy(() -> PaymentNode.start(List.of(), OtherMake.class));

        assertThat(output)
                .contains("QRT-5108")
                .contains("found=H2")
                .contains("Name a PostgreSQL in spring.datasource.url");
    }

    @Test
    void noDatabaseAtAll(CapturedOutput output) {
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> PaymentNode.start(List.of("querent.embedded.enabled=false")));

        assertThat(output).contains("APPLICATION FAILED TO START").contains("Failed to configure a DataSource");
    }

    @Test
    void aDirectoryOfSomebodyElses(CapturedOutput output) throws Exception {
        Path foreign = Files.createDirectories(temporary.resolve("holiday"));
        Files.writeString(foreign.resolve("beach.txt"), "sand");

        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> PaymentNode.start(List.of("querent.embedded.data-directory=" + foreign)));

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("QRT-5002")
                .contains(foreign.toString())
                .contains("Name an empty directory")
                .contains("querent.embedded.data-directory");
        assertThat(foreign.resolve("beach.txt")).hasContent("sand");
    }

    private static void failsToStart(List<String> properties, Class<?>... more) throws Exception {
        List<String> all = new ArrayList<>(TestPostgres.newDatabase().properties());
        all.addAll(properties);
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> PaymentNode.start(all, more).close());
    }

    @Configuration(proxyBeanMethods = false)
    static class Namesake {
        @Bean
        SagaDefinition<String> namesake() {
            return Saga.define("payment", String.class)
                    .businessKey(number -> number)
                    .step(
                            "note",
                            Done.class,
                            step -> step.request(String.class, saga -> saga.input())
                                    .inTransaction((call, number) -> Outcome.done())
                                    .needsNoUndo("a note"))
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OtherMake {
        @Bean
        DataSource dataSource() {
            return Nowhere.ofProduct("H2");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ForeignJdbc {
        @Bean
        PlatformTransactionManager foreignTransactions() {
            return new JdbcTransactionManager(Nowhere.named("elsewhere"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Pretending {
        @Bean
        PlatformTransactionManager pretendedTransactions() {
            return new Pretended();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithoutGroup {
        @EventHandler
        void on(SagaEvent event) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class WithoutTransactions {
        @Bean
        TransactionManager axonTransactions() {
            return NoTransactionManager.instance();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Forgetful {
        @Bean
        TokenStore positions() {
            return new InMemoryTokenStore();
        }
    }

    /** Says that it has transactions. */
    private static final class Pretended extends AbstractPlatformTransactionManager {
        private static final long serialVersionUID = 1L;

        @Override
        protected Object doGetTransaction() {
            return new Object();
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {}

        @Override
        protected void doCommit(DefaultTransactionStatus status) {}

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }
}
