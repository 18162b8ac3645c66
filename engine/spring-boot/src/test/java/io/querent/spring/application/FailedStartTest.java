package io.querent.spring.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.decision.SagaEvent;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import io.querent.spring.testing.EndedSagas;
import io.querent.spring.testing.Nowhere;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.axonframework.common.transaction.NoTransactionManager;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventhandling.tokenstore.inmemory.InMemoryTokenStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
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
        database.execute("""
                DO $$ BEGIN CREATE ROLE querent SUPERUSER LOGIN PASSWORD 'querent';
                EXCEPTION WHEN duplicate_object THEN NULL; END $$
                """);
        properties.add("spring.datasource.username=querent");
        properties.add("spring.datasource.password=querent");

        failsToStart(properties);

        assertThat(output).contains("QRT-5109").contains("ALTER ROLE querent SET search_path = public");
    }

    @Test
    void aWrongPassword(CapturedOutput output) throws Exception {
        failsToStart(List.of("spring.datasource.password=wrong"));

        assertThat(output)
                .contains("QRT-5112")
                .contains("password authentication failed")
                .contains("Correct user, password and database name in spring.datasource");
    }

    @Test
    void aDatabaseThatIsNotThere(CapturedOutput output) throws Exception {
        TestPostgres.Database database = TestPostgres.newDatabase();

        failsToStart(List.of("spring.datasource.url=" + database.url().replace(database.name(), "nowhere")));

        assertThat(output).contains("QRT-5112").contains("database \"nowhere\" does not exist");
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

    @Test
    void aDirectoryThatAnotherProgramHolds(CapturedOutput output) {
        Path held = temporary.resolve("held");
        EmbeddedPostgresServer holder = EmbeddedPostgresServer.start(EmbeddedPostgresSettings.in(held));
        try (holder) {
            assertThatExceptionOfType(Exception.class)
                    .isThrownBy(() -> PaymentNode.start(
                            List.of("querent.embedded.data-directory=" + held), BeforeAnythingElse.class));
        }

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("QRT-5001")
                .contains("Stop that program, or give this one a directory of its own.");
        assertThat(BeforeAnythingElse.MADE).as("beans made before it was said").hasValue(0);
    }

    private static void failsToStart(List<String> properties, Class<?>... more) throws Exception {
        List<String> all = new ArrayList<>(TestPostgres.newDatabase().properties());
        all.addAll(properties);
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> PaymentNode.start(all, more).close());
    }

    /** The first bean that an application would make. */
    @Configuration(proxyBeanMethods = false)
    static class BeforeAnythingElse {
        private static final AtomicInteger MADE = new AtomicInteger();

        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        static BeanPostProcessor eager() {
            MADE.incrementAndGet();
            return new BeanPostProcessor() {};
        }
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
