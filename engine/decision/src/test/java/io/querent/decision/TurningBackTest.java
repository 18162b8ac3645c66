package io.querent.decision;

import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPENSATING;
import static io.querent.decision.SagaStatus.FAILED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.lost;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Profiles;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.Outcome;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** R6: a saga that turns back finds out what is still on its way, and makes good for what happened and for nothing else. */
class TurningBackTest {
    @Test
    void aSuccessThatIsFoundAfterTheSagaTurnedBackIsUndoneOnce() {
        ScriptedWorld world = twoBranches(branch -> branch.undo());
        world.at("left").sends(apply().late(Duration.ofMinutes(4)));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "left", 1, 1);
    }

    @Test
    void whatIsProvedAbsentAfterTheSagaTurnedBackIsNotSentAgain() {
        ScriptedWorld world = twoBranches(branch -> branch.undo());
        world.at("left").sends(lost());

        world.start().run();

        assertThat(world.status()).isEqualTo(FAILED);
        assertThat(world.at("left").sends()).isZero();
        assertThat(world.events(SagaEvent.OperationGivenUp.class).get(0).code()).isEqualTo("not-found");
    }

    @Test
    void absenceAtADownstreamWithoutKeysIsNotBelievedEvenBySagasThatTurnBack() {
        ScriptedWorld world =
                twoBranches(branch -> branch.downstream(Profiles.SHOP).undo());
        world.at("left").sends(lost());

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.state().reviews().get("left").reason()).isEqualTo(ReviewReason.RESEND_NOT_PROTECTED);
    }

    @Test
    void whatBacksOffWhenTheSagaTurnsBackIsGivenUp() {
        ScriptedWorld world = twoBranches(branch -> branch.undo());
        world.at("left").sends(notSent("429", Duration.ofMinutes(10)));

        world.start().run();

        assertThat(world.status()).isEqualTo(FAILED);
        assertThat(Worlds.age(world)).isLessThan(Duration.ofMinutes(1));
        assertThat(world.events(SagaEvent.OperationGivenUp.class).get(0).code()).isEqualTo("turned-back");
    }

    @Test
    void aRetriableStepThatIsNotExecutedWhileTheSagaTurnsBackIsGivenUpToo() {
        ScriptedWorld world = twoBranches(branch -> branch.undo().retriable());
        world.at("left").sends(apply().hang(Duration.ofSeconds(9)));
        world.start().runFor(Duration.ofSeconds(6));
        assertThat(world.status()).isEqualTo(COMPENSATING);

        world.submit(new SagaCommand.RecordOutcome(
                "left", 1, Outcome.notExecuted("429", "busy", Duration.ofHours(1)), 0.9, world.now()));

        assertThat(world.status()).isEqualTo(FAILED);
        assertThat(world.state().reviews()).isEmpty();
    }

    /** {@code left} beside {@code right}, which is refused while {@code left} is still on its way. */
    private static ScriptedWorld twoBranches(UnaryOperator<StepPlan> left) {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("left", left)
                .add(new StepPlan("right").besideOthers().undo()));
        world.at("right").sends(decline("closed").hang(Duration.ofSeconds(5)));
        return world;
    }
}
