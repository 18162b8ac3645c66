package io.querent.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.runtime.slots.Caps;
import io.querent.runtime.slots.SlotAsk;
import io.querent.runtime.slots.SlotGrant;
import io.querent.runtime.slots.SlotHolder;
import io.querent.runtime.slots.SlotLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Who has which slots: the cap holds whoever asks at the same moment, and slots of the dead come back. */
public abstract class SlotContract {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Caps CAPS = new Caps(8, 80);

    /** The storage under test; a new one for each test. */
    protected abstract Storage storage();

    private SlotLedger slots() {
        return storage().slots();
    }

    @Test
    void oneHolderHasAllSlotsOfSeveralDownstreamsAtOnce() {
        Map<String, SlotGrant> grants =
                slots().settle(holder("a", LEASE), List.of(ask("bank", 0, 1), ask("ledger", 0, 1)));

        assertThat(grants).containsOnlyKeys("bank", "ledger").containsEntry("bank", new SlotGrant(8, 8, 80));
        assertThat(slots().settle(holder("a", LEASE), List.of())).isEmpty();
    }

    @Test
    void whoLeavesGivesEverythingBack() {
        SlotHolder first = holder("first", LEASE);
        settle(first, 0, 8);

        Map<String, SlotGrant> gone = slots().settle(first, List.of(new SlotAsk("bank", CAPS, 0, 0, true)));

        assertThat(gone).containsEntry("bank", SlotGrant.NONE);
        assertThat(settle(holder("second", LEASE), 0, 8).slots()).isEqualTo(8);
    }

    @Test
    void aProcessUnderTheNameOfTheOneBeforeDoesNotInheritItsSlots() {
        settle(holder("node", LEASE), 0, 8);

        assertThat(settle(holder("node", LEASE), 8, 8).slots()).isZero();
    }

    @Test
    void holdersThatSettleAtTheSameMomentNeverHaveMoreThanTheCap() throws Exception {
        int holders = 6;
        CyclicBarrier together = new CyclicBarrier(holders);
        AtomicInteger held = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(holders);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < holders; i++) {
            SlotHolder holder = holder("node-" + i, LEASE);
            futures.add(threads.submit(() -> {
                int mine = 0;
                int settled = 0;
                for (int round = 0; round < 40; round++) {
                    together.await();
                    // What is kept is what may be used; the rest is out of use before the ledger hears of it.
                    int wanted = 1 + Math.floorMod(round + holder.node().hashCode(), 8);
                    int keep = Math.min(mine, wanted);
                    held.addAndGet(keep - mine);
                    Map<String, SlotGrant> grants = slots().settle(holder, List.of(ask("bank", keep, wanted)));
                    mine = keep;
                    if (grants.containsKey("bank")) {
                        settled++;
                        mine = grants.get("bank").slots();
                        most.accumulateAndGet(held.addAndGet(mine - keep), Math::max);
                    }
                }
                return settled;
            }));
        }
        for (Future<Integer> each : futures) {
            assertThat(each.get()).as("rounds that could be settled").isGreaterThan(20);
        }
        threads.shutdown();
        assertThat(most.get()).isBetween(1, CAPS.slots());
    }

    @Test
    void anotherWaitsUntilSlotsAreGivenBack() {
        SlotHolder first = holder("first", LEASE);
        SlotHolder second = holder("second", LEASE);
        settle(first, 0, 8);

        assertThat(settle(second, 0, 8).slots()).isZero();
        assertThat(settle(first, 8, 8)).isEqualTo(new SlotGrant(8, 4, 40));
        settle(first, 4, 8);

        assertThat(settle(second, 0, 8)).isEqualTo(new SlotGrant(4, 4, 40));
    }

    @Test
    void slotsOfAHolderThatShowsNoSignOfLifeComeBackAfterItsLease() {
        SlotHolder silent = holder("silent", LEASE);
        settle(silent, 0, 8);
        SlotHolder other = holder("other", LEASE);
        assertThat(settle(other, 0, 8).slots()).isZero();

        storage().elapse(LEASE);

        assertThat(settle(other, 0, 8).slots()).isEqualTo(8);
        assertThat(settle(silent, 8, 8).slots()).isZero();
    }

    private SlotGrant settle(SlotHolder holder, int keep, int wanted) {
        return Objects.requireNonNull(
                slots().settle(holder, List.of(ask("bank", keep, wanted))).get("bank"));
    }

    private static SlotAsk ask(String downstream, int keep, int wanted) {
        return new SlotAsk(downstream, CAPS, keep, wanted, false);
    }

    private static SlotHolder holder(String node, Duration lease) {
        return new SlotHolder(UUID.randomUUID(), node, lease, Duration.ofSeconds(5));
    }
}
