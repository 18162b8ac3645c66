package io.querent.testkit.memory;

import io.querent.runtime.slots.SlotAsk;
import io.querent.runtime.slots.SlotGrant;
import io.querent.runtime.slots.SlotHolder;
import io.querent.runtime.slots.SlotLedger;
import io.querent.runtime.slots.SlotSharing;
import io.querent.testkit.memory.Tables.Share;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Who has which slots, in memory. Thread-safe. */
final class MemorySlots implements SlotLedger {
    private final Tables tables;

    MemorySlots(Tables tables) {
        this.tables = tables;
    }

    @Override
    public Map<String, SlotGrant> settle(SlotHolder holder, Collection<SlotAsk> asks) {
        return tables.at(now -> {
            Map<String, SlotGrant> grants = new HashMap<>();
            asks.forEach(ask -> grants.put(ask.downstream(), settle(holder, ask, now)));
            return grants;
        });
    }

    private SlotGrant settle(SlotHolder holder, SlotAsk ask, Instant now) {
        Map<UUID, Share> shares = tables.shares.computeIfAbsent(ask.downstream(), name -> new HashMap<>());
        shares.values().removeIf(each -> !each.leaseUntil().isAfter(now));
        if (ask.leaves()) {
            shares.remove(holder.id());
            return SlotGrant.NONE;
        }
        SlotSharing.Settled settled = SlotSharing.settle(
                holder, ask, shares.values().stream().map(Share::share).toList(), now);
        shares.put(holder.id(), new Share(settled.share(), now.plus(holder.lease())));
        return settled.grant();
    }
}
