package io.querent.examples.payment.faultrun.node;

import io.querent.examples.payment.saga.PaymentSaga;
import io.querent.runtime.EngineSettings;
import io.querent.saga.Downstream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How a node of a fault run is set up. The same to the process that starts a node, as arguments, and to the node.
 *
 * @param name of the node: a process that takes the place of one that died has the same
 * @param databaseUrl JDBC address of the engine's database
 * @param bank where the bank listens
 * @param lease how long a saga stays with a node that shows no sign of life
 * @param grace how long a shutdown waits for calls in flight
 * @param bankLimit how long the engine waits for the bank
 * @param clockOffset how far the node's own clock is off
 */
public record NodeOptions(
        String name,
        String databaseUrl,
        URI bank,
        Duration lease,
        Duration grace,
        Duration bankLimit,
        Duration clockOffset) {
    /** Name of the environment variable with the password of the database. */
    public static final String PASSWORD = "FAULT_RUN_DATABASE_PASSWORD";

    /** How long sagas stay with a node that shows no sign of life, in a storm. */
    public static final Duration STORM_LEASE = Duration.ofSeconds(3);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final int MOST_OWNED = 500;

    /** A node with the times of a storm: leases of three seconds, five seconds to drain. */
    public static NodeOptions of(String name, String databaseUrl, URI bank) {
        return new NodeOptions(
                name,
                databaseUrl,
                bank,
                STORM_LEASE,
                Duration.ofSeconds(5),
                PaymentSaga.BANK.timeLimit(),
                Duration.ZERO);
    }

    /** These, with another lease. */
    public NodeOptions withLease(Duration other) {
        return new NodeOptions(name, databaseUrl, bank, other, grace, bankLimit, clockOffset);
    }

    /** These, with another time to drain. */
    public NodeOptions withGrace(Duration other) {
        return new NodeOptions(name, databaseUrl, bank, lease, other, bankLimit, clockOffset);
    }

    /** These, with another time to wait for the bank. */
    public NodeOptions withBankLimit(Duration other) {
        return new NodeOptions(name, databaseUrl, bank, lease, grace, other, clockOffset);
    }

    /** These, with a clock that is off by so much. */
    public NodeOptions withClockOffset(Duration other) {
        return new NodeOptions(name, databaseUrl, bank, lease, grace, bankLimit, other);
    }

    /** Reads what {@link #arguments} wrote. */
    static NodeOptions parse(String... arguments) {
        Map<String, String> values = new HashMap<>();
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            if (parts.length < 2) {
                throw new IllegalArgumentException("expected=NAME=VALUE, found=" + argument);
            }
            values.put(parts[0], parts[1]);
        }
        return new NodeOptions(
                required(values, "name"),
                required(values, "database"),
                URI.create(required(values, "bank")),
                Duration.parse(required(values, "lease")),
                Duration.parse(required(values, "grace")),
                Duration.parse(required(values, "bank-limit")),
                Duration.parse(required(values, "clock-offset")));
    }

    /** These as arguments of a node's process. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        arguments.add("name=" + name);
        arguments.add("database=" + databaseUrl);
        arguments.add("bank=" + bank);
        arguments.add("lease=" + lease);
        arguments.add("grace=" + grace);
        arguments.add("bank-limit=" + bankLimit);
        arguments.add("clock-offset=" + clockOffset);
        return arguments;
    }

    EngineSettings engine() {
        return EngineSettings.forNode(name)
                .withLease(lease)
                .withPollInterval(POLL)
                .withMaxOwned(MOST_OWNED)
                .withDrainGrace(grace);
    }

    /** What is true of the bank does not change; how long this node waits for it may. */
    Downstream bankProfile() {
        return Downstream.named(PaymentSaga.BANK.name())
                .honoursOperationKey(PaymentSaga.BANK.protectedFor())
                .visibleWithin(PaymentSaga.BANK.visibilityWindow())
                .keyLength(PaymentSaga.BANK.keyLength())
                .concurrency(PaymentSaga.BANK.concurrency())
                .timeLimit(bankLimit)
                .build();
    }

    private static String required(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the argument " + name + " is missing");
        }
        return value;
    }
}
