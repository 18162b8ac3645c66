package io.querent.decision;

import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPENSATING;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.OperatorDecision.Cancel;
import io.querent.decision.OperatorDecision.Compensate;
import io.querent.decision.OperatorDecision.CompensateStep;
import io.querent.decision.OperatorDecision.ConfirmFailed;
import io.querent.decision.world.Outside;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A person may have one step made good for; the saga otherwise stays as it is, and says no more than is true. */
class CompensateStepTest {
    private final ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
    private final Outside outside = new Outside(world);

    @Test
    void oneStepIsUndoneAndTheSagaStaysCompleted() {
        world.start().run();
        Answers.assertAccepted(outside.decides(new CompensateStep("charge")));
        assertThat(world.status()).isEqualTo(COMPENSATING);
        world.run();
        assertThat(world.status()).isEqualTo(COMPLETED);
        Books.assertEffects(world, "charge", 1, 1);
        Books.assertEffects(world, "hold", 1, 0);
    }

    @Test // C34
    void fiveTimesTheSameStepIsOneUndo() {
        world.start().run();
        long seen = world.state().version();
        Answers.assertAccepted(outside.decides(new CompensateStep("charge"), seen, "click"));
        Answers.assertRefused(outside.decides(new CompensateStep("charge"), seen, "click"), Refusal.REPEATED);
        Answers.assertRefused(outside.decides(new CompensateStep("charge"), seen), Refusal.MOVED);
        Answers.assertRefused(
                outside.decides(new CompensateStep("charge")), Refusal.NOT_ALLOWED, "being made good for");
        world.crash().run();
        Answers.assertRefused(
                outside.decides(new CompensateStep("charge")), Refusal.NOT_ALLOWED, "was made good for already");
        assertThat(world.at("charge.undo").sends()).isEqualTo(1);
    }

    @Test // C35
    void whatHasToBeUndoneFirstIsNamed() {
        world.start().run();
        Answers.assertRefused(
                outside.decides(new CompensateStep("hold")), Refusal.NOT_ALLOWED, "compensate charge first");
    }

    @Test
    void whereEveryStepWasUndoneOneByOneTheSagaIsCompensated() {
        world.start().run();
        Answers.assertAccepted(outside.decides(new CompensateStep("charge")));
        world.run();
        Answers.assertAccepted(outside.decides(new CompensateStep("hold")));
        world.run();
        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "hold", 1, 1);
        Books.assertEffects(world, "charge", 1, 1);
    }

    @Test
    void compensatingTheSagaUndoesOnlyTheOthers() {
        world.start().run();
        Answers.assertAccepted(outside.decides(new CompensateStep("charge")));
        world.run();
        Answers.assertAccepted(outside.decides(new Compensate()));
        world.run();
        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at("charge.undo").sends()).isEqualTo(1);
        Books.assertEffects(world, "hold", 1, 1);
    }

    @Test
    void turningBackMeanwhileSendsTheSameUndoOnce() {
        world.at("charge.undo").sends(notSent("429", Duration.ofMinutes(10)), apply());
        world.start().run();
        Answers.assertAccepted(outside.decides(new CompensateStep("charge")));
        world.runFor(Duration.ofSeconds(1));
        Answers.assertRefused(outside.decides(new Cancel()), Refusal.NOT_ALLOWED, "was completed");
        Answers.assertAccepted(outside.decides(new Compensate()));
        world.run();
        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 1);
        Books.assertEffects(world, "hold", 1, 1);
    }

    @Test // C40
    void arefusedUndoIsForAPersonWhoMayLeaveItAtThat() {
        world.at("charge.undo").sends(decline("account-closed"));
        world.start().run();
        Answers.assertAccepted(outside.decides(new CompensateStep("charge")));
        world.run();
        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.state().reviews().get("charge.undo").reason()).isEqualTo(ReviewReason.COMPENSATION_REJECTED);
        Answers.assertAccepted(outside.decides(new ConfirmFailed("charge.undo", "account-closed", "letter 7")));
        assertThat(world.status()).isEqualTo(COMPLETED);
        Books.assertEffects(world, "charge", 1, 0);
    }

    @Test
    void whatAStepStillBuildsOnIsNotUndone() {
        world.at("charge").sends(notSent("429", Duration.ofMinutes(10)), apply());
        world.start().runFor(Duration.ofSeconds(1));
        Answers.assertRefused(
                outside.decides(new CompensateStep("hold")), Refusal.NOT_ALLOWED, "charge builds on hold");
        Answers.assertRefused(outside.decides(new CompensateStep("charge")), Refusal.NOT_ALLOWED, "nobody knows yet");
    }

    @Test
    void aStepBesideIsUndoneWhileTheSagaGoesForward() {
        ScriptedWorld both = Worlds.of(new SagaPlan()
                .then("slow", StepPlan::undo)
                .add(new StepPlan("quick").besideOthers().undo()));
        both.at("slow").sends(notSent("429", Duration.ofMinutes(10)), apply());
        both.start().runFor(Duration.ofSeconds(1));
        Answers.assertAccepted(new Outside(both).decides(new CompensateStep("quick")));
        both.run();
        assertThat(both.status()).isEqualTo(COMPLETED);
        Books.assertEffects(both, "quick", 1, 1);
        Books.assertEffects(both, "slow", 1, 0);
    }

    @Test
    void aSagaThatTurnedBackOrNeverRanTheStepHasNothingToOrder() {
        world.at("charge").sends(decline("no-cover"));
        world.start().run();
        Answers.assertRefused(outside.decides(new CompensateStep("hold")), Refusal.NOT_ALLOWED, "ended as COMPENSATED");
        ScriptedWorld plain = Worlds.holdThenCharge(step -> step);
        plain.start().run();
        Answers.assertRefused(
                new Outside(plain).decides(new CompensateStep("charge")), Refusal.NOT_ALLOWED, "does not say how");
    }
}
