package io.querent.examples.payment.service;

import io.querent.examples.payment.bankclient.BankAddress;
import io.querent.examples.payment.faults.Faults;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The service, started by a program that is more than it. Closing it lets payments under way come to a halt in good order. */
public final class RunningService implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    private RunningService(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Starts the service and returns when its engine is at work.
     *
     * @param database directory of its PostgreSQL
     * @param log file of its log
     */
    public static RunningService start(Path database, Path log, BankAddress bank, Faults faults) {
        return new RunningService(new SpringApplicationBuilder(PaymentService.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .properties(Map.of(
                        "querent.embedded.data-directory", database.toString(),
                        // How long payments of a process that was killed stay with it: short, because somebody watches.
                        "querent.lease", "5s",
                        "spring.flyway.default-schema", "ledger",
                        "logging.file.name", log.toString(),
                        "logging.threshold.console", "OFF"))
                .initializers(application -> {
                    application.getBeanFactory().registerSingleton("bankAddress", bank);
                    application.getBeanFactory().registerSingleton("faults", faults);
                })
                .run());
    }

    /** A part of the service. */
    public <T> T part(Class<T> type) {
        return context.getBean(type);
    }

    /** The PostgreSQL that it started. */
    public EmbeddedPostgresServer database() {
        return part(EmbeddedPostgresServer.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
