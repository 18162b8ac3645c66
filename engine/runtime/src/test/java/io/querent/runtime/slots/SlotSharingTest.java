package io.querent.runtime.slots;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Slots never exceed the cap in sum, whoever asks for what and when; nobody starves; nothing lies idle that somebody wants. */
class SlotSharingTest {
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration TURN = Duration.ofSeconds(5);

    private final Map<UUID, Live> shares = new LinkedHashMap<>();
    private Instant now = Instant.parse("2026-11-29T10:00:00Z");

    private record Live(SlotShare share, Instant until) {}

    /** A node as its gate behaves: it never uses more than it was granted and gives back what it may not go on using. */
    private final class Node {
        private final SlotHolder holder;
        private Caps caps;
        private int wanted;
        private int inUse;
        private SlotGrant grant = SlotGrant.NONE;

        Node(int number, int slots) {
            this.holder = new SlotHolder(new UUID(0, number), "node-" + number, LEASE, TURN);
            this.caps = new Caps(slots, 100);
        }

        Node wants(int calls) {
            wanted = calls;
            return this;
        }

        Node settle() {
            int keep = Math.min(grant.slots(), Math.max(grant.target(), inUse));
            SlotAsk ask = new SlotAsk("bank", caps, keep, Math.min(wanted, caps.slots()), false);
            SlotSharing.Settled settled = SlotSharing.settle(holder, ask, live(), now);
            shares.put(holder.id(), new Live(settled.share(), now.plus(LEASE)));
            grant = settled.grant();
            return this;
        }
    }

    @Test
    void oneNodeAloneHasEverythingAtOnceHoweverLittleItWants() {
        Node alone = new Node(1, 32).wants(1).settle();

        assertThat(alone.grant).isEqualTo(new SlotGrant(32, 32, 100));
    }

    @Test
    void nodesThatWantMuchDivideEquallyWhenEachHasSettled() {
        List<Node> nodes = List.of(new Node(1, 32).wants(32), new Node(2, 32).wants(32), new Node(3, 32).wants(32));
        settle(nodes, 4);

        assertThat(nodes).extracting(node -> node.grant.slots()).containsExactly(10, 11, 11);
        assertThat(nodes.stream()
                        .mapToDouble(node -> node.grant.ratePerSecond())
                        .sum())
                .isBetween(99.9, 100.1);
    }

    @Test
    void whoWantsLittleLeavesTheRestToTheOthers() {
        List<Node> nodes = List.of(new Node(1, 32).wants(32), new Node(2, 32).wants(3));
        settle(nodes, 4);

        assertThat(nodes).extracting(node -> node.grant.slots()).containsExactly(29, 3);
        nodes.get(0).wants(4);
        settle(nodes, 4);

        assertThat(nodes).extracting(node -> node.grant.slots()).containsExactly(16, 16);
    }

    @Test
    void whoWantsNothingKeepsSlotsOnlyWhileNobodyElseWantsThem() {
        Node idle = new Node(1, 8).wants(8).settle().wants(0).settle();
        assertThat(idle.grant.slots()).isEqualTo(8);

        Node busy = new Node(2, 8).wants(1);
        settle(List.of(busy, idle), 3);

        assertThat(idle.grant.slots()).isZero();
        assertThat(busy.grant.slots()).isEqualTo(8);
    }

    @Test
    void slotsInUseStayUntilTheirCallsHaveEnded() {
        Node first = new Node(1, 4).wants(4).settle();
        first.inUse = 4;
        Node second = new Node(2, 4).wants(4);
        settle(List.of(second, first), 3);
        assertThat(first.grant).isEqualTo(new SlotGrant(4, 2, 50));
        assertThat(second.grant.slots()).isZero();

        first.inUse = 3;
        settle(List.of(first, second), 1);
        assertThat(first.grant.slots()).isEqualTo(3);
        assertThat(second.grant.slots()).isEqualTo(1);
    }

    @Test
    void aNodeThatIsGoneLeavesItsSlotsToTheOthersAfterItsLease() {
        new Node(1, 4).wants(4).settle();
        Node other = new Node(2, 4).wants(4).settle();
        assertThat(other.grant.slots()).isZero();

        now = now.plus(LEASE).minusMillis(1);
        assertThat(other.settle().grant.slots()).isZero();
        now = now.plusMillis(1);

        assertThat(other.settle().grant.slots()).isEqualTo(4);
    }

    @Test
    void whatALedgerDoesNotKnowAnyMoreCannotBeKept() {
        Node stalled = new Node(1, 4).wants(4).settle();
        now = now.plus(LEASE);
        Node other = new Node(2, 4).wants(4).settle();
        assertThat(other.grant.slots()).isEqualTo(4);

        assertThat(stalled.settle().grant.slots()).isZero();
    }

    @Test
    void ofDifferentCapsTheSmallerCountsUntilTheOthersAreGone() {
        Node old = new Node(1, 32).wants(32).settle();
        Node young = new Node(2, 10).wants(10).settle();
        assertThat(young.grant.slots()).isZero();

        old.settle();
        assertThat(old.grant.target()).isEqualTo(5);
        settle(List.of(old, young), 2);
        assertThat(old.grant.slots() + young.grant.slots()).isEqualTo(10);

        now = now.plus(LEASE);
        assertThat(young.settle().grant.slots()).isEqualTo(10);
        assertThat(young.grant.ratePerSecond()).isEqualTo(100);
    }

    @Test
    void aRateThatOneVersionDoesNotKnowCountsAllTheSame() {
        assertThat(new Caps(8, 0).and(new Caps(4, 50))).isEqualTo(new Caps(4, 50));
        assertThat(new Caps(8, 20).and(new Caps(9, 50))).isEqualTo(new Caps(8, 20));
    }

    @Test
    void withFewerSlotsThanNodesEveryNodeHasItsTurn() {
        List<Node> nodes = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            nodes.add(new Node(i, 2).wants(2));
        }
        Map<Node, Integer> seconds = new LinkedHashMap<>();
        for (int second = 0; second < 300; second++) {
            for (Node node : nodes) {
                node.settle();
                seconds.merge(node, Math.min(1, node.grant.target()), Integer::sum);
            }
            assertThat(held()).isLessThanOrEqualTo(2);
            now = now.plusSeconds(1);
        }
        assertThat(seconds.values()).allSatisfy(had -> assertThat(had).isBetween(70, 140));
    }

    @Test
    void whateverHappensTheCapHoldsAndWhatIsWantedIsGivenInTheEnd() {
        for (int seed = 0; seed < 200; seed++) {
            shares.clear();
            storm(new Random(seed), "seed " + seed);
        }
    }

    private void storm(Random random, String seed) {
        int cap = 1 + random.nextInt(12);
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            nodes.add(new Node(i, cap));
        }
        for (int step = 0; step < 300; step++) {
            Node node = nodes.get(random.nextInt(nodes.size()));
            node.wants(random.nextInt(cap + 3));
            node.inUse = node.grant.target() == 0
                    ? Math.min(node.inUse, node.grant.slots())
                    : random.nextInt(node.grant.target() + 1);
            if (random.nextInt(20) == 0) {
                node.grant = SlotGrant.NONE;
                node.inUse = 0;
            }
            node.settle();
            assertThat(held()).as(seed).isLessThanOrEqualTo(cap);
            now = now.plusMillis(random.nextInt(3_000));
        }
        nodes.forEach(node -> {
            node.wants(cap);
            node.inUse = 0;
        });
        settle(nodes, 4);
        assertThat(nodes.stream().mapToInt(node -> node.grant.slots()).sum())
                .as(seed)
                .isEqualTo(cap);
    }

    private void settle(List<Node> nodes, int rounds) {
        for (int round = 0; round < rounds; round++) {
            nodes.forEach(Node::settle);
        }
    }

    private int held() {
        return live().stream().mapToInt(SlotShare::slots).sum();
    }

    private List<SlotShare> live() {
        return shares.values().stream()
                .filter(live -> live.until().isAfter(now))
                .map(Live::share)
                .sorted(Comparator.comparing(SlotShare::holder))
                .toList();
    }
}
