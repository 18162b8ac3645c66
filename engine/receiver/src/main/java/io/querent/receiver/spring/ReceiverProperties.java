package io.querent.receiver.spring;

import io.querent.receiver.RetentionPolicy;
import io.querent.receiver.jdbc.GuardSettings;
import io.querent.receiver.jdbc.Isolation;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
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
        @DefaultValue("30s") Duration lease) {

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

    /** @throws io.querent.receiver.ReceiverException QRT-9006 when a value is out of range; the message names it */
    GuardSettings guard() {
        return GuardSettings.defaults()
                .withSchema(schema)
                .withIsolation(isolation)
                .withWaitForHolder(waitForHolder)
                .withInlineBytes(inlineBytes)
                .withLease(lease);
    }

    /** @throws io.querent.receiver.ReceiverException QRT-9006 when a time is out of range */
    RetentionPolicy retention() {
        return new RetentionPolicy(keepAnswers, keepKeys.isZero() ? Optional.empty() : Optional.of(keepKeys), archive);
    }
}
