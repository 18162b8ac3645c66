package io.querent.decision;

import static io.querent.decision.Answers.FOUND;
import static io.querent.decision.Answers.assertAccepted;
import static io.querent.decision.Answers.assertReview;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;
import static io.querent.decision.SagaStatus.ABANDONED;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPENSATING;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.FAILED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Outside;
import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.Outcome;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** R6: what was given up and takes effect after all is stored, stays given up, and gets its own compensation once. */
class LateSuccessTest {
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    @Test // C13
    void aCancelLeavesTheOperationUnknownAndUndoesItOnceItIsFound() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        Outside outside = new Outside(world);
        world.at("charge").sends(apply().late(Duration.ofSeconds(110)));
        world.at("charge").queries(Reading.notFound());
        world.start().runFor(Duration.ofSeconds(60));

        assertAccepted(outside.decides(new OperatorDecision.Compensate()));
        world.runFor(Duration.ofSeconds(61));
        assertThat(world.statusOf("charge")).isEqualTo(UNKNOWN);
        assertThat(world.status()).isEqualTo(COMPENSATING);
        outside.tells("charge", FOUND);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 1);
        assertThat(world.at("charge.undo").sends()).isEqualTo(1);
    }

    @Test // C13, cancelIsTombstone: the downstream refuses what arrives after the cancel, and says so
    void aCancelThatTheDownstreamKeepsLeavesNothingToUndo() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("charge")
                .sends(decline("cancelled").late(Duration.ofSeconds(110)))
                .queries(Reading.notFound(), Reading.foundFailed("cancelled"));
        world.start().runFor(Duration.ofSeconds(10));

        assertAccepted(new Outside(world).decides(new OperatorDecision.Compensate()));
        world.run();

        assertThat(world.status()).isEqualTo(FAILED);
        Books.assertEffects(world, "charge", 0, 0);
        assertThat(world.at("charge.undo").sends()).isZero();
    }

    @Test // C14
    void aLateSuccessAfterCompensationBeganIsStoredAndUndoneOnce() {
        ScriptedWorld world = givenUpCharge(StepPlan::undo);
        assertThat(world.status()).isEqualTo(COMPENSATING);

        new Outside(world).tells("charge", FOUND);
        assertThat(world.statusOf("charge")).isEqualTo(REJECTED);
        assertThat(world.state().operation("charge").result()).contains("\"done\"");
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "hold", 1, 1);
        Books.assertEffects(world, "charge", 1, 1);
        assertThat(world.events(SagaEvent.LateSuccess.class)).hasSize(1);
        assertThat(world.events(SagaEvent.DecisionTaken.class))
                .extracting(SagaEvent.DecisionTaken::decision)
                .containsExactly("confirm-never-ran");
    }

    @Test // C14
    void itsCompensationIsPlacedByDependencyOrder() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("hold", StepPlan::undo)
                .then("fee", StepPlan::undo)
                .then("charge", StepPlan::undo));
        Outside outside = new Outside(world);
        world.at("charge").sends(apply().late(Duration.ofMinutes(1))).queries(Reading.qtimeout());
        world.at("fee.undo").sends(notSent("busy", TEN_MINUTES), apply());
        world.at("charge.undo").sends(notSent("busy", Duration.ofMinutes(30)), apply());
        world.start().runFor(Duration.ofSeconds(20));
        outside.decides(new OperatorDecision.ConfirmNeverRan("charge", "not in the books"));
        world.runFor(Duration.ofMinutes(5));

        outside.tells("charge", FOUND);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.events(SagaEvent.OperationSucceeded.class))
                .extracting(SagaEvent.OperationSucceeded::operation)
                .containsExactly("hold", "fee", "fee.undo", "charge.undo", "hold.undo");
    }

    @Test
    void aLateAnswerOfTheCallItselfCountsToo() {
        ScriptedWorld world = givenUpCharge(StepPlan::undo);

        world.submit(new SagaCommand.RecordEvidence("charge", 1, Outcome.succeeded("\"done\""), "node-1", world.now()));
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 1);
    }

    @Test
    void aSagaThatEndedAsFailedGoesOnToUndoIt() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        Outside outside = new Outside(world);
        world.at("charge").sends(apply().late(Duration.ofMinutes(1))).queries(Reading.qtimeout());
        world.start().runFor(Duration.ofSeconds(20));
        outside.decides(new OperatorDecision.ConfirmNeverRan("charge", "not in the books"));
        assertThat(world.status()).isEqualTo(FAILED);
        world.runFor(Duration.ofMinutes(2));

        outside.tells("charge", FOUND);
        assertThat(world.status()).isEqualTo(COMPENSATING);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 1);
    }

    @Test
    void aSagaThatEndedAsCompensatedGoesOnToUndoIt() {
        ScriptedWorld world = givenUpCharge(StepPlan::undo);
        world.run();
        assertThat(world.status()).isEqualTo(COMPENSATED);

        new Outside(world).tells("charge", FOUND);
        assertThat(world.status()).isEqualTo(COMPENSATING);
        new Outside(world).tells("charge", FOUND, "another");
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "hold", 1, 1);
        Books.assertEffects(world, "charge", 1, 1);
        assertThat(world.events(SagaEvent.LateSuccess.class)).hasSize(1);
        assertThat(world.events(SagaEvent.SagaCompensated.class)).hasSize(2);
    }

    @Test
    void ofAStepThatNeedsNoUndoItMayStay() {
        ScriptedWorld world = givenUpCharge(StepPlan::needsNoUndo);
        world.run();

        new Outside(world).tells("charge", FOUND);

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.state().operation("charge").result()).isPresent();
        assertThat(world.events(SagaEvent.SagaCompensated.class)).hasSize(2);
    }

    @Test
    void ofAStepWithoutACompensationItIsReviewedUntilAPersonHasMadeItGood() {
        ScriptedWorld world = givenUpCharge(charge -> charge);
        Outside outside = new Outside(world);
        world.run();

        outside.tells("charge", FOUND);
        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertReview(world.state(), "charge", ReviewReason.NO_COMPENSATION);
        assertAccepted(outside.decides(new OperatorDecision.MadeGood("charge", "paid back by hand")));

        assertThat(world.status()).isEqualTo(COMPENSATED);
        outside.tells("charge", FOUND);
        assertThat(world.state().reviews())
                .as("what was made good is no contradiction")
                .isEmpty();
    }

    @Test
    void ofWhatOnlyGoesForwardItIsASuccessLikeAnyOther() {
        ScriptedWorld world =
                Worlds.of(new SagaPlan().then("charge", StepPlan::pivot).then("ledger", StepPlan::retriable));
        Outside outside = new Outside(world);
        world.at("ledger").sends(apply().late(Duration.ofMinutes(1))).queries(Reading.qtimeout());
        world.start().runFor(Duration.ofSeconds(20));
        outside.decides(new OperatorDecision.ConfirmFailed("ledger", "lost", "not in the books"));
        assertReview(world.state(), "ledger", ReviewReason.RETRIABLE_REJECTED);
        world.runFor(Duration.ofMinutes(2));

        outside.tells("ledger", FOUND);

        assertThat(world.statusOf("ledger")).isEqualTo(SUCCEEDED);
        assertThat(world.status()).isEqualTo(COMPLETED);
    }

    @Test
    void ofAnUndoItIsThatUndo() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        Outside outside = new Outside(world);
        world.at("ledger").sends(decline("closed"));
        world.at("charge.undo").sends(apply().late(Duration.ofMinutes(1))).queries(Reading.qtimeout());
        world.start().runFor(Duration.ofSeconds(20));
        outside.decides(new OperatorDecision.ConfirmFailed("charge.undo", "lost", "not in the books"));
        assertReview(world.state(), "charge.undo", ReviewReason.COMPENSATION_REJECTED);
        world.runFor(Duration.ofMinutes(2));

        outside.tells("charge.undo", FOUND);

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 1);
    }

    @Test
    void anAbandonedSagaDoesNotGoOnForIt() {
        ScriptedWorld world =
                Worlds.of(new SagaPlan().then("hold", StepPlan::undo).then("charge", StepPlan::undo));
        Outside outside = new Outside(world);
        world.at("hold.undo").sends(decline("closed"));
        world.at("charge").sends(apply().late(Duration.ofMinutes(1))).queries(Reading.qtimeout());
        world.start().runFor(Duration.ofSeconds(20));
        outside.decides(new OperatorDecision.ConfirmNeverRan("charge", "not in the books"));
        world.run();
        assertAccepted(outside.decides(new OperatorDecision.Abandon()));

        outside.tells("charge", FOUND);
        world.submit(new SagaCommand.RecordEvidence("charge", 1, Outcome.succeeded("\"done\""), "node-1", world.now()));

        assertThat(world.status()).isEqualTo(ABANDONED);
        assertThat(world.events(SagaEvent.LateSuccess.class)).isEmpty();
        assertThat(world.events(SagaEvent.CallbackReceived.class)).hasSize(1);
        assertThat(world.events(SagaEvent.EvidenceRecorded.class)).hasSize(1);
    }

    /** {@code hold -> charge}: the charge arrives late, a person has given it up, and the undo of the hold has begun. */
    private static ScriptedWorld givenUpCharge(UnaryOperator<StepPlan> charge) {
        ScriptedWorld world = Worlds.holdThenCharge(charge);
        world.at("charge").sends(apply().late(Duration.ofMinutes(1))).queries(Reading.qtimeout());
        world.at("hold.undo").sends(notSent("busy", TEN_MINUTES), apply());
        world.start().runFor(Duration.ofSeconds(20));
        assertAccepted(new Outside(world).decides(new OperatorDecision.ConfirmNeverRan("charge", "not in the books")));
        return world.runFor(Duration.ofMinutes(2));
    }
}
