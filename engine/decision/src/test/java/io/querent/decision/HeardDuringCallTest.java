package io.querent.decision;

import static io.querent.decision.OperationStatus.IN_FLIGHT;
import static io.querent.decision.world.Treatment.apply;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Outside;
import io.querent.decision.world.Profiles;
import io.querent.decision.world.ScriptedWorld;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is told during a call whose own answer is lost decides, also where nobody could be asked. */
class HeardDuringCallTest {
    @Test
    void itIsNotLostWhereTheOutcomeCannotBeAskedFor() {
        ScriptedWorld world = chargeWhoseAnswerIsLost();
        Outside outside = new Outside(world);

        outside.tells("charge", Answers.FOUND);
        world.run();

        assertThat(world.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(world.state().reviews()).isEmpty();
    }

    @Test
    void twoOppositeWordsAreForAPersonAndTheLastIsNotTheBetterOne() {
        ScriptedWorld world = chargeWhoseAnswerIsLost();
        Outside outside = new Outside(world);

        outside.tells("charge", Answers.FOUND);
        outside.tells("charge", Answers.REFUSED);
        world.run();

        assertThat(world.status()).isEqualTo(SagaStatus.IN_REVIEW);
        assertThat(world.at("hold.undo").sends()).isZero();
    }

    private static ScriptedWorld chargeWhoseAnswerIsLost() {
        ScriptedWorld world =
                Worlds.holdThenCharge(charge -> charge.downstream(Profiles.SHOP).cannotBeQueried());
        world.at("charge").sends(apply().hang(Duration.ofMinutes(1)));
        world.start();
        while (world.statusOf("charge") != IN_FLIGHT) {
            world.turn();
        }
        return world;
    }
}
