package io.querent.examples.settlement.ledger;

import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The ledger, running. Closing it ends its service, then its database. */
public final class RunningLedger implements AutoCloseable {
    /** What the class path holds for the settlement service and its console. A service that is only called has neither. */
    private static final List<String> NOT_OURS = List.of(
            "io.querent.spring.axon.AxonAutoConfiguration",
            "io.querent.spring.database.EmbeddedDatabaseAutoConfiguration",
            "io.querent.spring.database.EngineDatabaseAutoConfiguration",
            "io.querent.spring.engine.EngineAutoConfiguration",
            "io.querent.spring.engine.HealthAutoConfiguration",
            "io.querent.spring.engine.MetricsAutoConfiguration",
            "io.querent.spring.journal.JournalAutoConfiguration",
            "io.querent.spring.node.NodeAutoConfiguration",
            "io.querent.spring.payload.PayloadAutoConfiguration",
            "io.querent.admin.OtherPathsAutoConfiguration",
            "io.querent.admin.AdminAutoConfiguration",
            "io.querent.admin.console.ConsoleAutoConfiguration",
            "io.querent.admin.api.ApiAutoConfiguration",
            "io.querent.admin.TomcatAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
            "org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration");

    private final EmbeddedPostgresServer database;
    private final ConfigurableApplicationContext service;

    private RunningLedger(EmbeddedPostgresServer database, ConfigurableApplicationContext service) {
        this.database = database;
        this.service = service;
    }

    /**
     * Starts the ledger and returns when it can be called.
     *
     * @param directory of its PostgreSQL
     * @param port of 127.0.0.1; 0 for any that is free
     * @param kafka broker to take notices from, as {@code host:port}; null to take none
     */
    public static RunningLedger start(Path directory, int port, @Nullable String kafka) {
        EmbeddedPostgresServer database = EmbeddedPostgresServer.start(
                EmbeddedPostgresSettings.in(directory).withDatabaseName("ledger"));
        try {
            Map<String, Object> properties = new HashMap<>(Map.ofEntries(
                    Map.entry("spring.autoconfigure.exclude", String.join(",", NOT_OURS)),
                    Map.entry("spring.application.name", "ledger"),
                    Map.entry("spring.datasource.url", database.jdbcUrl()),
                    Map.entry("spring.datasource.username", database.username()),
                    Map.entry("spring.datasource.password", database.password()),
                    Map.entry("spring.datasource.hikari.maximum-pool-size", 20),
                    Map.entry("spring.flyway.default-schema", "ledger"),
                    Map.entry("spring.flyway.locations", "classpath:db/ledger"),
                    // Nobody but the settlement service reaches 127.0.0.1 of this machine; elsewhere callers sign in.
                    Map.entry("querent.receiver.callers", "everybody"),
                    Map.entry("server.address", "127.0.0.1"),
                    Map.entry("server.port", port),
                    Map.entry("springdoc.api-docs.enabled", "false")));
            if (kafka != null) {
                properties.put(LedgerService.KAFKA, kafka);
            }
            return new RunningLedger(
                    database,
                    new SpringApplicationBuilder(LedgerService.class)
                            .web(WebApplicationType.SERVLET)
                            .bannerMode(Banner.Mode.OFF)
                            .registerShutdownHook(false)
                            .properties(properties)
                            .run());
        } catch (RuntimeException refused) {
            database.close();
            throw refused;
        }
    }

    /** The port on the loopback address. */
    public int port() {
        Integer port = service.getEnvironment().getProperty("local.server.port", Integer.class);
        if (port == null) {
            throw new IllegalStateException("the ledger listens on no port");
        }
        return port;
    }

    @Override
    public void close() {
        service.close();
        database.close();
    }
}
