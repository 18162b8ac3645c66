package io.querent.decision;

import static io.querent.decision.Answers.FOUND;
import static io.querent.decision.Answers.REFUSED;
import static io.querent.decision.Answers.assertAccepted;
import static io.querent.decision.Answers.assertRefused;
import static io.querent.decision.Answers.assertReview;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPENSATING;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.FAILED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.lost;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.OperatorDecision.Compensate;
import io.querent.decision.OperatorDecision.ConfirmFailed;
import io.querent.decision.OperatorDecision.ConfirmNeverRan;
import io.querent.decision.OperatorDecision.ConfirmSucceeded;
import io.querent.decision.world.Outside;
import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Where the downstream says the opposite of what is recorded, a person decides what holds, and only then the saga goes on. */
class ContradictionTest {
    private static final ConfirmSucceeded CHARGED = new ConfirmSucceeded("charge", "\"done\"", "statement 7");
    private static final ConfirmFailed NOT_CHARGED = new ConfirmFailed("charge", "51", "statement 7");

    @Test
    void aSuccessIsConfirmedAndStays() {
        ScriptedWorld world = contradictedCompletion();

        assertAccepted(new Outside(world).decides(CHARGED));

        assertThat(world.state().reviews()).isEmpty();
        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.events(SagaEvent.OperationSucceeded.class)).hasSize(2);
    }

    @Test
    void aSuccessThatNeverWasTurnsTheSagaBackAndIsNotUndone() {
        ScriptedWorld world = contradictedCompletion();

        assertAccepted(new Outside(world).decides(NOT_CHARGED));
        assertThat(world.statusOf("charge")).isEqualTo(REJECTED);
        assertThat(world.status()).isEqualTo(COMPENSATING);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "hold", 1, 1);
        assertThat(world.at("charge.undo").sends()).isZero();
    }

    @Test
    void theOnlySuccessThatNeverWasLeavesAFailedSaga() {
        ScriptedWorld world = Worlds.of(new SagaPlan().then("charge", StepPlan::undo));
        Outside outside = new Outside(world);
        world.start().run();
        outside.tells("charge", REFUSED);

        assertAccepted(outside.decides(NOT_CHARGED));

        assertThat(world.status()).isEqualTo(FAILED);
    }

    @Test
    void aSuccessInQuestionIsNotUndoneBeforeAPersonHasDecided() {
        ScriptedWorld world = contradictedCompletion();
        Outside outside = new Outside(world);
        assertAccepted(outside.decides(new Compensate()));
        world.run();
        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.at("charge.undo").sends()).isZero();

        assertAccepted(outside.decides(CHARGED));
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 1);
    }

    @Test
    void aSuccessWhoseUndoHasBegunIsNotCalledFailedAnyMore() {
        ScriptedWorld world = Worlds.of(new SagaPlan().then("charge", StepPlan::undo));
        Outside outside = new Outside(world);
        world.at("charge.undo").sends(notSent("busy", Duration.ofMinutes(10)), apply());
        world.start().run();
        outside.decides(new Compensate());
        world.runFor(Duration.ofSeconds(1));
        outside.tells("charge", REFUSED);

        assertRefused(outside.decides(NOT_CHARGED), Refusal.NOT_ALLOWED);
        assertAccepted(outside.decides(CHARGED));
        assertThat(world.run().status()).isEqualTo(COMPENSATED);
    }

    @Test
    void aRefusalIsConfirmedAndTheSagaTurnsBack() {
        ScriptedWorld world = contradictedRefusal();

        assertAccepted(new Outside(world).decides(NOT_CHARGED));
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "hold", 1, 1);
    }

    @Test
    void aRefusalThatWasNoneLetsTheSagaGoOn() {
        ScriptedWorld world = contradictedRefusal();

        assertAccepted(new Outside(world).decides(CHARGED));

        assertThat(world.statusOf("charge")).isEqualTo(SUCCEEDED);
        assertThat(world.status()).isEqualTo(COMPLETED);
    }

    @Test
    void aRefusalThatWasNoneIsUndoneAlsoAfterTheSagaHadEnded() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
        Outside outside = new Outside(world);
        world.at("charge").sends(decline("51"));
        world.start().run();
        outside.tells("charge", FOUND);
        assertThat(world.status())
                .as("the downstream's own no was not ours to give up")
                .isEqualTo(COMPENSATED);
        assertReview(world.state(), "charge", ReviewReason.CONTRADICTION);

        assertAccepted(outside.decides(CHARGED));
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at("charge.undo").effects()).isEqualTo(1);
    }

    @Test
    void aLateSuccessThatIsTakenBackStandsOnlyIfAPersonSaysSo() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::needsNoUndo);
        Outside outside = new Outside(world);
        world.at("charge").sends(lost()).queries(Reading.qtimeout());
        world.start().runFor(Duration.ofSeconds(1));
        outside.decides(new ConfirmNeverRan("charge", "not in the books"));
        outside.tells("charge", FOUND);
        outside.tells("charge", REFUSED);
        world.run();
        assertThat(world.status()).isEqualTo(IN_REVIEW);

        assertAccepted(outside.decides(NOT_CHARGED));

        assertThat(world.state().operation("charge").result()).isEmpty();
        assertThat(world.status()).isEqualTo(COMPENSATED);
    }

    private static ScriptedWorld contradictedCompletion() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
        world.start().run();
        assertThat(world.status()).isEqualTo(COMPLETED);
        new Outside(world).tells("charge", REFUSED, "against");
        assertReview(world.state(), "charge", ReviewReason.CONTRADICTION);
        return world;
    }

    /** The callback came while the call was in flight; then the call was refused. */
    private static ScriptedWorld contradictedRefusal() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
        world.at("charge").sends(decline("51").hang(Duration.ofSeconds(5)));
        world.start().runFor(Duration.ofSeconds(1));
        new Outside(world).tells("charge", FOUND, "against");
        world.run();
        assertReview(world.state(), "charge", ReviewReason.CONTRADICTION);
        return world;
    }
}
