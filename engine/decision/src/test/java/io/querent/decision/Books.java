package io.querent.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.ScriptedWorld;

/** What the downstreams' own books must show. */
final class Books {
    private Books() {}

    /** How often the step took effect, and how often it was undone. */
    static void assertEffects(ScriptedWorld world, String step, int effects, int undone) {
        assertThat(world.at(step).effects()).as("effects(%s)", step).isEqualTo(effects);
        assertThat(world.at(step + ".undo").effects())
                .as("effects(%s.undo)", step)
                .isEqualTo(undone);
    }
}
