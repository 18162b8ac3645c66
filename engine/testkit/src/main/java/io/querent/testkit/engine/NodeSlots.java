package io.querent.testkit.engine;

import io.querent.runtime.slots.SlotAsk;
import io.querent.runtime.slots.SlotGrant;
import io.querent.runtime.slots.SlotHolder;
import io.querent.runtime.slots.SlotLedger;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The slots as one node has them while it lives. Thread-safe. */
final class NodeSlots implements SlotLedger {
    private final SlotLedger slots;
    private final Life life;
    private final Set<UUID> holders = ConcurrentHashMap.newKeySet();

    NodeSlots(SlotLedger slots, Life life) {
        this.slots = slots;
        this.life = life;
    }

    /** Under which ids the node holds slots. */
    Set<UUID> holders() {
        return Set.copyOf(holders);
    }

    @Override
    public Map<String, SlotGrant> settle(SlotHolder holder, Collection<SlotAsk> asks) {
        life.check();
        holders.add(holder.id());
        return slots.settle(holder, asks);
    }
}
