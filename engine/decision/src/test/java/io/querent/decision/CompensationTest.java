package io.querent.decision;

import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPENSATING;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.FAILED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.http;
import static io.querent.decision.world.Treatment.lost;
import static io.querent.decision.world.Treatment.notSent;
import static io.querent.decision.world.Treatment.pending;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Profiles;
import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.decision.world.UndoPlan;
import io.querent.saga.Outcome;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** R6 and R7: what happened is made good, in the order that the business declares; what did not, is not. */
class CompensationTest {
    @Test
    void c08PendingIsNotSuccessAndItsLaterNoTurnsTheSagaBack() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("hold", StepPlan::undo)
                .then("capture", StepPlan::undo)
                .then("ship", step -> step));
        world.at("capture").sends(pending(Duration.ofMinutes(3), false));

        world.start().runFor(Duration.ofMinutes(2));
        assertThat(world.statusOf("capture")).isEqualTo(PENDING);
        assertThat(world.at("capture").queries()).isGreaterThanOrEqualTo(3);
        world.run();

        assertThat(world.statusOf("capture")).isEqualTo(REJECTED);
        assertThat(world.statusOf("ship")).isEqualTo(PLANNED);
        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertEffects(world, "hold", 1, 1);
        assertEffects(world, "capture", 0, 0);
        assertThat(world.at("ship").sends()).isZero();
    }

    @Test
    void c08PendingThatSucceedsLaterLetsTheSagaGoOn() {
        ScriptedWorld world = Worlds.holdThenCharge(charge -> charge);
        world.at("charge").sends(pending(Duration.ofHours(2), true));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

    @Test
    void pendingThatIsNotFoundLaterIsNotSentAgain() {
        ScriptedWorld world =
                Worlds.holdThenCharge(charge -> charge.queries(RetryBudget.QUERY.within(Duration.ofHours(1))));
        world.at("charge").sends(pending(Duration.ofDays(9), true)).queries(Reading.notFound());

        world.start().runFor(Duration.ofHours(2));

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.state().reviews().get("charge").reason()).isEqualTo(ReviewReason.QUERY_BUDGET_SPENT);
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

    @Test
    void whatWasFoundPendingOnceIsNotAbsentWhenItIsNotFoundLater() {
        ScriptedWorld world = Worlds.holdThenCharge(charge -> charge);
        world.at("charge")
                .sends(apply().reset())
                .queries(Reading.foundPending(), Reading.notFound(), Reading.notFound(), Reading.truth());

        world.start().runFor(Duration.ofMillis(700));
        assertThat(world.statusOf("charge")).isEqualTo(PENDING);
        world.crashFor(Duration.ofMinutes(30)).run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.events(SagaEvent.QueryInconclusive.class)).hasSize(2);
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

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
        assertEffects(world, "debit", 1, 0);
        assertEffects(world, "credit", 1, 0);
        assertThat(world.events(SagaEvent.CompensationStarted.class)).isEmpty();
    }

    @Test
    void c11WhatWasNeverSentIsNotMadeGood() {
        ScriptedWorld world =
                Worlds.of(new SagaPlan().then("reserve", StepPlan::undo).then("charge", StepPlan::undo));
        world.at("charge").sends(notSent("circuit-open"));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertEffects(world, "reserve", 1, 1);
        assertEffects(world, "charge", 0, 0);
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
        assertThat(world.state().operation("charge").conclusion()).isEqualTo(new Conclusion.Refused("51", "declined"));
        assertThat(world.at("charge").sends()).isEqualTo(1);
        assertEffects(world, "hold", 1, 1);
    }

    @Test
    void c35TheRefundWaitsForTheReversalAndTheRestDoesNot() {
        ScriptedWorld world = chargeTransferNotifySettle(undo -> undo.after("transfer"), UndoPlan::after);
        world.at("transfer.undo").sends(decline("insufficient-balance"));

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.state().reviews().get("transfer.undo").reason()).isEqualTo(ReviewReason.COMPENSATION_REJECTED);
        assertThat(world.at("charge.undo").sends()).isZero();
        assertEffects(world, "notify", 1, 1);
    }

    @Test
    void c35WithTheOppositeDeclarationTheRefundGoesFirstAndTheDebtStaysVisible() {
        ScriptedWorld world = chargeTransferNotifySettle(UndoPlan::after, undo -> undo.after("charge"));
        world.at("transfer.undo").sends(decline("insufficient-balance"));

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertEffects(world, "charge", 1, 1);
        assertThat(world.at("transfer.undo").sends()).isEqualTo(1);
        assertThat(world.state().reviews().get("transfer.undo").detail()).isEqualTo("insufficient-balance: declined");
    }

    @Test
    void whereNothingIsDeclaredTheWayBackIsTheReverse() {
        ScriptedWorld world = chargeTransferNotifySettle(undo -> undo, undo -> undo);

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.events(SagaEvent.OperationSucceeded.class))
                .extracting(SagaEvent.OperationSucceeded::operation)
                .containsExactly("charge", "transfer", "notify", "notify.undo", "transfer.undo", "charge.undo");
    }

    @Test
    void anUndoWaitsForWhatComesAfterAStepThatNeedsNone() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("charge", StepPlan::undo)
                .then("note", StepPlan::needsNoUndo)
                .then("transfer", StepPlan::undo)
                .then("settle", step -> step));
        world.at("settle").sends(decline("closed"));
        world.at("transfer.undo").sends(apply().hang(Duration.ofMinutes(1)).reset());

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.events(SagaEvent.OperationSucceeded.class))
                .extracting(SagaEvent.OperationSucceeded::operation)
                .endsWith("transfer.undo", "charge.undo");
    }

    @Test
    void c40AnUndoThatFailsForGoodBlocksNoOtherAndIsNeverCalledCompensated() {
        ScriptedWorld world = threeIndependentUndos(undo -> undo);
        world.at("b.undo").sends(decline("account-closed"));

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertEffects(world, "a", 1, 1);
        assertEffects(world, "b", 1, 0);
        assertEffects(world, "c", 1, 1);
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

    @Test
    void anUndoWhoseAnswerIsLostIsAskedForLikeAnyOperation() {
        ScriptedWorld world = threeIndependentUndos(undo -> undo);
        world.at("b.undo").sends(apply().reset());

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertEffects(world, "b", 1, 1);
        assertThat(world.at("b.undo").sends()).isEqualTo(1);
    }

    @Test
    void aSuccessThatIsFoundAfterTheSagaTurnedBackIsUndoneOnce() {
        ScriptedWorld world = twoBranches(branch -> branch.undo());
        world.at("left").sends(apply().late(Duration.ofMinutes(4)));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertEffects(world, "left", 1, 1);
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

    /** {@code left} beside {@code right}, which is refused while {@code left} is still on its way. */
    private static ScriptedWorld twoBranches(UnaryOperator<StepPlan> left) {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("left", left)
                .add(new StepPlan("right").besideOthers().undo()));
        world.at("right").sends(decline("closed").hang(Duration.ofSeconds(5)));
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

    private static ScriptedWorld chargeTransferNotifySettle(
            UnaryOperator<UndoPlan> refund, UnaryOperator<UndoPlan> reversal) {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("charge", step -> step.undo(refund))
                .then("transfer", step -> step.undo(reversal))
                .then("notify", StepPlan::undo)
                .then("settle", step -> step));
        world.at("settle").sends(decline("closed"));
        return world;
    }

    private static void assertEffects(ScriptedWorld world, String step, int effects, int undone) {
        assertThat(world.at(step).effects()).as("effects(%s)", step).isEqualTo(effects);
        assertThat(world.at(step + ".undo").effects())
                .as("effects(%s.undo)", step)
                .isEqualTo(undone);
    }
}
