package io.querent.postgres;

import io.querent.runtime.slots.SlotAsk;
import io.querent.runtime.slots.SlotGrant;
import io.querent.runtime.slots.SlotHolder;
import io.querent.runtime.slots.SlotLedger;
import io.querent.runtime.slots.SlotSharing;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * Who has which slots of the downstreams, in PostgreSQL. Each statement is a transaction of its own: shares are read, and written only
 * if nobody has changed one of the same downstream since. No lock is held while a node thinks, so one that stops in between holds up
 * nobody. Thread-safe.
 */
public final class PostgresSlots implements SlotLedger {
    private static final int TRIES = 8;

    private final Database database;

    /** @param dataSource the database that the journal is in */
    public PostgresSlots(DataSource dataSource) {
        this.database = new Database(dataSource, JournalSettings.DEFAULT.answerLimit());
    }

    @Override
    public Map<String, SlotGrant> settle(SlotHolder holder, Collection<SlotAsk> asks) {
        if (asks.isEmpty()) {
            return Map.of();
        }
        Map<String, SlotAsk> open = new TreeMap<>();
        asks.forEach(ask -> open.put(ask.downstream(), ask));
        return database.autoCommitted("settling slots of " + holder.node(), connection -> {
            Map<String, SlotGrant> grants = new HashMap<>();
            for (int tries = 0; tries < TRIES && !open.isEmpty(); tries++) {
                grants.putAll(settleOnce(connection, holder, open));
                open.keySet().removeAll(grants.keySet());
            }
            return grants;
        });
    }

    private static Map<String, SlotGrant> settleOnce(
            Connection connection, SlotHolder holder, Map<String, SlotAsk> asks) throws SQLException {
        Map<String, SlotGrant> grants = new HashMap<>();
        for (ShareReads.Shares shares : ShareReads.of(connection, List.copyOf(asks.keySet()))) {
            SlotAsk ask = asks.get(shares.downstream());
            if (ask == null) {
                continue;
            }
            if (ask.leaves()) {
                ShareWrites.remove(connection, holder, shares);
                grants.put(ask.downstream(), SlotGrant.NONE);
                continue;
            }
            SlotSharing.Settled settled = SlotSharing.settle(holder, ask, shares.live(), shares.readAt());
            if (ShareWrites.writeIfUnchanged(connection, holder, shares, settled.share())) {
                grants.put(ask.downstream(), settled.grant());
            }
        }
        return grants;
    }
}
