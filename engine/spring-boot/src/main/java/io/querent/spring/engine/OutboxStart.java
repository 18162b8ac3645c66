package io.querent.spring.engine;

import io.querent.outbox.MessagePublisher;
import io.querent.outbox.OutboxRelay;
import io.querent.outbox.RelaySettings;
import io.querent.runtime.journal.Outbox;
import io.querent.runtime.masking.MaskedFailure;
import io.querent.runtime.work.Definitions;
import io.querent.saga.RetryBudget;
import io.querent.spring.QuerentProperties;
import io.querent.spring.StartUpException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether this application sends what sagas publish, and the way to begin. */
record OutboxStart(@Nullable MessagePublisher publisher, QuerentProperties.Outbox properties) {
    /** @throws StartUpException when messages would be stored and never sent */
    void check(Definitions definitions) {
        if (publisher == null && isHere() && !definitions.publishing().isEmpty()) {
            throw StartUpException.noPublisher(definitions.publishing().stream()
                    .map(each -> each.name() + " version " + each.version())
                    .toList());
        }
    }

    /** Begins to send; empty when that is done elsewhere. */
    Optional<OutboxRelay> run(Outbox outbox) {
        return publisher == null || !isHere()
                ? Optional.empty()
                : Optional.of(OutboxRelay.start(outbox, publisher, settings(), MaskedFailure.FOR_LOGS));
    }

    private boolean isHere() {
        return properties.relay() == QuerentProperties.Outbox.Relay.HERE;
    }

    private RelaySettings settings() {
        return new RelaySettings(
                properties.atATime(),
                properties.pollInterval(),
                properties.timeLimit(),
                new RetryBudget(
                        properties.attempts(), properties.within(), properties.firstPause(), properties.longestPause()),
                properties.keepSent());
    }
}
