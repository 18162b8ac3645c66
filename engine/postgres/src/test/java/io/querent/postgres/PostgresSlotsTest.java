package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.querent.contract.SlotContract;
import io.querent.contract.Storage;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.slots.Caps;
import io.querent.runtime.slots.SlotAsk;
import io.querent.runtime.slots.SlotGrant;
import io.querent.runtime.slots.SlotHolder;
import io.querent.runtime.slots.SlotSharing;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who has which slots, on a real server: the cap holds whoever asks at the same moment, and slots of the dead come back. */
class PostgresSlotsTest extends SlotContract {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Caps CAPS = new Caps(8, 80);

    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresStorage storage = new PostgresStorage(database);
    private final PostgresSlots slots = new PostgresSlots(database.dataSource());

    @AfterEach
    void close() {
        storage.journal().close();
        database.close();
    }

    @Override
    protected Storage storage() {
        return storage;
    }

    @Test
    void anotherWaitsWithARequestUntilSlotsAreGivenBack() {
        SlotHolder first = holder("first", LEASE);
        SlotHolder second = holder("second", LEASE);
        settle(first, 0, 8);

        assertThat(settle(second, 0, 8).slots()).isZero();
        assertThat(database.count("SELECT wanted FROM querent.downstream_share WHERE node = 'second'"))
                .isEqualTo(8);
        assertThat(settle(first, 8, 8)).isEqualTo(new SlotGrant(8, 4, 40));
        settle(first, 4, 8);

        assertThat(settle(second, 0, 8)).isEqualTo(new SlotGrant(4, 4, 40));
    }

    @Test
    void whoLeavesGivesEverythingBack() {
        SlotHolder first = holder("first", LEASE);
        settle(first, 0, 8);

        Map<String, SlotGrant> gone = slots.settle(first, List.of(new SlotAsk("bank", CAPS, 0, 0, true)));

        assertThat(gone).containsEntry("bank", SlotGrant.NONE);
        assertThat(database.count("SELECT count(*) FROM querent.downstream_share"))
                .isZero();
        assertThat(settle(holder("second", LEASE), 0, 8).slots()).isEqualTo(8);
    }

    @Test
    void slotsOfAKilledNodeComeBackAfterItsLeaseAndWhoOnlySleptHasLostThem() {
        SlotHolder killed = holder("killed", Duration.ofMillis(300));
        settle(killed, 0, 8);
        SlotHolder other = holder("other", LEASE);
        assertThat(settle(other, 0, 8).slots()).isZero();

        await().until(() -> settle(other, 0, 8).slots() == 8);

        assertThat(settle(killed, 8, 8).slots()).isZero();
        assertThat(database.count("SELECT count(*) FROM querent.downstream_share WHERE slots > 0"))
                .isEqualTo(1);
    }

    @Test
    void whoHasReadWhatHasChangedSinceWritesNothing() throws Exception {
        SlotHolder slow = holder("slow", LEASE);
        SlotHolder fast = holder("fast", LEASE);
        settle(slow, 0, 1);
        try (Connection connection = database.dataSource().getConnection()) {
            ShareReads.Shares read =
                    ShareReads.of(connection, List.of("bank")).iterator().next();
            settle(fast, 0, 1);

            SlotSharing.Settled settled = SlotSharing.settle(slow, ask("bank", 8, 8), read.live(), read.readAt());
            assertThat(settled.grant().slots()).isEqualTo(8);
            assertThat(ShareWrites.writeIfUnchanged(connection, slow, read, settled.share()))
                    .isFalse();
        }
        assertThat(settle(slow, 8, 8).target()).as("it reads again").isLessThan(8);
    }

    @Test
    void withFewerSlotsThanHoldersTheyTakeTurns() {
        Caps one = new Caps(1, 0);
        List<SlotHolder> holders = List.of(
                new SlotHolder(UUID.randomUUID(), "a", LEASE, Duration.ofMillis(20)),
                new SlotHolder(UUID.randomUUID(), "b", LEASE, Duration.ofMillis(20)),
                new SlotHolder(UUID.randomUUID(), "c", LEASE, Duration.ofMillis(20)));
        int[] turns = new int[3];
        int[] keeps = new int[3];

        await().until(() -> {
            int held = 0;
            for (int i = 0; i < 3; i++) {
                SlotGrant grant = slots.settle(holders.get(i), List.of(new SlotAsk("bank", one, keeps[i], 1, false)))
                        .get("bank");
                turns[i] += grant.target() > 0 && keeps[i] == 0 ? 1 : 0;
                keeps[i] = grant.target();
                held += keeps[i];
            }
            assertThat(held).isLessThanOrEqualTo(1);
            return turns[0] > 2 && turns[1] > 2 && turns[2] > 2;
        });
    }

    @Test
    void aDatabaseThatIsAwayIsSaidToBeAway() {
        try (TestDatabase nowhere = new TestDatabase("nowhere", 1)) {
            PostgresSlots away = new PostgresSlots(nowhere.simple(1));

            assertThatThrownBy(() -> away.settle(holder("a", LEASE), List.of(ask("bank", 0, 1))))
                    .isInstanceOf(JournalUnavailableException.class);
        }
    }

    private SlotGrant settle(SlotHolder holder, int keep, int wanted) {
        return slots.settle(holder, List.of(ask("bank", keep, wanted))).get("bank");
    }

    private static SlotAsk ask(String downstream, int keep, int wanted) {
        return new SlotAsk(downstream, CAPS, keep, wanted, false);
    }

    private static SlotHolder holder(String node, Duration lease) {
        return new SlotHolder(UUID.randomUUID(), node, lease, Duration.ofSeconds(5));
    }
}
