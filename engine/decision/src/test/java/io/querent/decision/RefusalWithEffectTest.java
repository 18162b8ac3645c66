package io.querent.decision;

import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.declineWithEffect;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Outside;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.Outcome;
import org.junit.jupiter.api.Test;

/** A no that left something behind is a no, and what it left is made good like any effect. */
class RefusalWithEffectTest {
    @Test
    void whatTheRefusalLeftIsUndoneBeforeWhatCameBefore() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
        world.at("charge").sends(declineWithEffect("51"));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.statusOf("charge")).isEqualTo(REJECTED);
        assertThat(world.state().operation("charge").conclusion())
                .isEqualTo(new Conclusion.Overtaken("51", "declined", "\"fee\"", false));
        Books.assertEffects(world, "charge", 1, 1);
        Books.assertEffects(world, "hold", 1, 1);
    }

    @Test
    void aLostRefusalIsFoundWithWhatItLeft() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
        world.at("charge").sends(declineWithEffect("51").reset());

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.events(SagaEvent.OperationRefusedWithEffect.class))
                .extracting(SagaEvent.OperationRefusedWithEffect::via)
                .containsExactly(Via.QUERY);
        Books.assertEffects(world, "charge", 1, 1);
    }

    @Test
    void withoutAWayToUndoItAPersonMakesItGood() {
        ScriptedWorld world = Worlds.holdThenCharge(charge -> charge);
        world.at("charge").sends(declineWithEffect("51"));

        world.start().run();
        Answers.assertReview(world.state(), "charge", ReviewReason.NO_COMPENSATION);
        new Outside(world).decides(new OperatorDecision.MadeGood("charge", "fee paid back"));
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "hold", 1, 1);
    }

    @Test
    void whatMayStayStays() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::needsNoUndo);
        world.at("charge").sends(declineWithEffect("51"));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at("charge").effects()).isEqualTo(1);
    }

    @Test
    void afterThePivotAPersonSeesToItThatTheSagaGoesOn() {
        ScriptedWorld world = Worlds.of(
                new SagaPlan().then("charge", step -> step.undo().pivot()).then("ledger", StepPlan::retriable));
        world.at("ledger").sends(declineWithEffect("51"));
        Outside outside = new Outside(world);

        world.start().run();
        Answers.assertReview(world.state(), "ledger", ReviewReason.RETRIABLE_REJECTED);
        outside.decides(new OperatorDecision.MadeGood("ledger", "fee paid back"));
        Answers.assertReview(world.state(), "ledger", ReviewReason.RETRIABLE_REJECTED);
        Answers.assertAccepted(
                outside.decides(new OperatorDecision.ConfirmSucceeded("ledger", "\"booked\"", "by hand")));

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.statusOf("ledger")).isEqualTo(SUCCEEDED);
    }

    @Test
    void aCallbackMayTellIt() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
        world.at("charge").sends(declineWithEffect("51").reset());
        Outside outside = new Outside(world);

        world.start().turns(3);
        outside.tells("charge", new QueryAnswer.FoundRefusedWithEffect("51", "declined", "\"fee\""));
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 1);
    }

    @Test
    void aLaterWordThatARefusalLeftSomethingIsForAPerson() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
        world.at("charge").sends(decline("51"));

        world.start().run();
        new Outside(world).tells("charge", new QueryAnswer.FoundRefusedWithEffect("51", "declined", "\"fee\""));

        Answers.assertReview(world.state(), "charge", ReviewReason.CONTRADICTION);
    }

    /** An undo of a fee does not make good for a whole charge. */
    @Test
    void aLaterWordThatMoreTookEffectIsForAPerson() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
        world.at("charge").sends(declineWithEffect("51"));
        Outside outside = new Outside(world);

        world.start().run();
        outside.tells("charge", new QueryAnswer.Found("\"fee\""));
        assertThat(world.state().reviews()).isEmpty();
        outside.tells("charge", new QueryAnswer.Found("\"all of it\""));

        Answers.assertReview(world.state(), "charge", ReviewReason.CONTRADICTION);
    }

    @Test
    void evidenceOfItAgainstAFinalOutcomeIsForAPerson() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo).start().run();

        world.submit(new SagaCommand.RecordEvidence(
                "charge", 1, Outcome.refusedWithEffect("51", "declined", "\"fee\""), "node-2", world.now()));

        Answers.assertReview(world.state(), "charge", ReviewReason.CONTRADICTION);
    }

    @Test
    void anUndoThatWasRefusedAndLeftSomethingIsForAPerson() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
        world.at("charge").sends(decline("51"));
        world.at("hold.undo").sends(declineWithEffect("half"));

        world.start().run();

        Answers.assertReview(world.state(), "hold.undo", ReviewReason.COMPENSATION_REJECTED);
    }
}
