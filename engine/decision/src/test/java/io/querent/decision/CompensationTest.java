package io.querent.decision;

import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.http;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Outside;
import io.querent.decision.world.Profiles;
import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.decision.world.UndoPlan;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** R6: what happened is made good, by operations with keys and budgets of their own; what did not happen is not. */
class CompensationTest {
    @Test
    void c10NothingIsUndoneWhileAnOutcomeIsUnknown() {
        ScriptedWorld world =
                Worlds.of(new SagaPlan().then("debit", StepPlan::undo).then("credit", StepPlan::undo));
        world.at("credit")
                .sends(apply().reset())
                .queries(truth -> Worlds.age(world).compareTo(Duration.ofMinutes(10)) < 0
                        ? new QueryAnswer.Unavailable("no answer in time")
                        : truth);

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        Books.assertEffects(world, "debit", 1, 0);
        Books.assertEffects(world, "credit", 1, 0);
        assertThat(world.events(SagaEvent.CompensationStarted.class)).isEmpty();
    }

    @Test
    void c11WhatWasNeverSentIsNotMadeGood() {
        ScriptedWorld world =
                Worlds.of(new SagaPlan().then("reserve", StepPlan::undo).then("charge", StepPlan::undo));
        world.at("charge").sends(notSent("circuit-open"));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "reserve", 1, 1);
        Books.assertEffects(world, "charge", 0, 0);
        assertThat(world.at("reserve.undo").sends()).isEqualTo(1);
        assertThat(world.at("charge").sends()).isZero();
        assertThat(world.at("charge.undo").sends()).isZero();
        assertThat(world.events(SagaEvent.OutcomeUnknown.class)).isEmpty();
        assertThat(world.events(SagaEvent.OperationGivenUp.class).get(0).code()).isEqualTo("never-executed");
    }

    @Test
    void c15ALostNoIsFoundAndTheSagaTurnsBack() {
        ScriptedWorld world = Worlds.holdThenCharge(charge -> charge);
        world.at("charge").sends(decline("51").reset());

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.state().operation("charge").conclusion())
                .isEqualTo(new Conclusion.Refused("51", "declined", false));
        assertThat(world.at("charge").sends()).isEqualTo(1);
        Books.assertEffects(world, "hold", 1, 1);
    }

    @Test
    void c40AnUndoThatFailsForGoodBlocksNoOtherAndIsNeverCalledCompensated() {
        ScriptedWorld world = threeIndependentUndos(undo -> undo);
        world.at("b.undo").sends(decline("account-closed"));

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        Books.assertEffects(world, "a", 1, 1);
        Books.assertEffects(world, "b", 1, 0);
        Books.assertEffects(world, "c", 1, 1);
        assertThat(world.at("b.undo").sends()).isEqualTo(1);
        assertThat(world.state().reviews()).containsOnlyKeys("b.undo");
    }

    @Test
    void c40AnUndoIsTriedWithinItsOwnBudgetOnly() {
        ScriptedWorld world = threeIndependentUndos(undo -> undo.retry(RetryBudget.COMPENSATION.attempts(2)));
        world.at("b.undo").sends(http(503));

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.at("b.undo").sends()).isEqualTo(2);
        assertThat(world.state().reviews().get("b.undo").reason()).isEqualTo(ReviewReason.RETRY_BUDGET_SPENT);
    }

    @Test
    void c40AnUndoThatIsNeverExecutedIsNeverGivenUpByItself() {
        ScriptedWorld world =
                threeIndependentUndos(undo -> undo.retry(RetryBudget.COMPENSATION.within(Duration.ofHours(1))));
        world.at("b.undo").sends(notSent("circuit-open"));

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.state().reviews().get("b.undo").reason()).isEqualTo(ReviewReason.RETRY_BUDGET_SPENT);
        assertThat(world.events(SagaEvent.OperationGivenUp.class)).isEmpty();
    }

    /** The second answer, "already refunded", may mean our own first attempt: the edge calls it unknown, and the query decides. */
    @Test
    void c36AAlreadyRefundedIsAskedForUnderOurOwnKey() {
        ScriptedWorld world = refund();
        world.at("charge.undo")
                .sends(apply().reset(), apply().reset())
                .queries(truth ->
                        Worlds.age(world).compareTo(Duration.ofMinutes(15)) < 0 ? new QueryAnswer.NotFound() : truth);
        world.at("charge.undo").truth(world.at("charge.undo").truth().visibilityLag(Duration.ofMinutes(12)));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 1);
        assertThat(world.at("charge.undo").sends()).isEqualTo(2);
        assertThat(world.at("charge.undo").keys()).isEqualTo(1);
    }

    @Test
    void c36BARefundOfAnotherAmountByOthersGoesToAPersonAndIsNeverSilentSuccess() {
        ScriptedWorld world = refund();
        Outside outside = new Outside(world);
        world.at("charge.undo")
                .sends(http(500))
                .queries(Reading.mismatch("externally refunded 100.00, we wanted 40.00"));

        world.start().run();
        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.state().reviews().get("charge.undo"))
                .isEqualTo(new SagaState.Review(ReviewReason.MISMATCH, "externally refunded 100.00, we wanted 40.00"));
        assertThat(world.at("charge.undo").sends()).isEqualTo(1);
        outside.decides(new OperatorDecision.ConfirmSucceeded("charge.undo", "\"by others\"", "dashboard"));

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at("charge.undo").sends()).isEqualTo(1);
    }

    @Test
    void anUndoWhoseAnswerIsLostIsAskedForLikeAnyOperation() {
        ScriptedWorld world = threeIndependentUndos(undo -> undo);
        world.at("b.undo").sends(apply().reset());

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "b", 1, 1);
        assertThat(world.at("b.undo").sends()).isEqualTo(1);
    }

    @Test
    void aStepDeclaredNeverToBeRefusedIsReviewedWhenItIs() {
        ScriptedWorld world =
                Worlds.of(new SagaPlan().then("charge", step -> step.pivot()).then("ledger", step -> step.retriable()));
        world.at("ledger").sends(decline("closed"));

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.state().reviews().get("ledger").reason()).isEqualTo(ReviewReason.RETRIABLE_REJECTED);
        assertThat(world.statusOf("charge")).isEqualTo(SUCCEEDED);
    }

    @Test
    void whatNeedsNoUndoMayStayInACompensatedSaga() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("note", step -> step.needsNoUndo())
                .then("charge", step -> step.downstream(Profiles.SHOP)));
        world.at("charge").sends(decline("51"));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at("note").effects()).isEqualTo(1);
    }

    /** {@code charge -> ledger}, where the ledger refuses, so that the charge is to be refunded. */
    private static ScriptedWorld refund() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("ledger").sends(decline("closed"));
        return world;
    }

    private static ScriptedWorld threeIndependentUndos(UnaryOperator<UndoPlan> second) {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("a", step -> step.undo(undo -> undo.after()))
                .then("b", step -> step.undo(undo -> second.apply(undo.after())))
                .then("c", step -> step.undo(undo -> undo.after()))
                .then("settle", step -> step));
        world.at("settle").sends(decline("closed"));
        return world;
    }
}
