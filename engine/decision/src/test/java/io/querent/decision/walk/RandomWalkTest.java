package io.querent.decision.walk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever happens, the rules hold. A violation prints the seed and the history; {@code -Dquerent.walks=n} walks more,
 * {@code -Dquerent.walk.seed=n} begins at that seed.
 */
class RandomWalkTest {
    private static final int WALKS = Integer.getInteger("querent.walks", 2_000);
    private static final long FIRST_SEED = Long.getLong("querent.walk.seed", 0);

    @ParameterizedTest
    @EnumSource(Nature.class)
    void theRulesHoldAfterEveryCommandOfEveryWalk(Nature nature) {
        Coverage coverage = new Coverage();
        for (long seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed++) {
            new RandomWalk(seed, nature, coverage).walk();
        }
    }

    @Test
    void oneSeedGivesOneHistoryToTheByte() {
        for (long seed = 0; seed < 200; seed++) {
            for (Nature nature : Nature.values()) {
                String once =
                        new RandomWalk(seed, nature, new Coverage()).walk().toString();
                String twice =
                        new RandomWalk(seed, nature, new Coverage()).walk().toString();

                assertThat(twice).as("seed %d, %s", seed, nature).isEqualTo(once);
            }
        }
    }
}
