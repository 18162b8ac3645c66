package io.querent.spring.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.spring.QuerentDataSource;
import io.querent.spring.StartUpException;
import io.querent.spring.testing.Nowhere;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Which beans the engine takes. Nothing here has a database, and nothing is asked for a connection. */
class DatabaseChoiceTest {
    @Test
    void theOnlyOneIsTaken() {
        choose(
                database -> {
                    assertThat(database.dataSource()).hasToString("left");
                    assertThat(database.transactionManager()).isInstanceOf(JdbcTransactionManager.class);
                    assertThat(database.isEmbedded()).isFalse();
                },
                Left.class);
    }

    @Test
    void ofSeveralThePrimaryOneIsTaken() {
        choose(database -> assertThat(database.dataSource()).hasToString("right"), Left.class, PrimaryRight.class);
    }

    @Test
    void ofSeveralTheMarkedOneIsTakenThoughAnotherIsPrimary() {
        choose(
                database -> {
                    assertThat(database.dataSource()).hasToString("marked");
                    assertThat(database.transactionManagerName()).isEqualTo("markedTransactions");
                },
                Left.class,
                PrimaryRight.class,
                Marked.class);
    }

    @Test
    void oneThatIsOnlyForThoseWhoNameItIsLeftAlone() {
        choose(database -> assertThat(database.dataSource()).hasToString("left"), Left.class, ForOthers.class);
    }

    @Test
    void severalWithoutAMarkAreRefused() {
        assertThatExceptionOfType(StartUpException.class)
                .isThrownBy(() -> choose(database -> {}, Left.class, Right.class))
                .withMessageContaining("QRT-5105")
                .withMessageContaining("[left, right]")
                .withMessageContaining("@QuerentDataSource");
    }

    @Test
    void noneIsRefused() {
        assertThatExceptionOfType(StartUpException.class)
                .isThrownBy(() -> choose(database -> {}))
                .withMessageContaining("QRT-5105")
                .withMessageContaining("spring.datasource.url");
    }

    @Test
    void severalTransactionManagersWithoutAMarkAreRefused() {
        assertThatExceptionOfType(StartUpException.class)
                .isThrownBy(() -> choose(database -> {}, Left.class, TwoTransactionManagers.class))
                .withMessageContaining("QRT-5106")
                .withMessageContaining("[one, other]");
    }

    @Test
    void aTransactionManagerOfAnotherDataSourceIsRefused() {
        assertThatExceptionOfType(StartUpException.class)
                .isThrownBy(() -> choose(database -> {}, Left.class, ForeignTransactions.class))
                .withMessageContaining("QRT-5102")
                .withMessageContaining("transactionManager=foreign");
    }

    @Test
    void theDataSourceBehindATransactionAwareProxyIsMeant() {
        choose(database -> assertThat(database.dataSource()).hasToString("behind"), TransactionAware.class);
    }

    private static void choose(Consumer<EngineDatabase> check, Class<?>... beans) {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            if (beans.length > 0) {
                context.register(beans);
            }
            context.refresh();
            check.accept(new DatabaseChoice(context.getBeanFactory(), "chooser").make(null));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Left {
        @Bean
        DataSource left() {
            return Nowhere.named("left");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Right {
        @Bean
        DataSource right() {
            return Nowhere.named("right");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PrimaryRight {
        @Bean
        @Primary
        DataSource right() {
            return Nowhere.named("right");
        }

        @Bean
        @Primary
        PlatformTransactionManager transactions(DataSource right) {
            return new JdbcTransactionManager(right);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Marked {
        @Bean
        @QuerentDataSource
        DataSource marked() {
            return Nowhere.named("marked");
        }

        @Bean
        @QuerentDataSource
        PlatformTransactionManager markedTransactions(@QuerentDataSource DataSource marked) {
            return new JdbcTransactionManager(marked);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ForOthers {
        @Bean(defaultCandidate = false)
        DataSource reports() {
            return Nowhere.named("reports");
        }

        @Bean(autowireCandidate = false)
        DataSource archive() {
            return Nowhere.named("archive");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoTransactionManagers {
        @Bean
        PlatformTransactionManager one(DataSource left) {
            return new JdbcTransactionManager(left);
        }

        @Bean
        PlatformTransactionManager other(DataSource left) {
            return new JdbcTransactionManager(left);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ForeignTransactions {
        @Bean
        PlatformTransactionManager foreign() {
            return new JdbcTransactionManager(Nowhere.named("elsewhere"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TransactionAware {
        @Bean
        DataSource aware() {
            return new TransactionAwareDataSourceProxy(Nowhere.named("behind"));
        }

        @Bean
        PlatformTransactionManager transactions(DataSource aware) {
            return new JdbcTransactionManager(aware);
        }
    }
}
