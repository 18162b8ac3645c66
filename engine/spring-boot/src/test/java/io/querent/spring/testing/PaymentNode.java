package io.querent.spring.testing;

import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaResult;
import io.querent.saga.SagaDefinition;
import io.querent.spring.testing.PaymentApplication.Payment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** A running {@link PaymentApplication}, as its users see it. */
public final class PaymentNode implements AutoCloseable {
    /** With JPA on the class path every application would have it, and Hibernate wants its database at once. */
    public static final String WITHOUT_JPA =
            "spring.autoconfigure.exclude=org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                    + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration";

    /** To be given to an application that has it. */
    public static final String WITH_JPA = "spring.autoconfigure.exclude=";

    private static final List<String> QUICK = List.of(
            WITHOUT_JPA,
            "spring.main.web-application-type=none",
            "spring.main.banner-mode=off",
            "querent.poll-interval=50ms",
            "querent.events.poll-interval=20ms",
            "querent.connect.start-up-wait=2m",
            "querent.connect.first-pause=50ms",
            "querent.connect.longest-pause=200ms");

    private final ConfigurableApplicationContext context;

    private PaymentNode(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts the application with what {@code more} adds to it. */
    public static PaymentNode start(List<String> properties, Class<?>... more) {
        List<Class<?>> sources = new ArrayList<>(List.of(PaymentApplication.class));
        sources.addAll(Arrays.asList(more));
        return new PaymentNode(new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
                .properties(QUICK.toArray(String[]::new))
                .properties(properties.toArray(String[]::new))
                .run());
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    @SuppressWarnings("unchecked")
    public SagaHandle pay(String number, String amount) {
        return engine().start((SagaDefinition<Payment>) context.getBean("payment"), Payment.of(number, amount));
    }

    /** Starts a payment and waits for its end. */
    public SagaResult paid(String number, String amount) throws Exception {
        return ended(pay(number, amount));
    }

    public static SagaResult ended(SagaHandle handle) throws Exception {
        return handle.result().toCompletableFuture().get(Waiting.LONGEST.toSeconds(), TimeUnit.SECONDS);
    }

    public SagaEngine engine() {
        return context.getBean(SagaEngine.class);
    }

    public ScriptedBank bank() {
        return context.getBean(ScriptedBank.class);
    }

    public Bookings bookings() {
        return context.getBean(Bookings.class);
    }

    public void awaitHealth(Status status) {
        Waiting.await().until(() -> health().getStatus().equals(status));
    }

    public Health health() {
        return context.getBean("querentHealthIndicator", HealthIndicator.class).health();
    }

    @Override
    public void close() {
        context.close();
    }
}
