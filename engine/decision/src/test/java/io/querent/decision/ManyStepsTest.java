package io.querent.decision;

import static io.querent.decision.world.Treatment.decline;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Deciding stays cheap for deep and for densely connected sagas. */
@Timeout(20)
class ManyStepsTest {
    private static final int MANY = 200;

    @Test
    void aLongChainIsUndoneFromItsEnd() {
        SagaPlan saga = new SagaPlan();
        for (int i = 0; i < MANY; i++) {
            saga.then("s" + i, StepPlan::undo);
        }
        ScriptedWorld world = Worlds.of(saga.then("settle", step -> step));
        world.at("settle").sends(decline("closed"));

        world.start().run();

        assertThat(world.status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(world.at("s0.undo").effects()).isEqualTo(1);
    }

    @Test
    void manyWaysThroughStepsThatNeedNoUndoAreNotWalkedOneByOne() {
        SagaPlan saga = new SagaPlan().then("charge", StepPlan::undo);
        String[] before = {"charge"};
        for (int layer = 0; layer < 40; layer++) {
            String[] names = {"a" + layer, "b" + layer};
            for (String name : names) {
                saga.add(new StepPlan(name).after(before).needsNoUndo());
            }
            before = names;
        }
        ScriptedWorld world = Worlds.of(saga.add(new StepPlan("settle").after(before)));
        world.at("settle").sends(decline("closed"));

        world.start().run();

        assertThat(world.status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(world.at("charge.undo").effects()).isEqualTo(1);
    }
}
