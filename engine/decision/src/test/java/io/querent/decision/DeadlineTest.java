package io.querent.decision;

import static io.querent.decision.OperationStatus.UNKNOWN;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.PAUSED;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.notSent;
import static io.querent.decision.world.Treatment.pending;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.world.Outside;
import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A saga that is not over in time turns back, but never before what is unknown is known; after its pivot a person is told. */
class DeadlineTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void aSagaThatIsNotOverInTimeTurnsBack() {
        ScriptedWorld world = holdThenCharge(charge -> charge.retry(RetryBudget.ACTION.within(Duration.ofHours(5))));
        world.at("charge").sends(notSent("busy", HOUR));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(Worlds.lastEvent(world)).isEqualTo(HOUR);
        Books.assertEffects(world, "hold", 1, 1);
        assertThat(world.at("charge").sends()).isZero();
    }

    @Test
    void aSagaThatIsOverInTimeHeedsNoDeadline() {
        ScriptedWorld world = holdThenCharge(charge -> charge).start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.events(SagaEvent.DeadlinePassed.class)).isEmpty();
    }

    @Test
    void whatIsUnknownIsFoundOutBeforeAnythingIsUndone() {
        ScriptedWorld world = holdThenCharge(StepPlan::undo);
        world.at("charge")
                .sends(apply().reset())
                .queries(truth -> Worlds.age(world).compareTo(HOUR.multipliedBy(2)) < 0
                        ? Reading.qerr(503).say(truth)
                        : truth);

        world.start().runFor(HOUR.plusMinutes(30));
        assertThat(world.state().compensating()).isTrue();
        assertThat(world.statusOf("charge")).isEqualTo(UNKNOWN);
        assertThat(world.at("hold.undo").sends()).isZero();
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 1);
        Books.assertEffects(world, "hold", 1, 1);
    }

    @Test
    void afterThePivotAPersonIsToldAndTheSagaGoesOn() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .with(saga -> saga.deadline(HOUR))
                .then("charge", step -> step.undo().pivot())
                .then("ledger", StepPlan::retriable));
        world.at("ledger").sends(pending(Duration.ofHours(3), true));

        world.start().runFor(HOUR.plusMinutes(1));
        Answers.assertReview(world.state(), SagaState.WHOLE, ReviewReason.DEADLINE_PASSED);
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.state().reviews()).isEmpty();
        assertThat(world.at("charge.undo").sends()).isZero();
    }

    @Test
    void aPausedSagaTurnsBackWhenItIsResumedAndBeginsNothingElse() {
        ScriptedWorld world = holdThenCharge(charge -> charge);
        Outside outside = new Outside(world);

        world.start();
        outside.decides(new OperatorDecision.Pause());
        world.runFor(HOUR.multipliedBy(2));
        assertThat(world.status()).isEqualTo(PAUSED);
        assertThat(world.events(SagaEvent.DeadlinePassed.class)).isEmpty();
        outside.decides(new OperatorDecision.Resume());
        world.run();

        assertThat(world.status()).isEqualTo(SagaStatus.FAILED);
        assertThat(world.at("hold").sends()).isZero();
    }

    @Test
    void aPauseDoesNotHideThatTheDeadlineHadPassed() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .with(saga -> saga.deadline(HOUR))
                .then("charge", step -> step.undo().pivot())
                .then("ledger", StepPlan::retriable));
        world.at("ledger").sends(pending(Duration.ofHours(3), true));
        Outside outside = new Outside(world);

        world.start().runFor(HOUR.plusMinutes(1));
        outside.decides(new OperatorDecision.Pause());
        Answers.assertReview(world.state(), SagaState.WHOLE, ReviewReason.PAUSED);
        outside.decides(new OperatorDecision.Resume());

        Answers.assertReview(world.state(), SagaState.WHOLE, ReviewReason.DEADLINE_PASSED);
    }

    @Test
    void theDeadlineDoesNotComeEarlyOrTwice() {
        ScriptedWorld world = holdThenCharge(charge -> charge.retry(RetryBudget.ACTION.within(Duration.ofHours(5))));
        world.at("charge").sends(notSent("busy", HOUR));

        world.start().runFor(HOUR.minusMinutes(1));
        Answers.assertRefused(world.submit(new SagaCommand.PassDeadline(world.now())), Refusal.NOT_DUE);
        world.run();

        assertThat(world.events(SagaEvent.DeadlinePassed.class)).hasSize(1);
    }

    /** Who lets a late saga go forward again has seen that it is late: it would turn back at once otherwise. */
    @Test
    void aSagaThatIsRedrivenAfterItsDeadlineGoesForward() {
        ScriptedWorld world =
                Worlds.of(new SagaPlan().with(saga -> saga.deadline(HOUR)).then("charge", StepPlan::undo));
        world.at("charge").sends(decline("51"), apply());
        world.at("charge").truth(world.at("charge").truth().ignoresKeys());

        world.start().run();
        assertThat(world.status()).isEqualTo(SagaStatus.FAILED);
        world.runFor(HOUR.multipliedBy(2));
        Answers.assertAccepted(new Outside(world).decides(new OperatorDecision.Redrive("charge")));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.events(SagaEvent.DeadlinePassed.class)).hasSize(1);
    }

    private static ScriptedWorld holdThenCharge(UnaryOperator<StepPlan> charge) {
        return Worlds.of(new SagaPlan()
                .with(saga -> saga.deadline(HOUR))
                .then("hold", StepPlan::undo)
                .then("charge", charge));
    }
}
