package io.querent.benchmarks.console;

import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaStatus;
import io.querent.runtime.admin.Accounts;
import io.querent.runtime.admin.AdminStorage;
import io.querent.runtime.admin.BulkJobs;
import io.querent.runtime.journal.SagaSearch;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;

/** An application with an engine and the console, on a filled database and a free port. */
final class ConsoleNode implements AutoCloseable {
    static final String OPERATOR = "benchmark";
    static final String PASSWORD = "a-password-for-the-benchmark";
    static final String JOB = "job-1";

    private final ConfigurableApplicationContext context;

    private ConsoleNode(ConfigurableApplicationContext context) {
        this.context = context;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        @Bean
        SagaDefinition<Transfer> payment() {
            return ConsoleSaga.of(ConsoleSaga.NAMES.get(0));
        }

        @Bean
        SagaDefinition<Transfer> payout() {
            return ConsoleSaga.of(ConsoleSaga.NAMES.get(1));
        }

        @Bean
        SagaDefinition<Transfer> refund() {
            return ConsoleSaga.of(ConsoleSaga.NAMES.get(2));
        }

        @Bean
        SagaDefinition<Transfer> settlement() {
            return ConsoleSaga.of(ConsoleSaga.NAMES.get(3));
        }

        @Bean
        ServerTimes serverTimes() {
            return new ServerTimes();
        }

        /** Before all others, so that what security costs is counted. */
        @Bean
        FilterRegistrationBean<ServerTimes> serverTimesFirst(ServerTimes times) {
            FilterRegistrationBean<ServerTimes> first = new FilterRegistrationBean<>(times);
            first.setOrder(Ordered.HIGHEST_PRECEDENCE);
            return first;
        }
    }

    static ConsoleNode start(String jdbcUrl) {
        ConsoleNode node = new ConsoleNode(new SpringApplicationBuilder(Application.class)
                .properties(
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "spring.main.banner-mode=off",
                        "spring.datasource.url=" + jdbcUrl,
                        "querent.admin.first-account=")
                .run());
        AdminStorage storage = node.context.getBean(AdminStorage.class);
        if (storage.accounts().isEmpty()) {
            storage.accounts().create(account(), OPERATOR, UUID.randomUUID().toString());
        }
        if (storage.bulkJobs().find(JOB).isEmpty()) {
            storage.bulkJobs().freeze(job());
        }
        return node;
    }

    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    ServerTimes times() {
        return context.getBean(ServerTimes.class);
    }

    @Override
    public void close() {
        context.close();
    }

    private static Accounts.Account account() {
        String hash = PasswordEncoderFactories.createDelegatingPasswordEncoder().encode(PASSWORD);
        return new Accounts.Account(OPERATOR, hash, Set.of("admin"), true, false, 1, Instant.EPOCH);
    }

    /** Frozen and never started: one saga in a hundred, 10,000 of a million. */
    private static BulkJobs.NewJob job() {
        return new BulkJobs.NewJob(
                JOB,
                SagaSearch.Filter.all().in(SagaStatus.COMPENSATED),
                new OperatorDecision.Abandon(),
                OPERATOR,
                "to have a job that is large",
                10);
    }
}
