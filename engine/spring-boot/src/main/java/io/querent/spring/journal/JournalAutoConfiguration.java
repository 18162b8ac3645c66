package io.querent.spring.journal;

import io.querent.postgres.JournalSettings;
import io.querent.postgres.PostgresAdmin;
import io.querent.postgres.PostgresEventLog;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.codec.PayloadProtection;
import io.querent.spring.QuerentProperties;
import io.querent.spring.database.EngineDatabase;
import io.querent.spring.database.EngineDatabaseAutoConfiguration;
import io.querent.spring.payload.PayloadAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.ConfigurableTransactionManager;

/** Storage on the engine's database. None of it needs a connection before it is used. */
@AutoConfiguration(after = {EngineDatabaseAutoConfiguration.class, PayloadAutoConfiguration.class})
@ConditionalOnBean(EngineDatabase.class)
public final class JournalAutoConfiguration {
    @Bean
    PostgresJournal querentJournal(
            EngineDatabase database, QuerentProperties properties, PayloadProtection protection) {
        QuerentProperties.Journal journal = properties.journal();
        return new PostgresJournal(
                database.dataSource(),
                JournalSettings.DEFAULT
                        .withWriters(journal.writers())
                        .withLimits(journal.batchLimit(), journal.queueLimit())
                        .withCloseLimit(journal.closeLimit())
                        .with(protection));
    }

    @Bean
    PostgresAdmin querentAdminStorage(EngineDatabase database, EngineSettings settings, PayloadProtection protection) {
        return new PostgresAdmin(database.dataSource(), settings.secondPerson(), protection);
    }

    @Bean
    PostgresEventLog querentEventLog(EngineDatabase database, PayloadProtection protection) {
        return new PostgresEventLog(database.dataSource(), protection);
    }

    @Bean
    SpringLocalTransactions querentLocalTransactions(EngineDatabase database, PostgresJournal journal) {
        return new SpringLocalTransactions(database, journal);
    }

    /** Has all transaction managers made first, so that each is watched before the engine takes starts. */
    @Bean
    SpringCallerTransactions querentCallerTransactions(
            EngineDatabase database, PostgresJournal journal, ObjectProvider<ConfigurableTransactionManager> managers) {
        return new SpringCallerTransactions(database, journal, managers);
    }

    /**
     * Querent's own JSON settings, not the application's: what is stored must still be readable after somebody has changed how
     * the application's web pages spell their properties. An application may declare a codec of its own, once and for ever.
     */
    @Bean
    @ConditionalOnMissingBean
    PayloadCodec querentPayloads() {
        return new PayloadCodec();
    }
}
