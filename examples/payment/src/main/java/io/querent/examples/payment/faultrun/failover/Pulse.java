package io.querent.examples.payment.faultrun.failover;

import io.querent.examples.payment.faultrun.site.NodeChild;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Notes, by this process's own clock, when starts are acknowledged: each acknowledgement is a commit that its caller knows of. Passes
 * all that it hears on. Thread-safe.
 */
final class Pulse implements NodeChild.Listener {
    private final NodeChild.Listener next;
    private final AtomicInteger ended = new AtomicInteger();
    private final List<Long> beats = new ArrayList<>();

    Pulse(NodeChild.Listener next) {
        this.next = next;
    }

    @Override
    public void stored(String orderId) {
        synchronized (beats) {
            beats.add(System.nanoTime());
        }
        next.stored(orderId);
    }

    @Override
    public void unclear(String orderId) {
        next.unclear(orderId);
    }

    @Override
    public void refused(String orderId, String reason) {
        next.refused(orderId, reason);
    }

    @Override
    public void ended(String node) {
        ended.incrementAndGet();
        next.ended(node);
    }

    /** How many nodes' processes have ended, until the nodes are ended on purpose. */
    int nodesEnded() {
        return ended.get();
    }

    /** How many starts were acknowledged. */
    int count() {
        synchronized (beats) {
            return beats.size();
        }
    }

    /**
     * Waits between two acknowledgements, one after the other, from the last before {@code from} on, up to now. The last one is still
     * open: it ends now.
     *
     * @param from time of this process's clock, in nanoseconds
     * @param shortest shorter ones are left out
     */
    List<Duration> silences(long from, Duration shortest) {
        synchronized (beats) {
            return silences(beats, from, System.nanoTime(), shortest);
        }
    }

    /** The same over given times. */
    static List<Duration> silences(List<Long> beats, long from, long until, Duration shortest) {
        List<Duration> silences = new ArrayList<>();
        long before = from;
        for (long beat : beats) {
            if (beat - from <= 0) {
                before = beat;
            } else {
                add(silences, beat - before, shortest);
                before = beat;
            }
        }
        add(silences, until - before, shortest);
        return silences;
    }

    private static void add(List<Duration> silences, long nanos, Duration shortest) {
        if (nanos >= shortest.toNanos()) {
            silences.add(Duration.ofNanos(nanos));
        }
    }
}
