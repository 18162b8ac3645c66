package io.querent.receiver.spring;

import io.querent.receiver.GuardCounters;
import io.querent.receiver.LongOperationGuard;
import io.querent.receiver.OperationGuard;
import io.querent.receiver.jdbc.JdbcLongOperationGuard;
import io.querent.receiver.jdbc.JdbcOperationGuard;
import io.querent.receiver.jdbc.OperationDesk;
import io.querent.receiver.jdbc.ReceiverSchema;
import io.querent.receiver.jdbc.ResultStore;
import io.querent.receiver.jdbc.Transactions;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;

/** The guard of an application that has a {@code DataSource} and a transaction manager over it. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration",
            "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration"
        })
@ConditionalOnClass({DataSource.class, DataSourceUtils.class, PlatformTransactionManager.class})
@ConditionalOnBooleanProperty(name = "querent.receiver.enabled", matchIfMissing = true)
@EnableConfigurationProperties(ReceiverProperties.class)
public final class ReceiverAutoConfiguration {

    /** Makes the tables before anything can need them. */
    @Bean
    ReceiverDatabase querentReceiverDatabase(ListableBeanFactory beans, ReceiverProperties properties) {
        ReceiverDatabase database = ReceiverDatabase.of(beans, properties);
        if (properties.migrate()) {
            ReceiverSchema.migrate(database.dataSource(), properties.schema());
        }
        return database;
    }

    @Bean
    @ConditionalOnMissingBean
    Transactions querentReceiverTransactions(ReceiverDatabase database) {
        return new SpringTransactions(database.dataSource(), database.transactionManager());
    }

    @Bean
    GuardCounters querentGuardCounters() {
        return new GuardCounters();
    }

    @Bean
    @ConditionalOnMissingBean(OperationGuard.class)
    JdbcOperationGuard querentOperationGuard(
            Transactions transactions,
            ReceiverProperties properties,
            GuardCounters counters,
            ObjectProvider<ResultStore> results) {
        return new JdbcOperationGuard(transactions, properties.guard(), counters, results.getIfAvailable());
    }

    @Bean
    @ConditionalOnMissingBean(LongOperationGuard.class)
    JdbcLongOperationGuard querentLongOperationGuard(
            Transactions transactions,
            ReceiverProperties properties,
            GuardCounters counters,
            ObjectProvider<ResultStore> results) {
        return new JdbcLongOperationGuard(transactions, properties.guard(), counters, results.getIfAvailable());
    }

    /** Where people decide about operations of which nobody knows. */
    @Bean
    @ConditionalOnMissingBean
    OperationDesk querentOperationDesk(
            Transactions transactions,
            ReceiverProperties properties,
            GuardCounters counters,
            ObjectProvider<ResultStore> results) {
        return new OperationDesk(transactions, properties.guard(), counters, results.getIfAvailable());
    }
}
