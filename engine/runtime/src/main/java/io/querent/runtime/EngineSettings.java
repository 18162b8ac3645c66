package io.querent.runtime;

import io.querent.runtime.approval.SecondPersonRules;
import java.time.Duration;

/**
 * How an engine runs. Immutable; checks itself.
 *
 * @param node name of this process in leases, tokens and history; unique among running processes
 * @param lease how long a saga stays with a node that shows no sign of life
 * @param pollInterval how often to look for due sagas when nothing says that there are any
 * @param maxOwned sagas that this node runs at a time; more wait in the database
 * @param callThreads threads for calls where the platform has no virtual ones
 * @param localTransactions local transactions at a time; each takes a database connection
 * @param startTimeout how long a start waits for its commit before it says that the database does not answer
 * @param drainGrace how long a shutdown waits for calls in flight
 * @param askBeforeFirstSend whether sagas started now ask before they send: after a loss of data, when earlier sends may be
 *     forgotten
 * @param keepLetters how long a callback is known by its id after its saga has ended; longer than the longest repeat
 * @param secondPerson which decisions need a second person; every node has to be given the same
 */
public record EngineSettings(
        String node,
        Duration lease,
        Duration pollInterval,
        int maxOwned,
        int callThreads,
        int localTransactions,
        Duration startTimeout,
        Duration drainGrace,
        boolean askBeforeFirstSend,
        Duration keepLetters,
        SecondPersonRules secondPerson) {
    /** A year, a dispute's time and some more: longer than anybody repeats a callback. */
    private static final Duration KEEP_LETTERS = Duration.ofDays(400);

    /** @throws IllegalArgumentException when a value is outside its bounds; the message names it */
    public EngineSettings {
        if (node.isBlank() || node.length() > 100) {
            throw new IllegalArgumentException("node must have 1 to 100 characters, not " + node.length());
        }
        atLeast("lease", lease, Duration.ofMillis(500));
        atLeast("pollInterval", pollInterval, Duration.ofMillis(10));
        atLeast("startTimeout", startTimeout, Duration.ofMillis(100));
        atLeast("keepLetters", keepLetters, Duration.ofDays(1));
        atLeast("drainGrace", drainGrace, Duration.ZERO);
        atLeast("maxOwned", maxOwned);
        atLeast("callThreads", callThreads);
        atLeast("localTransactions", localTransactions);
    }

    /** Settings that suit most: a lease of 15 s, 2,000 sagas at a time. */
    public static EngineSettings forNode(String node) {
        return new EngineSettings(
                node,
                Duration.ofSeconds(15),
                Duration.ofMillis(500),
                2_000,
                200,
                6,
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                false,
                KEEP_LETTERS,
                SecondPersonRules.NONE);
    }

    /** These settings with another lease. */
    public EngineSettings withLease(Duration other) {
        return new EngineSettings(
                node,
                other,
                pollInterval,
                maxOwned,
                callThreads,
                localTransactions,
                startTimeout,
                drainGrace,
                askBeforeFirstSend,
                keepLetters,
                secondPerson);
    }

    /** These settings with another poll interval. */
    public EngineSettings withPollInterval(Duration other) {
        return new EngineSettings(
                node,
                lease,
                other,
                maxOwned,
                callThreads,
                localTransactions,
                startTimeout,
                drainGrace,
                askBeforeFirstSend,
                keepLetters,
                secondPerson);
    }

    /** These settings with another cap on sagas at a time. */
    public EngineSettings withMaxOwned(int other) {
        return new EngineSettings(
                node,
                lease,
                pollInterval,
                other,
                callThreads,
                localTransactions,
                startTimeout,
                drainGrace,
                askBeforeFirstSend,
                keepLetters,
                secondPerson);
    }

    /** These settings with another time to wait for calls in flight at shutdown. */
    public EngineSettings withDrainGrace(Duration other) {
        return new EngineSettings(
                node,
                lease,
                pollInterval,
                maxOwned,
                callThreads,
                localTransactions,
                startTimeout,
                other,
                askBeforeFirstSend,
                keepLetters,
                secondPerson);
    }

    /** These settings with another time to wait for a start's commit. */
    public EngineSettings withStartTimeout(Duration other) {
        return new EngineSettings(
                node,
                lease,
                pollInterval,
                maxOwned,
                callThreads,
                localTransactions,
                other,
                drainGrace,
                askBeforeFirstSend,
                keepLetters,
                secondPerson);
    }

    /** These settings for running after a loss of data. */
    public EngineSettings withAskBeforeFirstSend(boolean ask) {
        return new EngineSettings(
                node,
                lease,
                pollInterval,
                maxOwned,
                callThreads,
                localTransactions,
                startTimeout,
                drainGrace,
                ask,
                keepLetters,
                secondPerson);
    }

    /** These settings with another time for which callbacks are known after their saga has ended. */
    public EngineSettings withKeepLetters(Duration other) {
        return new EngineSettings(
                node,
                lease,
                pollInterval,
                maxOwned,
                callThreads,
                localTransactions,
                startTimeout,
                drainGrace,
                askBeforeFirstSend,
                other,
                secondPerson);
    }

    /** These settings with rules for a second person. */
    public EngineSettings withSecondPerson(SecondPersonRules other) {
        return new EngineSettings(
                node,
                lease,
                pollInterval,
                maxOwned,
                callThreads,
                localTransactions,
                startTimeout,
                drainGrace,
                askBeforeFirstSend,
                keepLetters,
                other);
    }

    private static void atLeast(String name, Duration value, Duration least) {
        if (value.compareTo(least) < 0) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", not " + value);
        }
    }

    private static void atLeast(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, not " + value);
        }
    }
}
