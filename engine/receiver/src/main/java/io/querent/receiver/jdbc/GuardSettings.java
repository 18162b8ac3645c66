package io.querent.receiver.jdbc;

import io.querent.receiver.ReceiverException;
import java.time.Duration;
import java.util.UUID;

/**
 * How a guard goes about it. Immutable; checks itself.
 *
 * @param schema of the receiver's tables
 * @param owner name of this process, unlike every other's; shown for leases
 * @param isolation of an operation's transaction
 * @param waitForHolder how long a repeat waits for whoever is at the same key, 1 ms to 1 min
 * @param retryAfter what a repeat is told that has waited in vain, when nothing better is known
 * @param conflictTries how often a transaction is tried that the database gave up for a deadlock or a serialization failure, 1 to 100
 * @param inlineBytes largest body that lies with its answer, 0 to 1 MiB; larger ones go to the {@link ResultStore}
 * @param lease how long long work is held without a heartbeat, 1 s to 1 h
 * @param mostAttempts how often long work is tried that fails in a way which another try may mend, 1 to 1,000
 * @param retryDelay longest pause before the second try; doubled with each, up to an hour, and drawn at random from nothing to that
 */
public record GuardSettings(
        String schema,
        String owner,
        Isolation isolation,
        Duration waitForHolder,
        Duration retryAfter,
        int conflictTries,
        int inlineBytes,
        Duration lease,
        int mostAttempts,
        Duration retryDelay) {
    private static final int MOST_BYTES = 1 << 20;
    private static final int LONGEST_OWNER = 200;

    /** @throws ReceiverException QRT-9006 when a value is out of its range */
    public GuardSettings {
        require(!owner.isBlank() && owner.length() <= LONGEST_OWNER, "owner", owner, "1 to 200 characters");
        between("waitForHolder", waitForHolder, Duration.ofMillis(1), Duration.ofMinutes(1));
        between("retryAfter", retryAfter, Duration.ofMillis(1), Duration.ofHours(1));
        between("lease", lease, Duration.ofSeconds(1), Duration.ofHours(1));
        between("retryDelay", retryDelay, Duration.ofMillis(1), Duration.ofHours(1));
        require(conflictTries >= 1 && conflictTries <= 100, "conflictTries", conflictTries, "1 to 100");
        require(inlineBytes >= 0 && inlineBytes <= MOST_BYTES, "inlineBytes", inlineBytes, "0 to " + MOST_BYTES);
        require(mostAttempts >= 1 && mostAttempts <= 1000, "mostAttempts", mostAttempts, "1 to 1000");
    }

    /** What fits most: READ COMMITTED, 2 s for a holder, 8 KiB inline, a lease of 30 s, 8 attempts from 1 s apart. */
    public static GuardSettings defaults() {
        return new GuardSettings(
                ReceiverSchema.DEFAULT_NAME,
                ProcessHandle.current().pid() + "-"
                        + UUID.randomUUID().toString().substring(0, 8),
                Isolation.READ_COMMITTED,
                Duration.ofSeconds(2),
                Duration.ofSeconds(1),
                10,
                8 << 10,
                Duration.ofSeconds(30),
                8,
                Duration.ofSeconds(1));
    }

    /** These, in another schema. */
    public GuardSettings withSchema(String other) {
        return new GuardSettings(
                other,
                owner,
                isolation,
                waitForHolder,
                retryAfter,
                conflictTries,
                inlineBytes,
                lease,
                mostAttempts,
                retryDelay);
    }

    /** These, under another name of the process. */
    public GuardSettings withOwner(String other) {
        return new GuardSettings(
                schema,
                other,
                isolation,
                waitForHolder,
                retryAfter,
                conflictTries,
                inlineBytes,
                lease,
                mostAttempts,
                retryDelay);
    }

    /** These, at another isolation level. */
    public GuardSettings withIsolation(Isolation other) {
        return new GuardSettings(
                schema,
                owner,
                other,
                waitForHolder,
                retryAfter,
                conflictTries,
                inlineBytes,
                lease,
                mostAttempts,
                retryDelay);
    }

    /** These, with another wait of repeats. */
    public GuardSettings withWaitForHolder(Duration other) {
        return new GuardSettings(
                schema,
                owner,
                isolation,
                other,
                retryAfter,
                conflictTries,
                inlineBytes,
                lease,
                mostAttempts,
                retryDelay);
    }

    /** These, with another limit of bodies that lie with their answers. */
    public GuardSettings withInlineBytes(int other) {
        return new GuardSettings(
                schema,
                owner,
                isolation,
                waitForHolder,
                retryAfter,
                conflictTries,
                other,
                lease,
                mostAttempts,
                retryDelay);
    }

    /** These, with another lease of long work. */
    public GuardSettings withLease(Duration other) {
        return new GuardSettings(
                schema,
                owner,
                isolation,
                waitForHolder,
                retryAfter,
                conflictTries,
                inlineBytes,
                other,
                mostAttempts,
                retryDelay);
    }

    /** These, with another budget of long work. */
    public GuardSettings withRetries(int otherMostAttempts, Duration otherDelay) {
        return new GuardSettings(
                schema,
                owner,
                isolation,
                waitForHolder,
                retryAfter,
                conflictTries,
                inlineBytes,
                lease,
                otherMostAttempts,
                otherDelay);
    }

    private static void between(String name, Duration value, Duration least, Duration most) {
        require(value.compareTo(least) >= 0 && value.compareTo(most) <= 0, name, value, least + " to " + most);
    }

    private static void require(boolean holds, String name, Object found, String expected) {
        if (!holds) {
            throw new ReceiverException(
                    "QRT-9006",
                    "a setting of the receiver is out of its range; key=" + name + ", found=" + found + ", expected="
                            + expected + "; nothing was started");
        }
    }
}
