package io.querent.runtime.work;

import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.saga.SagaId;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine's own threads: one claims, one renews leases and does nothing else, one keeps the slots of downstreams, one looks for ends
 * of sagas that others run, one takes letters out of the mailbox.
 */
final class Housekeeping implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final Duration LOOK_FOR_ENDS = Duration.ofMillis(200);
    private static final Duration LOOK_FOR_MAIL = Duration.ofMillis(250);
    private static final Duration LOOK_FOR_FORGOTTEN = Duration.ofSeconds(15);
    /** After a standstill of all nodes, letters are looked at before they are called too old. */
    private static final Duration FIRST_PARK = Duration.ofSeconds(5);

    private static final Duration PARK_EVERY = Duration.ofMinutes(10);
    private static final Duration FORGET_EVERY = Duration.ofHours(1);

    private final Claimer claimer;
    private final LeaseKeeper leases;
    private final SlotKeeper slots;
    private final Completions completions;
    private final PostOffice postOffice;
    private final LivenessWatch liveness;
    private final Duration renewEvery;
    private final Thread claiming;
    private final ScheduledExecutorService renewing;
    private final ScheduledExecutorService looking;
    private final ScheduledExecutorService mail;
    private Iterator<SagaId> place = Collections.emptyIterator();

    Housekeeping(
            Claimer claimer,
            LeaseKeeper leases,
            SlotKeeper slots,
            Completions completions,
            PostOffice postOffice,
            LivenessWatch liveness,
            Duration renewEvery) {
        this.claimer = claimer;
        this.leases = leases;
        this.slots = slots;
        this.completions = completions;
        this.postOffice = postOffice;
        this.liveness = liveness;
        this.renewEvery = renewEvery;
        this.claiming = daemon(claimer, "querent-claimer");
        this.renewing = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "querent-leases"));
        this.mail = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "querent-mail"));
        this.looking = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "querent-ends"));
    }

    void start() {
        slots.start();
        claiming.start();
        renewing.scheduleWithFixedDelay(leases::renew, 0, renewEvery.toMillis(), TimeUnit.MILLISECONDS);
        looking.scheduleWithFixedDelay(
                this::lookForEnds, LOOK_FOR_ENDS.toMillis(), LOOK_FOR_ENDS.toMillis(), TimeUnit.MILLISECONDS);
        lookAtWhatWaits();
    }

    private void lookAtWhatWaits() {
        mail.scheduleWithFixedDelay(
                postOffice::lookAtAll, LOOK_FOR_MAIL.toMillis(), LOOK_FOR_MAIL.toMillis(), TimeUnit.MILLISECONDS);
        mail.scheduleWithFixedDelay(
                postOffice::parkOld, FIRST_PARK.toSeconds(), PARK_EVERY.toSeconds(), TimeUnit.SECONDS);
        mail.scheduleWithFixedDelay(
                postOffice::forgetOld, FORGET_EVERY.toSeconds(), FORGET_EVERY.toSeconds(), TimeUnit.SECONDS);
        looking.scheduleWithFixedDelay(liveness::look, 0, LOOK_FOR_FORGOTTEN.toSeconds(), TimeUnit.SECONDS);
    }

    void lookNow() {
        claimer.wakeUp();
    }

    void lookForEndsNow() {
        looking.execute(this::lookForEnds);
    }

    void stopClaiming() {
        claimer.stop();
        joinClaimer();
    }

    @Override
    public void close() {
        renewing.shutdownNow();
        looking.shutdownNow();
        mail.shutdownNow();
        slots.close();
    }

    private void lookForEnds() {
        try {
            place = completions.look(place);
        } catch (JournalUnavailableException unavailable) {
            LOG.debug("ends of sagas are not looked for now: {}", unavailable.getMessage());
        } catch (RuntimeException failure) {
            LOG.error("looking for ends of sagas failed; it is tried again", failure);
        }
    }

    private void joinClaimer() {
        try {
            claiming.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
