package io.querent.decision;

import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.FAILED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.lost;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Profiles;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.Outcome;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** C58: where committed events may be lost, the key is still the same, and every call is asked for before it is sent. */
class LostMemoryTest {
    @Test
    void c58AChargeThatTheEngineForgotIsFoundAndNotSentAgain() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("ledger").sends(lost(), apply());
        world.start().runFor(Duration.ofSeconds(1));
        assertThat(world.statusOf("charge")).isEqualTo(SUCCEEDED);

        world.forgetAndStartAskingFirst().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").sends()).isEqualTo(1);
        assertThat(world.at("charge").effects()).isEqualTo(1);
        assertThat(world.at("ledger").effects()).isEqualTo(1);
        assertThat(world.at("charge").keys()).isEqualTo(1);
    }

    @Test
    void aStepThatNeverRanIsSentAfterTheWindowEvenWithASingleAttempt() {
        ScriptedWorld world = Worlds.chargeThenLedger(
                charge -> charge.retry(RetryBudget.ACTION.attempts(1).within(Duration.ofMinutes(5))));

        world.forgetAndStartAskingFirst().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").sends()).isEqualTo(1);
        assertThat(world.events(SagaEvent.AttemptStarted.class).get(0).at())
                .as("a send that is forgotten may only just have begun: time limit and window")
                .isBetween(
                        ScriptedWorld.BEGINNING.plus(Duration.ofSeconds(610)),
                        ScriptedWorld.BEGINNING.plus(Duration.ofSeconds(612)));
    }

    @Test
    void aStepThatCanNeitherBeAskedForNorProtectedIsReviewed() {
        ScriptedWorld unprotected = Worlds.chargeThenLedger(charge -> charge.downstream(Profiles.SHOP));
        ScriptedWorld unaskable = Worlds.chargeThenLedger(charge -> charge.cannotBeQueried());

        unprotected.forgetAndStartAskingFirst().run();
        unaskable.forgetAndStartAskingFirst().run();

        assertReview(unprotected, ReviewReason.RESEND_NOT_PROTECTED);
        assertReview(unaskable, ReviewReason.CANNOT_BE_PROVED);
        assertThat(Worlds.age(unaskable)).as("nobody knows how old the key is").isZero();
    }

    @Test
    void aLocalTransactionIsDoneAgainBecauseItWasForgottenWithTheEvents() {
        ScriptedWorld world = Worlds.of(
                new SagaPlan().then("book", step -> step.local().undo()).then("charge", StepPlan::undo));
        world.at("charge").sends(apply().reset());
        world.start().turns(8);

        world.forgetAndStartAskingFirst().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("book").effects()).isEqualTo(1);
        assertThat(world.at("charge").effects()).isEqualTo(1);
    }

    @Test
    void aSagaThatTurnsBackAsksAboutStepsItMayHaveTakenBefore() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("left", StepPlan::undo)
                .then("ship", StepPlan::undo)
                .add(new StepPlan("right").besideOthers().undo()));
        world.at("right").sends(decline("closed").hang(Duration.ofSeconds(5)));
        world.start().runFor(Duration.ofSeconds(1));
        assertThat(world.at("ship").effects()).isEqualTo(1);

        world.forgetAndStartAskingFirst().runFor(Duration.ofSeconds(10));
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at("ship.undo").effects()).isEqualTo(1);
        assertThat(world.at("left.undo").effects()).isEqualTo(1);
    }

    @Test
    void aSagaThatTurnsBackDoesNotSendWhatItOnlyHadToAskAbout() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("left", StepPlan::undo)
                .then("ship", StepPlan::undo)
                .add(new StepPlan("right").besideOthers().undo()));
        world.at("right").sends(decline("closed"));
        world.at("left").sends(lost());
        world.start().runFor(Duration.ofSeconds(1));

        world.forgetAndStartAskingFirst().run();

        assertThat(world.status()).isEqualTo(FAILED);
        assertThat(world.at("ship").sends()).isZero();
        assertThat(world.at("left").sends()).isZero();
    }

    @Test
    void whatSomebodyKnowsOfAForgottenAttemptIsKeptAsEvidence() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.forgetAndStartAskingFirst().turns(2);

        Decision decision = world.submit(
                new SagaCommand.RecordEvidence("charge", 3, Outcome.succeeded("\"done\""), "node-9", world.now()));

        assertThat(decision).isInstanceOf(Decision.Accepted.class);
    }

    private static void assertReview(ScriptedWorld world, ReviewReason reason) {
        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.state().reviews().get("charge").reason()).isEqualTo(reason);
        assertThat(world.at("charge").sends()).isZero();
    }
}
