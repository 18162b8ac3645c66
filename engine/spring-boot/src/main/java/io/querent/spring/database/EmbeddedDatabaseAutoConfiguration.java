package io.querent.spring.database;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.spring.QuerentProperties;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.time.Duration;
import javax.sql.DataSource;
import javax.sql.XADataSource;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.jdbc.autoconfigure.JndiDataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.XADataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;

/**
 * Starts a PostgreSQL beside the application when it names no other database, and gives the application a data source on it, for
 * its own tables as well. The start waits for the server. As a bean that the data source depends on, it outlives all that uses it.
 */
@AutoConfiguration(
        before = DataSourceAutoConfiguration.class,
        after = {JndiDataSourceAutoConfiguration.class, XADataSourceAutoConfiguration.class})
@ConditionalOnBooleanProperty(name = "querent.enabled", matchIfMissing = true)
@ConditionalOnBooleanProperty(name = "querent.embedded.enabled", matchIfMissing = true)
@Conditional(EmbeddedDatabaseAutoConfiguration.NoDatabaseNamed.class)
@ConditionalOnMissingBean({DataSource.class, XADataSource.class, JdbcConnectionDetails.class})
@EnableConfigurationProperties(QuerentProperties.class)
public final class EmbeddedDatabaseAutoConfiguration {
    /** Connections for the application's own requests, beside those that the engine uses at its busiest. */
    private static final int CONNECTIONS_FOR_THE_APPLICATION = 10;

    /** Well below a lease: a thread that waits longer for a connection is better told. */
    private static final Duration WAIT_FOR_CONNECTION = Duration.ofSeconds(5);

    @Bean
    EmbeddedPostgresServer querentEmbeddedPostgres(QuerentProperties properties) {
        QuerentProperties.Embedded embedded = properties.embedded();
        return EmbeddedPostgresServer.start(new EmbeddedPostgresSettings(
                embedded.dataDirectory(),
                embedded.port(),
                embedded.databaseName(),
                embedded.serverSettings(),
                embedded.startUpTimeout()));
    }

    /** Before the application does anything else, which may take long: a second one on the same directory cannot run. */
    @Bean
    static BeanFactoryPostProcessor querentEmbeddedDirectoryCheck(Environment environment) {
        return beans -> EmbeddedPostgresServer.requireFree(Binder.get(environment)
                .bindOrCreate("querent.embedded", QuerentProperties.Embedded.class)
                .dataDirectory());
    }

    /** Properties below {@code spring.datasource.hikari} win over what is set here. */
    @Bean
    HikariDataSource dataSource(EmbeddedPostgresServer server, QuerentProperties properties, Environment environment) {
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName("querent-embedded");
        pool.setJdbcUrl(server.jdbcUrl());
        pool.setUsername(server.username());
        pool.setPassword(server.password());
        pool.setMaximumPoolSize(EngineConnections.atMost(properties) + CONNECTIONS_FOR_THE_APPLICATION);
        pool.setConnectionTimeout(WAIT_FOR_CONNECTION.toMillis());
        pool.setInitializationFailTimeout(-1);
        Binder.get(environment).bind("spring.datasource.hikari", Bindable.ofInstance(pool));
        return pool;
    }

    /** The application's configuration names no database, whatever beans it may have. */
    static final class NoDatabaseNamed extends NoneNestedConditions {
        NoDatabaseNamed() {
            super(ConfigurationPhase.PARSE_CONFIGURATION);
        }

        @ConditionalOnProperty("spring.datasource.url")
        static final class Url {}

        @ConditionalOnProperty("spring.datasource.jndi-name")
        static final class Jndi {}
    }
}
