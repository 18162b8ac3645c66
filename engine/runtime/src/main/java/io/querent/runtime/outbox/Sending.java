package io.querent.runtime.outbox;

import io.querent.runtime.MessagePublisher;
import io.querent.runtime.call.FailureClassifier;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Outbox;
import io.querent.runtime.journal.Outbox.Setback;
import io.querent.runtime.journal.Outbox.Taken;
import io.querent.runtime.masking.MaskedFailure;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends one message and writes down what came of it. No connection is held while the broker is waited for. Thread-safe. */
final class Sending {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxRelay.class);

    private final Outbox outbox;
    private final MessagePublisher publisher;
    private final RelaySettings settings;
    private final RelayCounters counters;
    private final ScheduledExecutorService timer;

    Sending(
            Outbox outbox,
            MessagePublisher publisher,
            RelaySettings settings,
            RelayCounters counters,
            ScheduledExecutorService timer) {
        this.outbox = outbox;
        this.publisher = publisher;
        this.settings = settings;
        this.counters = counters;
        this.timer = timer;
    }

    /** Returns whether the broker has acknowledged the message. What could not be written down is sent again once the lease has ended. */
    boolean send(Taken taken) {
        Throwable failure = publish(taken);
        try {
            if (failure == null) {
                markSent(taken);
            } else {
                putOff(taken, failure);
            }
        } catch (JournalUnavailableException later) {
            LOG.debug(
                    "what became of message {} is not written down: {}",
                    taken.message().id(),
                    later.getMessage());
        }
        return failure == null;
    }

    private @Nullable Throwable publish(Taken taken) {
        TimeLimit limit = new TimeLimit();
        ScheduledFuture<?> interruption =
                timer.schedule(limit, settings.timeLimit().toMillis(), TimeUnit.MILLISECONDS);
        try {
            publisher.publish(taken.message());
            return null;
        } catch (Throwable unknown) {
            return unknown;
        } finally {
            interruption.cancel(false);
            limit.end();
        }
    }

    private void markSent(Taken taken) {
        counters.sent.increment();
        if (!outbox.markSent(taken)) {
            LOG.debug(
                    "message {} was taken by another while it was sent; it comes twice",
                    taken.message().id());
        }
    }

    private void putOff(Taken taken, Throwable failure) {
        counters.failed.increment();
        String error = FailureClassifier.describe(failure);
        double draw = ThreadLocalRandom.current().nextDouble();
        Duration delay = settings.budget().delay(taken.tries() - 1, draw);
        Setback setback = outbox.putOff(
                taken,
                new Outbox.Failure(
                        error,
                        delay,
                        settings.budget().attempts(),
                        settings.budget().within()));
        if (setback == Setback.PARKED) {
            counters.parked.increment();
            LOG.warn(
                    "message {} to {} could not be sent within its budget and is parked; tries={}, found={}; a person should look at"
                            + " it: mend the cause, then redrive it or leave it out; messages of the same topic and ordering key wait",
                    taken.message().id(),
                    taken.message().topic(),
                    taken.tries(),
                    MaskedFailure.text(error),
                    MaskedFailure.of(failure));
        } else {
            LOG.debug("message {} could not be sent; {}", taken.message().id(), setback, MaskedFailure.of(failure));
        }
    }
}
