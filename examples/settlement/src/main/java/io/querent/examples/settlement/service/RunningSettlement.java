package io.querent.examples.settlement.service;

import io.querent.examples.payment.bankclient.BankAddress;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The service, started by a program that is more than it. Closing it lets settlements under way come to a halt in good order. */
public final class RunningSettlement implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    private RunningSettlement(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Starts the service and returns when its engine is at work.
     *
     * @param log file of its log
     * @param consolePort port of 127.0.0.1 for its console, 0 for any that is free; null for a service without one
     */
    public static RunningSettlement start(
            ServiceDatabase database, Path log, ServiceAddresses addresses, @Nullable Integer consolePort) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                // How long settlements of a process that was killed stay with it: short, because somebody watches.
                "querent.lease", "5s",
                "querent.receiver.enabled", "false",
                "spring.flyway.default-schema", "settlement",
                "spring.flyway.locations", "classpath:db/settlement",
                "logging.file.name", log.toString(),
                "logging.threshold.console", "OFF"));
        properties.putAll(database.properties());
        if (consolePort != null) {
            properties.putAll(console(consolePort));
        }
        BankAddress bank = addresses::bank;
        return new RunningSettlement(new SpringApplicationBuilder(SettlementService.class)
                .web(consolePort == null ? WebApplicationType.NONE : WebApplicationType.SERVLET)
                .bannerMode(Banner.Mode.OFF)
                .properties(properties)
                .initializers(application -> {
                    application.getBeanFactory().registerSingleton("bankAddress", bank);
                    application.getBeanFactory().registerSingleton("serviceAddresses", addresses);
                })
                .run());
    }

    /** What a team would put into its configuration: whose amounts may be seen, and what one person may not do alone. */
    private static Map<String, Object> console(int port) {
        return Map.of(
                "server.address", "127.0.0.1",
                "server.port", port,
                // The example makes its own accounts, and says what their passwords are.
                "querent.admin.first-account", "",
                "querent.masking.show",
                        "amount,currency,merchant,settlement,window,totalMinor,paidMinor,feesMinor,returnedMinor,beneficiary",
                "querent.second-person.rules[0].definition", "settlement",
                "querent.second-person.rules[0].decisions",
                        "compensate,compensate-step,compensate-part,cancel,confirm-succeeded,confirm-failed,confirm-never-ran,"
                                + "made-good,abandon",
                "querent.second-person.rules[0].above", "10000 EUR");
    }

    /** Where the console is; only of a service that has one. */
    public URI console() {
        Integer port = context.getEnvironment().getProperty("local.server.port", Integer.class);
        if (port == null) {
            throw new IllegalStateException("the service was started without a console");
        }
        return URI.create("http://127.0.0.1:" + port + "/console");
    }

    /** A part of the service. */
    public <T> T part(Class<T> type) {
        return context.getBean(type);
    }

    /** The PostgreSQL that it started; only of a service with a database of its own. */
    public EmbeddedPostgresServer database() {
        return part(EmbeddedPostgresServer.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
