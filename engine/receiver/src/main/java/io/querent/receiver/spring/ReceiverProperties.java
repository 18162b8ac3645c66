package io.querent.receiver.spring;

import io.querent.outbox.RelaySettings;
import io.querent.receiver.ReceiverException;
import io.querent.receiver.RetentionPolicy;
import io.querent.receiver.inbox.InboxSettingException;
import io.querent.receiver.inbox.InboxSettings;
import io.querent.receiver.inbox.PerKeyOrder;
import io.querent.receiver.jdbc.GuardSettings;
import io.querent.receiver.jdbc.Isolation;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the receiver.
 *
 * @param enabled whether there is one
 * @param schema of its tables, this service's own
 * @param migrate whether its tables are made and brought up to date at the start
 * @param dataSource name of the bean, where there are several
 * @param transactionManager name of the bean over that data source, where there are several
 * @param callers whose keys they are
 * @param operationsPath where callers ask what became of a key
 * @param relay whether this process sends the messages of the service's outbox
 * @param isolation of an operation's transaction
 * @param waitForHolder how long a repeat waits for whoever is at the same key
 * @param inlineBytes largest answer that lies beside its key
 * @param keepAnswers how long answers are replayed; keys are recognised for longer
 * @param keepKeys how long keys are recognised after their end; zero for ever
 * @param archive whether days of answers are left beside the others instead of dropped
 * @param lease how long long work is held without a heartbeat
 * @param inbox how messages are received
 */
@ConfigurationProperties("querent.receiver")
public record ReceiverProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("querent_receiver") String schema,
        @DefaultValue("true") boolean migrate,
        @Nullable String dataSource,
        @Nullable String transactionManager,
        @DefaultValue("principal") Callers callers,
        @DefaultValue("/operations") String operationsPath,
        @DefaultValue("here") Relay relay,
        @DefaultValue("read-committed") Isolation isolation,
        @DefaultValue("2s") Duration waitForHolder,
        @DefaultValue("8192") int inlineBytes,
        @DefaultValue("15d") Duration keepAnswers,
        @DefaultValue("0") Duration keepKeys,
        @DefaultValue("false") boolean archive,
        @DefaultValue("30s") Duration lease,
        @DefaultValue Inbox inbox) {

    /** Whose keys they are. */
    public enum Callers {
        /** Who is signed in. */
        PRINCIPAL,
        /** All are one. For a service that only one system can reach. */
        EVERYBODY
    }

    /** Who sends messages. */
    public enum Relay {
        /** This process, if it has a publisher. */
        HERE,
        /** Another one. */
        ELSEWHERE
    }

    /**
     * Settings of the inbox.
     *
     * @param upkeep whether this process makes the inbox's days, and drops those that are no longer remembered
     * @param isolation of the transaction in which a message is handled
     * @param waitForCopy how long is waited for a copy that is being handled
     * @param conflictTries how often a transaction is tried that the database gave up for a conflict
     * @param keep how long it is remembered what was handled, in whole days
     * @param order what becomes of later messages with the same ordering key
     * @param mostBytes largest payload that is handled; larger ones are parked
     * @param mostWaiting most messages of a group that wait or are parked
     * @param again how messages are handled again that could not be handled
     */
    public record Inbox(
            @DefaultValue("true") boolean upkeep,
            @DefaultValue("read-committed") Isolation isolation,
            @DefaultValue("2s") Duration waitForCopy,
            @DefaultValue("10") int conflictTries,
            @DefaultValue("15d") Duration keep,
            @DefaultValue("kept") PerKeyOrder order,
            @DefaultValue("1048576") int mostBytes,
            @DefaultValue("10000") int mostWaiting,
            @DefaultValue Again again) {}

    /**
     * How messages are handled again that could not be handled.
     *
     * @param atATime how many at a time, a thread each
     * @param pollInterval how often to look for one whose time has come
     * @param timeLimit how long handling one may take before its thread is interrupted
     * @param attempts tries after which a message may be parked
     * @param within time after which a message may be parked; both have to be over
     * @param firstPause longest pause before the second try; doubles from try to try
     * @param longestPause upper limit of that pause
     * @param keepSettled how long messages can be looked at that were settled
     */
    public record Again(
            @DefaultValue("4") int atATime,
            @DefaultValue("200ms") Duration pollInterval,
            @DefaultValue("30s") Duration timeLimit,
            @DefaultValue("10") int attempts,
            @DefaultValue("1h") Duration within,
            @DefaultValue("1s") Duration firstPause,
            @DefaultValue("5m") Duration longestPause,
            @DefaultValue("7d") Duration keepSettled) {

        private RelaySettings settings() {
            try {
                RetryBudget budget = new RetryBudget(attempts, within, firstPause, longestPause);
                return new RelaySettings(atATime, pollInterval, timeLimit, budget, keepSettled);
            } catch (IllegalArgumentException outside) {
                throw new ReceiverException(
                        "QRT-9013",
                        "a setting querent.receiver.inbox.again is out of its range; found=" + outside.getMessage()
                                + "; nothing was started",
                        outside);
            }
        }
    }

    /**
     * Of the inbox.
     *
     * @throws InboxSettingException QRT-9052 when a value is out of range; the message names the property
     * @throws ReceiverException QRT-9013 when one of those below {@code again} is
     */
    InboxSettings inboxSettings() {
        RelaySettings again = inbox.again().settings();
        try {
            return new InboxSettings(
                    schema,
                    inbox.isolation(),
                    inbox.waitForCopy(),
                    inbox.conflictTries(),
                    inbox.keep(),
                    inbox.order(),
                    inbox.mostBytes(),
                    inbox.mostWaiting(),
                    again);
        } catch (InboxSettingException outside) {
            throw outside.calling("querent.receiver.inbox." + DataObjectPropertyName.toDashedForm(outside.setting()));
        }
    }

    /** @throws ReceiverException QRT-9006 when a value is out of range; the message names it */
    GuardSettings guard() {
        return GuardSettings.defaults()
                .withSchema(schema)
                .withIsolation(isolation)
                .withWaitForHolder(waitForHolder)
                .withInlineBytes(inlineBytes)
                .withLease(lease);
    }

    /** @throws ReceiverException QRT-9006 when a time is out of range */
    RetentionPolicy retention() {
        return new RetentionPolicy(keepAnswers, keepKeys.isZero() ? Optional.empty() : Optional.of(keepKeys), archive);
    }
}
