package io.querent.receiver.inbox;

import io.querent.outbox.RelaySettings;
import io.querent.receiver.jdbc.Isolation;
import io.querent.receiver.jdbc.ReceiverSchema;
import io.querent.saga.RetryBudget;
import java.time.Duration;

/**
 * How an inbox goes about it. Immutable; checks itself.
 *
 * @param schema of the receiver's tables
 * @param isolation of the transaction in which a message is handled
 * @param waitForCopy how long is waited for a copy that is being handled, 1 ms to 1 min
 * @param conflictTries how often a transaction is tried that the database gave up for a conflict, 1 to 100
 * @param keep how long it is remembered what was handled, in whole days, 1 to 3,650: longer than a broker may still deliver, a producer
 *     send again, or a person replay
 * @param order what becomes of later messages with the same ordering key
 * @param mostBytes largest payload that is handled; larger ones are parked
 * @param mostWaiting most messages of a group that wait to be handled again or are parked, before no further one is taken from the broker
 * @param again how those that wait are tried: how many at a time, how long each may take, and for how long; {@code keepSent} is how long
 *     they can be looked at afterwards
 */
public record InboxSettings(
        String schema,
        Isolation isolation,
        Duration waitForCopy,
        int conflictTries,
        Duration keep,
        PerKeyOrder order,
        int mostBytes,
        int mostWaiting,
        RelaySettings again) {
    /** What fits most: READ COMMITTED, 15 days, order kept, 1 MiB, 10,000 waiting; 4 at a time, parked after 10 tries and an hour. */
    public static final InboxSettings DEFAULT = new InboxSettings(
            ReceiverSchema.DEFAULT_NAME,
            Isolation.READ_COMMITTED,
            Duration.ofSeconds(2),
            10,
            Duration.ofDays(15),
            PerKeyOrder.KEPT,
            1 << 20,
            10_000,
            new RelaySettings(
                    4,
                    Duration.ofMillis(200),
                    Duration.ofSeconds(30),
                    new RetryBudget(10, Duration.ofHours(1), Duration.ofSeconds(1), Duration.ofMinutes(5)),
                    Duration.ofDays(7)));

    /** @throws InboxSettingException QRT-9052 when a value is out of its range */
    public InboxSettings {
        between("waitForCopy", waitForCopy, Duration.ofMillis(1), Duration.ofMinutes(1));
        between("keep", keep, Duration.ofDays(1), Duration.ofDays(3_650));
        require(keep.equals(Duration.ofDays(keep.toDays())), "keep", keep, "whole days");
        require(keep.toDays() > again.budget().within().toDays(), "keep", keep, "longer than what waits is tried");
        require(conflictTries >= 1 && conflictTries <= 100, "conflictTries", conflictTries, "1 to 100");
        require(mostBytes >= 1 && mostBytes <= 64 << 20, "mostBytes", mostBytes, "1 to 64 MiB");
        require(mostWaiting >= 1 && mostWaiting <= 1_000_000, "mostWaiting", mostWaiting, "1 to 1,000,000");
    }

    /** Days that are remembered. */
    int keepDays() {
        return (int) keep.toDays();
    }

    /** These, at another isolation level. */
    public InboxSettings withIsolation(Isolation other) {
        return new InboxSettings(schema, other, waitForCopy, conflictTries, keep, order, mostBytes, mostWaiting, again);
    }

    /** These, with another wait for copies. */
    public InboxSettings withWaitForCopy(Duration other) {
        return new InboxSettings(schema, isolation, other, conflictTries, keep, order, mostBytes, mostWaiting, again);
    }

    /** These, remembering for another time. */
    public InboxSettings withKeep(Duration other) {
        return new InboxSettings(
                schema, isolation, waitForCopy, conflictTries, other, order, mostBytes, mostWaiting, again);
    }

    /** These, with another order. */
    public InboxSettings withOrder(PerKeyOrder other) {
        return new InboxSettings(
                schema, isolation, waitForCopy, conflictTries, keep, other, mostBytes, mostWaiting, again);
    }

    /** These, with other limits. */
    public InboxSettings withLimits(int bytes, int waiting) {
        return new InboxSettings(schema, isolation, waitForCopy, conflictTries, keep, order, bytes, waiting, again);
    }

    /** These, trying again in another way. */
    public InboxSettings withAgain(RelaySettings other) {
        return new InboxSettings(
                schema, isolation, waitForCopy, conflictTries, keep, order, mostBytes, mostWaiting, other);
    }

    private static void between(String name, Duration value, Duration least, Duration most) {
        require(value.compareTo(least) >= 0 && value.compareTo(most) <= 0, name, value, least + " to " + most);
    }

    private static void require(boolean fits, String name, Object value, String expected) {
        if (!fits) {
            throw new InboxSettingException(name, String.valueOf(value), expected);
        }
    }
}
