package io.querent.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.runtime.journal.Party;
import org.junit.jupiter.api.Test;

/** One party may fill nearly all of a node, and never the rest of it. */
class OccupancyTest {
    private static final Party BIG = new Party("big", "pay");
    private static final Party SMALL = new Party("small", "pay");

    @Test
    void aPartyAloneUsesNearlyEverythingAndLeavesRoomForAnother() {
        Occupancy occupancy = new Occupancy(1_600);
        int big = fill(occupancy, BIG);

        assertThat(big).isBetween(1_500, 1_501);
        assertThat(occupancy.full()).containsExactly(BIG);
        assertThat(occupancy.hasRoomFor(SMALL)).isTrue();
        assertThat(fill(occupancy, SMALL)).isBetween(90, 100);
    }

    @Test
    void whatLeavesMakesRoomAgain() {
        Occupancy occupancy = new Occupancy(1_600);
        fill(occupancy, BIG);
        for (int i = 0; i < 100; i++) {
            occupancy.leave(BIG);
        }

        assertThat(occupancy.full()).isEmpty();
        assertThat(occupancy.hasRoomFor(BIG)).isTrue();
    }

    @Test
    void whereThereIsLittleRoomAPartyAloneHasAllOfIt() {
        Occupancy occupancy = new Occupancy(10);

        assertThat(fill(occupancy, BIG)).isEqualTo(10);
        assertThat(occupancy.hasRoomFor(SMALL)).isFalse();
    }

    private static int fill(Occupancy occupancy, Party party) {
        int entered = 0;
        while (occupancy.hasRoomFor(party)) {
            occupancy.enter(party);
            entered++;
        }
        return entered;
    }
}
