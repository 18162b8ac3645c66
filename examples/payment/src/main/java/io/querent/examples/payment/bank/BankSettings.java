package io.querent.examples.payment.bank;

import io.querent.examples.payment.bank.faults.BankFaults;
import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a bank is run.
 *
 * @param port on the loopback address; 0 for any free one
 * @param workers threads, each of which may hold a database connection
 * @param honoursKeys whether one key is booked once only; without it every send books
 * @param closedAccounts creditor accounts to which every transfer is declined
 * @param transferLimit transfers above this, in whatever currency, are declined; null for no limit
 * @param faults what goes wrong
 */
public record BankSettings(
        int port,
        int workers,
        boolean honoursKeys,
        Set<String> closedAccounts,
        @Nullable BigDecimal transferLimit,
        BankFaults faults) {
    static final int USUAL_WORKERS = 16;
    private static final int MOST_WORKERS = 256;
    private static final int HIGHEST_PORT = 65_535;

    /** @throws IllegalArgumentException when a number is out of its range */
    public BankSettings {
        if (port < 0 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("port must be 0 to " + HIGHEST_PORT + "; found=" + port);
        }
        if (workers < 1 || workers > MOST_WORKERS) {
            throw new IllegalArgumentException("workers must be 1 to " + MOST_WORKERS + "; found=" + workers);
        }
        if (transferLimit != null && transferLimit.signum() < 0) {
            throw new IllegalArgumentException("transfer limit must not be negative; found=" + transferLimit);
        }
        closedAccounts = Set.copyOf(closedAccounts);
    }

    /** A well-behaved bank on any free port. */
    public static BankSettings wellBehaved() {
        return new BankSettings(0, USUAL_WORKERS, true, Set.of(), null, BankFaults.none());
    }

    /** These, with other faults. */
    public BankSettings with(BankFaults otherFaults) {
        return new BankSettings(port, workers, honoursKeys, closedAccounts, transferLimit, otherFaults);
    }

    /** These, at a bank that books every send. */
    public BankSettings ignoringKeys() {
        return new BankSettings(port, workers, false, closedAccounts, transferLimit, faults);
    }
}
