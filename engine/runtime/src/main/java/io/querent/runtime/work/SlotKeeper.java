package io.querent.runtime.work;

import io.querent.runtime.call.DownstreamGate;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.slots.SlotAsk;
import io.querent.runtime.slots.SlotGrant;
import io.querent.runtime.slots.SlotHolder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this node's part of the downstreams' caps: a heartbeat renews the slots in use, gives back the others and asks for what is
 * wanted; a downstream that is used for the first time is asked for at once. One thread. While the database is away nothing changes
 * until the leases end; then the gates let nothing through.
 */
final class SlotKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SlotKeeper.class);
    private static final Duration LONGEST_BEAT = Duration.ofSeconds(1);
    private static final int BEATS_IN_A_LEASE = 6;
    private static final int TURNS_IN_A_LEASE = 3;
    private static final int ROUNDS = 3;

    private final EngineParts parts;
    private final SlotHolder holder;
    private final ScheduledExecutorService beating;
    private final AtomicBoolean called = new AtomicBoolean();
    private boolean unavailable;

    SlotKeeper(EngineParts parts) {
        Duration lease = parts.settings().lease();
        this.parts = parts;
        this.holder =
                new SlotHolder(UUID.randomUUID(), parts.settings().node(), lease, lease.dividedBy(TURNS_IN_A_LEASE));
        this.beating = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "querent-slots");
            thread.setDaemon(true);
            return thread;
        });
    }

    void start() {
        Duration sixth = holder.lease().dividedBy(BEATS_IN_A_LEASE);
        long beat = (sixth.compareTo(LONGEST_BEAT) < 0 ? sixth : LONGEST_BEAT).toMillis();
        parts.gates().whenWanted(this::callSoon);
        beating.scheduleWithFixedDelay(this::beat, 0, beat, TimeUnit.MILLISECONDS);
    }

    /** Gives everything back. Calls that are still under way are past the grace of the shutdown. */
    @Override
    public void close() {
        parts.gates().whenWanted(() -> {});
        beating.execute(this::leave);
        beating.shutdown();
        try {
            if (!beating.awaitTermination(holder.turn().toMillis(), TimeUnit.MILLISECONDS)) {
                beating.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            beating.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private void callSoon() {
        if (called.compareAndSet(false, true)) {
            try {
                beating.execute(this::beat);
            } catch (RejectedExecutionException closed) {
                LOG.debug("no slots are asked for any more: the engine is shutting down");
            }
        }
    }

    private void beat() {
        called.set(false);
        try {
            boolean again = true;
            for (int round = 0; again && round < ROUNDS; round++) {
                again = settle();
            }
            unavailable = false;
        } catch (JournalUnavailableException failure) {
            if (!unavailable) {
                LOG.warn(
                        "slots of downstreams are not renewed while the database is not available: {}",
                        failure.getMessage());
            }
            unavailable = true;
        } catch (RuntimeException failure) {
            LOG.error("slots of downstreams could not be settled; it is tried again", failure);
        }
        parts.gates().local().look();
        parts.gates().all().values().forEach(DownstreamGate::look);
    }

    /** Returns whether it is worth while to settle again at once: something can be given back. */
    private boolean settle() {
        Map<String, DownstreamGate> gates = parts.gates().all();
        Map<String, SlotAsk> asks = new LinkedHashMap<>();
        gates.forEach((name, gate) -> gate.ask(holder.lease()).ifPresent(ask -> asks.put(name, ask)));
        if (asks.isEmpty()) {
            return false;
        }
        long leaseEnds = System.nanoTime() + holder.lease().toNanos();
        boolean again = false;
        for (Map.Entry<String, SlotGrant> granted :
                parts.slots().settle(holder, asks.values()).entrySet()) {
            DownstreamGate gate = gates.get(granted.getKey());
            again |= gate != null && gate.granted(granted.getValue(), leaseEnds);
        }
        return again;
    }

    private void leave() {
        try {
            parts.slots()
                    .settle(
                            holder,
                            parts.gates().all().values().stream()
                                    .flatMap(gate -> gate.leave().stream())
                                    .toList());
        } catch (RuntimeException failure) {
            LOG.debug("slots are not given back; their lease runs out: {}", failure.getMessage());
        }
    }
}
