package io.querent.runtime.call;

import io.querent.runtime.slots.Caps;
import io.querent.runtime.slots.SlotAsk;
import io.querent.runtime.slots.SlotGrant;
import java.time.Duration;
import java.util.Optional;

/**
 * The slots of one downstream that this node may use, until its lease on them ends by this process's monotonic clock. Guarded by the
 * lock of the gate that it is part of.
 *
 * <p>What the ledger says is this node's is never less than what it uses: it asks for more and uses it after the answer, and it stops
 * using what it is going to give back before it says so.
 */
final class Holding {
    private final String downstream;
    private final Caps caps;
    private boolean active;
    private int held;
    private int usable;
    private double ratePerSecond;
    private long endsAt;
    private int mostWanted;
    private long wantedAt;

    Holding(String downstream, Caps caps, long now) {
        this.downstream = downstream;
        this.caps = caps;
        this.endsAt = now;
    }

    /** Somebody wants to pass; returns whether this is news for whoever asks for slots. */
    boolean want(int demand) {
        mostWanted = Math.max(mostWanted, demand);
        boolean news = !active;
        active = true;
        return news;
    }

    /** How many may be under way at {@code now}. */
    int limit(long now) {
        return endsAt - now > 0 ? usable : 0;
    }

    /** Calls and queries a second; infinite where there is no limit. */
    double ratePerSecond() {
        return ratePerSecond;
    }

    /** Whether what is under way is covered by slots that are certainly this node's at {@code now}. */
    boolean covers(int inUse, long now) {
        return endsAt - now > 0 && inUse <= held;
    }

    /**
     * What to tell the ledger; empty when there is nothing to ask for.
     *
     * @param inUse calls and queries under way
     * @param demand those and whoever is in line
     * @param idleAfter how long slots are kept for nobody
     */
    Optional<SlotAsk> ask(int inUse, int demand, Duration idleAfter, long now) {
        if (!active) {
            return Optional.empty();
        }
        if (endsAt - now <= 0) {
            held = 0;
            usable = 0;
        }
        int wanted = Math.max(mostWanted, demand);
        mostWanted = 0;
        if (wanted > 0) {
            wantedAt = now;
        } else if (now - wantedAt > idleAfter.toNanos()) {
            active = false;
            usable = 0;
        }
        int keep = Math.min(held, Math.max(usable, inUse));
        return Optional.of(new SlotAsk(downstream, caps, keep, Math.min(wanted, caps.slots()), !active));
    }

    /** Gives everything up; returns what to tell the ledger. */
    Optional<SlotAsk> leave() {
        boolean told = active || held > 0;
        active = false;
        held = 0;
        usable = 0;
        return told ? Optional.of(new SlotAsk(downstream, caps, 0, 0, true)) : Optional.empty();
    }

    /**
     * The ledger has answered.
     *
     * @param leaseEnds when the lease ends, counted from before the ledger was asked
     * @return whether slots are free to be given back to others
     */
    boolean granted(SlotGrant grant, int inUse, long leaseEnds) {
        boolean gaveUp = grant.target() < usable;
        held = grant.slots();
        usable = grant.target();
        ratePerSecond = grant.ratePerSecond();
        endsAt = leaseEnds;
        return gaveUp && inUse < held;
    }
}
