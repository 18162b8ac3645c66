package io.querent.spring;

import static io.querent.spring.PropertyRange.requireWithin;

import io.querent.runtime.approval.SecondPersonRule;
import io.querent.runtime.approval.SecondPersonRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the engine runs in an application. Immutable; checks itself.
 *
 * @param enabled whether to run an engine at all
 * @param nodeName name of this process in leases, tokens and history, unique among running processes; host name, process id and
 *     a random part when not set
 * @param lease how long a saga stays with a node that shows no sign of life
 * @param pollInterval how often to look for due sagas when nothing says that there are any
 * @param maxSagas sagas that this node runs at a time; more wait in the database
 * @param callThreads threads for calls where the platform has no virtual ones (before Java 21)
 * @param localTransactions local transactions at a time; each takes a database connection
 * @param startTimeout how long starting a saga waits for its commit before it says that the database does not answer
 * @param drainGrace how long a shutdown waits for calls in flight
 * @param askBeforeFirstSend whether sagas started now ask before they send; for running after a loss of data, when earlier sends
 *     may be forgotten
 * @param keepLetters how long a callback is known by its id after its saga has ended; longer than anybody may repeat it
 * @param allowAsynchronousCommit whether to run on a server that confirms commits before they are safe: a crash of it loses money
 * @param allowUnsafeWrites whether to run on a server with fsync or full_page_writes off: a crash of its machine loses money
 */
@ConfigurationProperties("querent")
public record QuerentProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String nodeName,
        @DefaultValue("15s") Duration lease,
        @DefaultValue("500ms") Duration pollInterval,
        @DefaultValue("2000") int maxSagas,
        @DefaultValue("200") int callThreads,
        @DefaultValue("6") int localTransactions,
        @DefaultValue("30s") Duration startTimeout,
        @DefaultValue("30s") Duration drainGrace,
        @DefaultValue("false") boolean askBeforeFirstSend,
        @DefaultValue("400d") Duration keepLetters,
        @DefaultValue("false") boolean allowAsynchronousCommit,
        @DefaultValue("false") boolean allowUnsafeWrites,
        @DefaultValue Connect connect,
        @DefaultValue Journal journal,
        @DefaultValue Events events,
        @DefaultValue Outbox outbox,
        @DefaultValue SecondPerson secondPerson,
        @DefaultValue Bulk bulk,
        @DefaultValue @NestedConfigurationProperty RetentionProperties retention,
        @DefaultValue Embedded embedded) {

    /** @throws StartUpException QRT-5100 when a value is out of range */
    public QuerentProperties {
        if (nodeName != null) {
            requireWithin("querent.node-name's length", nodeName.strip().length(), 1, 100);
        }
        requireWithin("querent.lease", lease, Duration.ofMillis(500), Duration.ofHours(1));
        requireWithin("querent.poll-interval", pollInterval, Duration.ofMillis(10), Duration.ofMinutes(1));
        requireWithin("querent.max-sagas", maxSagas, 1, 1_000_000);
        requireWithin("querent.call-threads", callThreads, 1, 10_000);
        requireWithin("querent.local-transactions", localTransactions, 1, 1_000);
        requireWithin("querent.start-timeout", startTimeout, Duration.ofMillis(100), Duration.ofHours(1));
        requireWithin("querent.keep-letters", keepLetters, Duration.ofDays(1), Duration.ofDays(36_525));
        requireWithin("querent.drain-grace", drainGrace, Duration.ZERO, Duration.ofHours(1));
    }

    /**
     * How the engine comes to its database.
     *
     * @param startUpWait how long the application's start waits for the engine before it goes on without; it does not wait for a
     *     database that refuses connections
     * @param firstPause how long to wait before the second try; doubles from try to try
     * @param longestPause upper limit of that wait
     */
    public record Connect(
            @DefaultValue("30s") Duration startUpWait,
            @DefaultValue("500ms") Duration firstPause,
            @DefaultValue("15s") Duration longestPause) {

        /** @throws StartUpException QRT-5100 when a value is out of range */
        public Connect {
            requireWithin("querent.connect.start-up-wait", startUpWait, Duration.ZERO, Duration.ofHours(1));
            requireWithin("querent.connect.first-pause", firstPause, Duration.ofMillis(10), Duration.ofHours(1));
            requireWithin("querent.connect.longest-pause", longestPause, firstPause, Duration.ofHours(1));
        }
    }

    /**
     * How events are gathered and written.
     *
     * @param writers how many write at a time, each on a connection of its own: threads of the journal, or workers in their place
     * @param batchLimit most appends in one transaction
     * @param queueLimit most appends that wait for a writer; further ones wait in turn
     * @param closeLimit how long a shutdown waits for what is queued
     */
    public record Journal(
            @DefaultValue("2") int writers,
            @DefaultValue("256") int batchLimit,
            @DefaultValue("10000") int queueLimit,
            @DefaultValue("10s") Duration closeLimit) {

        /** @throws StartUpException QRT-5100 when a value is out of range */
        public Journal {
            requireWithin("querent.journal.writers", writers, 1, 16);
            requireWithin("querent.journal.batch-limit", batchLimit, 1, 1_000);
            requireWithin("querent.journal.queue-limit", queueLimit, batchLimit, 1_000_000);
            requireWithin("querent.journal.close-limit", closeLimit, Duration.ofMillis(1), Duration.ofHours(1));
        }
    }

    /**
     * How event handlers of the application are fed.
     *
     * @param pollInterval how often to look for new events
     * @param cachedEvents newest events kept in memory for handlers that have caught up
     * @param batchSize most events in one transaction of a handler
     * @param segments parts that a new processor begins with, each of which one node works on at a time
     */
    public record Events(
            @DefaultValue("100ms") Duration pollInterval,
            @DefaultValue("1000") int cachedEvents,
            @DefaultValue("500") int batchSize,
            @DefaultValue("4") int segments) {

        /** @throws StartUpException QRT-5100 when a value is out of range */
        public Events {
            requireWithin("querent.events.poll-interval", pollInterval, Duration.ofMillis(10), Duration.ofMinutes(1));
            requireWithin("querent.events.cached-events", cachedEvents, 1, 100_000);
            requireWithin("querent.events.batch-size", batchSize, 1, 10_000);
            requireWithin("querent.events.segments", segments, 1, 1_024);
        }
    }

    /**
     * How messages that sagas publish are sent.
     *
     * @param relay where messages are sent from: by this application's MessagePublisher bean, or elsewhere
     * @param atATime messages that are being sent at a time
     * @param pollInterval how often to look for messages
     * @param timeLimit how long sending one may take before its thread is interrupted
     * @param attempts tries after which a message is parked for a person to look at, once it was also tried for as long as querent.outbox.within
     * @param within how long a message is tried at least before it is parked
     * @param firstPause upper limit of the pause after the first try; doubles from try to try
     * @param longestPause upper limit of every pause
     * @param keepSent how long sent messages stay in the table
     */
    public record Outbox(
            @DefaultValue("here") Relay relay,
            @DefaultValue("16") int atATime,
            @DefaultValue("100ms") Duration pollInterval,
            @DefaultValue("30s") Duration timeLimit,
            @DefaultValue("20") int attempts,
            @DefaultValue("1d") Duration within,
            @DefaultValue("1s") Duration firstPause,
            @DefaultValue("5m") Duration longestPause,
            @DefaultValue("7d") Duration keepSent) {

        /** Where messages are sent from. */
        public enum Relay {
            /** From this application, by its MessagePublisher bean. */
            HERE,
            /** From another process. */
            ELSEWHERE
        }

        /** @throws StartUpException QRT-5100 when a value is out of range */
        public Outbox {
            requireWithin("querent.outbox.at-a-time", atATime, 1, 1_000);
            requireWithin("querent.outbox.poll-interval", pollInterval, Duration.ofMillis(10), Duration.ofHours(1));
            requireWithin("querent.outbox.time-limit", timeLimit, Duration.ofMillis(100), Duration.ofHours(1));
            requireWithin("querent.outbox.attempts", attempts, 1, 1_000);
            requireWithin("querent.outbox.within", within, Duration.ofMillis(1), Duration.ofDays(366));
            requireWithin("querent.outbox.first-pause", firstPause, Duration.ofMillis(1), Duration.ofHours(1));
            requireWithin("querent.outbox.longest-pause", longestPause, firstPause, Duration.ofDays(1));
            requireWithin("querent.outbox.keep-sent", keepSent, Duration.ZERO, Duration.ofDays(3_660));
        }
    }

    /**
     * Which decisions of people need a second person.
     *
     * @param rules the rules; every node has to have the same
     */
    public record SecondPerson(@DefaultValue List<SecondPersonProperties> rules) {
        /** @throws StartUpException QRT-5100 when a value cannot be used */
        public SecondPerson {
            rules = List.copyOf(rules);
            SecondPersonRules unused = toRules(rules);
        }

        /** The rules as the engine takes them. */
        public SecondPersonRules toRules() {
            return toRules(rules);
        }

        private static SecondPersonRules toRules(List<SecondPersonProperties> rules) {
            List<SecondPersonRule> made = new ArrayList<>();
            for (SecondPersonProperties rule : rules) {
                made.add(rule.toRule("querent.second-person.rules[" + made.size() + "]"));
            }
            return new SecondPersonRules(made);
        }
    }

    /**
     * Actions on many sagas.
     *
     * @param enabled whether this node carries them out; another one may
     */
    public record Bulk(@DefaultValue("true") boolean enabled) {}

    /**
     * The PostgreSQL that is started beside the application when it has no data source of its own.
     *
     * @param enabled whether to start one when there is no other database
     * @param dataDirectory where everything of it lives; must be absent, empty, or made by an earlier start
     * @param port TCP port on 127.0.0.1; 0 means a free one, chosen at the first start and kept for as long as it is free
     * @param databaseName lower-case letters, digits and underscores
     * @param serverSettings settings of postgresql.conf that win over Querent's own
     * @param startUpTimeout bounds each wait: for an earlier server to answer or to stop, for this one to be ready
     */
    public record Embedded(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("./querent.data") Path dataDirectory,
            @DefaultValue("0") int port,
            @DefaultValue("querent") String databaseName,
            @DefaultValue Map<String, String> serverSettings,
            @DefaultValue("1m") Duration startUpTimeout) {

        /** @throws StartUpException QRT-5100 when a value is out of range */
        public Embedded {
            serverSettings = Map.copyOf(serverSettings);
            requireWithin("querent.embedded.port", port, 0, 65_535);
            requireWithin(
                    "querent.embedded.start-up-timeout", startUpTimeout, Duration.ofSeconds(1), Duration.ofHours(24));
        }
    }
}
