package io.querent.decision;

import static io.querent.decision.OperationStatus.IN_REVIEW;
import static io.querent.decision.OperationStatus.SKIPPED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.world.Treatment.decline;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.world.Outside;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.SagaView;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A choice is made once and stored; what belongs to other branches is skipped, and never called. */
class ChoiceTest {
    @Test
    void theFirstBranchWhoseConditionHoldsIsChosen() {
        ScriptedWorld world =
                Worlds.of(branches(saga -> true, saga -> true)).start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.events(SagaEvent.BranchChosen.class))
                .extracting(SagaEvent.BranchChosen::branch)
                .containsExactly("card");
        assertThat(world.statusOf("charge")).isEqualTo(SUCCEEDED);
        assertThat(world.statusOf("invoice")).isEqualTo(SKIPPED);
        assertThat(world.at("invoice").sends()).isZero();
    }

    @Test
    void whereNoConditionHoldsTheOtherBranchIsChosen() {
        ScriptedWorld world =
                Worlds.of(branches(saga -> false, saga -> false)).start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.state().operation("route").result()).contains("\"none\"");
        assertThat(world.statusOf("charge")).isEqualTo(SKIPPED);
        assertThat(world.statusOf("invoice")).isEqualTo(SKIPPED);
        assertThat(world.statusOf("receipt")).isEqualTo(SKIPPED);
    }

    @Test
    void aStepThatJoinsBranchesIsRunWhenOneOfThemWas() {
        ScriptedWorld world =
                Worlds.of(branches(saga -> false, saga -> true)).start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.statusOf("charge")).isEqualTo(SKIPPED);
        assertThat(world.at("invoice").effects()).isEqualTo(1);
        assertThat(world.at("receipt").effects()).isEqualTo(1);
    }

    @Test
    void aChoiceOfASkippedBranchIsSkippedWithAllThatHangsOnIt() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .with(saga -> saga.choice(
                        "outer", step -> step.branch("a", view -> false).otherwise("b")))
                .with(saga -> saga.choice(
                        "inner",
                        step -> step.when("outer", "a")
                                .branch("c", view -> true)
                                .otherwise("d")))
                .add(new StepPlan("deep").when("inner", "c").undo())
                .add(new StepPlan("deeper").after("deep")));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.statusOf("inner")).isEqualTo(SKIPPED);
        assertThat(world.statusOf("deep")).isEqualTo(SKIPPED);
        assertThat(world.statusOf("deeper")).isEqualTo(SKIPPED);
        assertThat(world.events(SagaEvent.StepSkipped.class))
                .extracting(SagaEvent.StepSkipped::reason)
                .contains("choice inner was skipped", "all that it follows was skipped");
    }

    @Test
    void aChoiceIsNotMadeAnewWhenItsConditionLaterSaysSomethingElse() {
        AtomicInteger looks = new AtomicInteger();
        ScriptedWorld world = Worlds.of(branches(saga -> looks.getAndIncrement() == 0, saga -> true));

        world.start().turns(2);
        world.crash().run();

        assertThat(looks).hasValue(1);
        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").effects()).isEqualTo(1);
        assertThat(world.at("invoice").effects()).isZero();
    }

    @Test
    void aStepWhoseConditionDoesNotHoldIsSkippedWithTheReason() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("charge", StepPlan::undo)
                .then("bonus", step -> step.undo().onlyIf(saga -> false))
                .add(new StepPlan("ledger").after("charge", "bonus")));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.state().operation("bonus").conclusion())
                .isEqualTo(new Conclusion.Refused("skipped", "not: it is wanted", false));
        assertThat(world.at("bonus").sends()).isZero();
        assertThat(world.at("ledger").effects()).isEqualTo(1);
    }

    @Test
    void aSkippedPivotDoesNotForbidToTurnBack() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("hold", StepPlan::undo)
                .with(saga -> saga.choice(
                        "route",
                        step -> step.after("hold").branch("pay", view -> false).otherwise("wait")))
                .add(new StepPlan("pay").when("route", "pay").pivot().undo())
                .add(new StepPlan("ship").after("hold", "pay").retriable()));

        world.start().turns(8);
        Answers.assertAccepted(new Outside(world).decides(new OperatorDecision.Compensate()));
        world.run();

        assertThat(world.statusOf("pay")).isEqualTo(SKIPPED);
        Books.assertEffects(world, "hold", 1, 1);
        assertThat(world.at("pay.undo").sends()).isZero();
    }

    @Test
    void whatWasSkippedIsNotMadeGood() {
        ScriptedWorld world = Worlds.of(branches(saga -> true, saga -> false));
        world.at("receipt").sends(decline("closed"));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 1);
        Books.assertEffects(world, "invoice", 0, 0);
    }

    @Test
    void aConditionThatCannotBeWeighedGoesToAPersonWhoseWordHasToBeABranch() {
        ScriptedWorld world = Worlds.of(branches(
                saga -> {
                    throw new IllegalStateException("no rate");
                },
                saga -> true));
        Outside outside = new Outside(world);

        world.start().run();
        assertThat(world.statusOf("route")).isEqualTo(IN_REVIEW);
        Answers.assertReview(world.state(), "route", ReviewReason.REQUEST_NOT_BUILT);
        Answers.assertRefused(
                outside.decides(new OperatorDecision.ConfirmSucceeded("route", "\"cheque\"", "by hand")),
                Refusal.NOT_ALLOWED,
                "no branch");
        outside.decides(new OperatorDecision.ConfirmSucceeded("route", "\"invoice\"", "by hand"));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("invoice").effects()).isEqualTo(1);
    }

    @Test
    void aChoiceInReviewDoesNotHoldUpTheWayBack() {
        ScriptedWorld world = Worlds.of(branches(
                saga -> {
                    throw new IllegalStateException("no rate");
                },
                saga -> true));

        world.start().run();
        new Outside(world).decides(new OperatorDecision.Cancel());

        assertThat(world.status()).isEqualTo(SagaStatus.FAILED);
        assertThat(world.state().reviews()).isEmpty();
    }

    /** {@code route -> charge | invoice | nothing -> receipt}. */
    private static SagaPlan branches(Predicate<SagaView<String>> card, Predicate<SagaView<String>> invoice) {
        return new SagaPlan()
                .with(saga -> saga.choice(
                        "route",
                        step -> step.branch("card", card)
                                .branch("invoice", invoice)
                                .otherwise("none")))
                .add(new StepPlan("charge").when("route", "card").undo())
                .add(new StepPlan("invoice").when("route", "invoice").undo())
                .add(new StepPlan("receipt").after("charge", "invoice"));
    }
}
