package io.querent.admin.testing;

import io.querent.runtime.admin.Accounts;
import io.querent.runtime.admin.AdminStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;

/** {@link DeskApplication}, running on a port and a database of its own. */
public final class AdminNode implements AutoCloseable {
    /** Everybody's password. */
    public static final String PASSWORD = "a-password-for-tests";

    private static final String HASH =
            PasswordEncoderFactories.createDelegatingPasswordEncoder().encode(PASSWORD);

    private final ConfigurableApplicationContext context;
    private final int port;

    private AdminNode(ConfigurableApplicationContext context) {
        this.context = context;
        this.port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    /** Starts it with what {@code properties} and {@code more} add to it. */
    public static AdminNode start(List<String> properties, Class<?>... more) throws IOException {
        List<Class<?>> sources = new ArrayList<>(List.of(DeskApplication.class));
        sources.addAll(Arrays.asList(more));
        Path directory = Files.createTempDirectory(
                Files.createDirectories(Path.of("target", "admin-nodes").toAbsolutePath()), "node");
        List<String> all = new ArrayList<>(List.of(
                "server.port=0",
                "server.address=127.0.0.1",
                "spring.main.banner-mode=off",
                "querent.embedded.data-directory=" + directory.resolve("data"),
                "querent.poll-interval=50ms",
                "querent.admin.first-account=",
                "querent.admin.patience=3s"));
        all.addAll(properties);
        AdminNode node = new AdminNode(new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
                .properties(all.toArray(String[]::new))
                .run());
        Accounts accounts = node.bean(AdminStorage.class).accounts();
        Awaitility.await().ignoreExceptions().untilAsserted(accounts::isEmpty);
        return node;
    }

    /** Makes an account. */
    public AdminNode account(String name, String... grants) {
        bean(AdminStorage.class)
                .accounts()
                .create(
                        new Accounts.Account(name, HASH, Set.of(grants), true, false, 1, Instant.EPOCH),
                        "test",
                        UUID.randomUUID().toString());
        return this;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    public int port() {
        return port;
    }

    /** Calls the API as somebody. */
    public Caller as(String name) {
        return new Caller(port, name, PASSWORD);
    }

    /** Calls the API under a name with whatever password. */
    public Caller as(String name, String password) {
        return new Caller(port, name, password);
    }

    /** Calls the API as nobody. */
    public Caller asNobody() {
        return new Caller(port, null, "");
    }

    @Override
    public void close() {
        context.close();
    }
}
