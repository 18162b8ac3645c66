package io.querent.outbox;

import io.querent.outbox.MessageStore.Setback;
import io.querent.outbox.MessageStore.Taken;
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
    private final MessageStore store;
    private final MessagePublisher publisher;
    private final RelaySettings settings;
    private final RelayCounters counters;
    private final FailureMask mask;
    private final RelayWords words;
    private final Logger log;
    private final ScheduledExecutorService timer;

    Sending(
            MessageStore store,
            MessagePublisher publisher,
            RelaySettings settings,
            RelayCounters counters,
            FailureMask mask,
            RelayWords words,
            ScheduledExecutorService timer) {
        this.store = store;
        this.publisher = publisher;
        this.settings = settings;
        this.counters = counters;
        this.mask = mask;
        this.words = words;
        this.log = LoggerFactory.getLogger(words.speaker());
        this.timer = timer;
    }

    /** Returns whether the message was taken over. What could not be written down is sent again once the lease has ended. */
    boolean send(Taken taken) {
        Throwable failure = publish(taken);
        try {
            if (failure == null) {
                markSent(taken);
            } else {
                putOff(taken, failure);
            }
        } catch (UnavailableException later) {
            log.debug(
                    "what became of message {} is not written down: {}",
                    words.naming().apply(taken.message()),
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
        if (!store.markSent(taken)) {
            log.debug(
                    "message {} was taken by another while it was {}; it comes twice",
                    words.naming().apply(taken.message()),
                    words.done());
        }
    }

    private void putOff(Taken taken, Throwable failure) {
        counters.failed.increment();
        String error = FailureText.of(failure);
        double draw = ThreadLocalRandom.current().nextDouble();
        Duration delay = settings.budget().delay(taken.tries() - 1, draw);
        Setback setback = store.putOff(
                taken,
                new MessageStore.Failure(
                        error,
                        delay,
                        settings.budget().attempts(),
                        settings.budget().within()));
        if (setback == Setback.PARKED) {
            counters.parked.increment();
            log.warn(
                    "message {} was not {} within its budget and is parked; tries={}, found={}; a person should look at"
                            + " it: mend the cause, then redrive it or leave it out; {}",
                    words.naming().apply(taken.message()),
                    words.done(),
                    taken.tries(),
                    mask.text(error),
                    words.behind(),
                    mask.of(failure));
        } else {
            log.debug(
                    "message {} could not be {}; {}",
                    words.naming().apply(taken.message()),
                    words.done(),
                    setback,
                    mask.of(failure));
        }
    }
}
