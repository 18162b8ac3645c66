package io.querent.runtime.slots;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Decides what one holder has of one downstream. Pure: the same shares, time and ask lead to the same grant on every node.
 *
 * <p>Slots never exceed the cap in sum: a holder gets more only out of what no live share contains. Who wants less than an equal part
 * gets what it wants, the others divide the rest equally; where there are more holders than slots they take turns. Where versions that
 * declare different caps run at a time, the smaller counts until the last of the others is gone.
 */
public final class SlotSharing {
    private static final Comparator<SlotShare> BY_DEMAND =
            Comparator.comparingInt(SlotShare::wanted).thenComparing(SlotShare::holder);

    private final Instant now;
    private final Duration turn;
    private final List<SlotShare> others;
    private final Optional<SlotShare> before;
    private final SlotShare mine;
    private final Caps caps;

    private SlotSharing(SlotHolder holder, SlotAsk ask, List<SlotShare> live, Instant now) {
        this.now = now;
        this.turn = holder.turn();
        this.others =
                live.stream().filter(each -> !each.holder().equals(holder.id())).toList();
        this.before =
                live.stream().filter(each -> each.holder().equals(holder.id())).findFirst();
        int had = before.map(SlotShare::slots).orElse(0);
        Instant queuedAt = before.map(SlotShare::queuedAt).orElse(now);
        this.mine = new SlotShare(holder.id(), ask.caps(), Math.min(ask.keep(), had), ask.wanted(), queuedAt);
        this.caps = others.stream().map(SlotShare::caps).reduce(ask.caps(), Caps::and);
    }

    /**
     * What came of an ask.
     *
     * @param share to be written down in place of the holder's former one
     */
    public record Settled(SlotShare share, SlotGrant grant) {}

    /**
     * Settles an ask.
     *
     * @param live shares whose lease has not ended, the holder's own among them if it has one
     * @param now the database's time
     */
    public static Settled settle(SlotHolder holder, SlotAsk ask, List<SlotShare> live, Instant now) {
        return new SlotSharing(holder, ask, live, now).settled();
    }

    private Settled settled() {
        int target = target();
        int taken = others.stream().mapToInt(SlotShare::slots).sum();
        int free = Math.max(0, caps.slots() - taken - mine.slots());
        int slots = mine.slots() + Math.max(0, Math.min(target - mine.slots(), free));
        boolean turnBegins = slots > 0 && target > 0 && !mine.isInTurn(now);
        Instant queuedAt = turnBegins ? now.plus(turn) : mine.queuedAt();
        int usable = Math.min(slots, target);
        double all = Math.max(caps.slots(), taken + slots);
        double rate = caps.ratePerSecond() == 0 ? Double.POSITIVE_INFINITY : caps.ratePerSecond() * usable / all;
        return new Settled(
                new SlotShare(mine.holder(), mine.caps(), slots, mine.wanted(), queuedAt),
                new SlotGrant(slots, usable, rate));
    }

    /** How many slots this holder should have when all have settled. */
    private int target() {
        List<SlotShare> wanting =
                new ArrayList<>(others.stream().filter(SlotShare::wants).toList());
        if (!mine.wants()) {
            return wanting.isEmpty() ? mine.slots() : 0;
        }
        wanting.add(mine);
        return caps.slots() < wanting.size() ? turnOf(wanting) : partOf(wanting);
    }

    /** The holders in their turn first, then whoever has waited longest. */
    private int turnOf(List<SlotShare> wanting) {
        wanting.sort(Comparator.<SlotShare, Boolean>comparing(each -> !each.isInTurn(now))
                .thenComparing(SlotShare::queuedAt)
                .thenComparing(SlotShare::holder));
        return placeIn(wanting) < caps.slots() ? 1 : 0;
    }

    private int partOf(List<SlotShare> wanting) {
        wanting.sort(BY_DEMAND);
        int left = caps.slots();
        int part = 0;
        for (int i = 0; i < wanting.size(); i++) {
            int each = Math.min(wanting.get(i).wanted(), left / (wanting.size() - i));
            left -= each;
            if (isMine(wanting.get(i))) {
                part = each;
            }
        }
        int place = placeIn(wanting);
        return part + left / wanting.size() + (place < left % wanting.size() ? 1 : 0);
    }

    private int placeIn(List<SlotShare> shares) {
        int place = 0;
        while (!isMine(shares.get(place))) {
            place++;
        }
        return place;
    }

    private boolean isMine(SlotShare share) {
        UUID holder = share.holder();
        return holder.equals(mine.holder());
    }
}
