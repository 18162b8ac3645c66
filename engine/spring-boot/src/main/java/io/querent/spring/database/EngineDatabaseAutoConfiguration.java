package io.querent.spring.database;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.querent.spring.QuerentProperties;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Finds the data source and the transaction manager to work with. Asks neither for a connection: the server may be away. */
@AutoConfiguration(
        after = {
            EmbeddedDatabaseAutoConfiguration.class,
            DataSourceAutoConfiguration.class,
            DataSourceTransactionManagerAutoConfiguration.class,
            TransactionAutoConfiguration.class
        })
@ConditionalOnBooleanProperty(name = "querent.enabled", matchIfMissing = true)
@EnableConfigurationProperties(QuerentProperties.class)
public final class EngineDatabaseAutoConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(EngineDatabaseAutoConfiguration.class);

    @Bean
    EngineDatabase querentDatabase(
            ConfigurableListableBeanFactory beans,
            ObjectProvider<EmbeddedPostgresServer> embedded,
            QuerentProperties properties) {
        EngineDatabase database = new DatabaseChoice(beans, "querentDatabase").make(directoryOf(embedded));
        warnOfSmallPool(database.dataSource(), EngineConnections.atMost(properties));
        return database;
    }

    private static @Nullable Path directoryOf(ObjectProvider<EmbeddedPostgresServer> embedded) {
        EmbeddedPostgresServer server = embedded.getIfAvailable();
        return server == null ? null : server.dataDirectory();
    }

    /** A smaller pool is no danger, only slow: whoever finds no connection waits and tries again. */
    private static void warnOfSmallPool(DataSource dataSource, int wanted) {
        HikariDataSource pool =
                DataSourceUnwrapper.unwrap(dataSource, HikariConfigMXBean.class, HikariDataSource.class);
        if (pool != null && pool.getMaximumPoolSize() < wanted) {
            LOG.warn(
                    "the connection pool is smaller than what the engine uses at its busiest; maximumPoolSize={}, expected={};"
                            + " raise spring.datasource.hikari.maximum-pool-size or lower querent.local-transactions",
                    pool.getMaximumPoolSize(),
                    wanted);
        }
    }
}
