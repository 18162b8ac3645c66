package io.querent.decision;

import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.FAILED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.http;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.world.ItemsPlan;
import io.querent.decision.world.Outside;
import io.querent.decision.world.Profiles;
import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.RetryBudget;
import io.querent.saga.StepHandle;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Going forward again means the same keys and the same bytes, and is refused where that could move money twice. */
class RedriveTest {
    private static final OperatorDecision REDRIVE = new OperatorDecision.Redrive("charge");

    @Test
    void aFailedSagaGoesForwardUnderTheSameKeyWithTheSameBytes() {
        AtomicInteger built = new AtomicInteger();
        ScriptedWorld world = chargeThenLedger()
                .requests(operation -> new FrozenRequest("{\"built\":" + built.incrementAndGet() + "}", "v1:0"));
        world.at("charge").sends(http(503), apply()).queries(Reading.notFound());

        world.start().runFor(Duration.ofMinutes(5));
        Outside outside = new Outside(world);
        outside.decides(new OperatorDecision.ConfirmNeverRan("charge", "not in the books"));
        assertThat(world.status()).isEqualTo(FAILED);
        Answers.assertAccepted(outside.decides(REDRIVE));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").effects()).isEqualTo(1);
        assertThat(world.at("charge").keys()).isEqualTo(1);
        assertThat(world.at("charge").bodies()).isEqualTo(1);
        assertThat(world.at("charge").sends()).isEqualTo(2);
        assertThat(world.events(SagaEvent.SagaRedriven.class)).hasSize(1);
    }

    @Test
    void aCompensatedSagaInWhichNothingWasUndoneGoesForward() {
        ScriptedWorld world = Worlds.of(
                new SagaPlan().then("note", StepPlan::needsNoUndo).then("charge", step -> step.retry(once())));
        world.at("charge").sends(notSent("busy"), apply());

        world.start().run();
        assertThat(world.status()).isEqualTo(COMPENSATED);
        Answers.assertAccepted(new Outside(world).decides(REDRIVE));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("note").effects()).isEqualTo(1);
        assertThat(world.at("charge").effects()).isEqualTo(1);
    }

    @Test
    void whatWasUndoneIsNotDoneAgainUnderItsKey() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
        world.at("charge").sends(decline("51"));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Answers.assertRefused(new Outside(world).decides(REDRIVE), Refusal.NOT_ALLOWED, "hold was undone");
    }

    @Test
    void aSagaInReviewGoesForwardAsLongAsNoUndoHasBegun() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("note", step -> step.undo(undo -> undo.after("other")))
                .add(new StepPlan("other").besideOthers().undo())
                .add(new StepPlan("charge").after("note", "other").retry(once())));
        world.at("other").sends(http(500)).queries(Reading.mismatch("another amount"));

        world.start().run();
        Outside outside = new Outside(world);
        outside.decides(new OperatorDecision.ConfirmFailed("other", "51", "statement 7"));
        assertThat(world.state().compensating()).isTrue();
        Answers.assertAccepted(outside.decides(new OperatorDecision.Redrive("other")));

        assertThat(world.state().compensating()).isFalse();
    }

    @Test
    void aKeyThatProtectsNoMoreIsNotSentAgain() {
        ScriptedWorld world = Worlds.of(new SagaPlan().then("charge", step -> step.downstream(Profiles.SHOP)));
        world.at("charge").sends(http(500)).queries(Reading.notFound());
        Outside outside = new Outside(world);

        world.start().run();
        outside.decides(new OperatorDecision.ConfirmNeverRan("charge", "not in the books"));
        assertThat(world.status()).isEqualTo(FAILED);

        Answers.assertRefused(outside.decides(REDRIVE), Refusal.NOT_ALLOWED, "no longer protected");
    }

    @Test
    void aWaitThatRanOutIsWaitedForAgain() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .with(saga -> saga.await(StepHandle.of("word", String.class), step -> step.within(Duration.ofHours(1))))
                .add(new StepPlan("charge").after("word")));
        Outside outside = new Outside(world);

        world.start().run();
        assertThat(world.status()).isEqualTo(FAILED);
        Answers.assertAccepted(outside.decides(new OperatorDecision.Redrive("word")));
        world.runFor(Duration.ofMinutes(30));
        outside.tells("word", Answers.FOUND);
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
    }

    @Test
    void aSagaThatGoesForwardIsNotRedriven() {
        ScriptedWorld world = chargeThenLedger();
        world.at("charge").sends(notSent("busy", Duration.ofMinutes(10)));

        world.start().runFor(Duration.ofMinutes(1));

        Answers.assertRefused(new Outside(world).decides(REDRIVE), Refusal.NOT_ALLOWED);
    }

    @Test
    void whatIsStillUnknownIsWaitedForFirst() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("charge", step -> step.undo().retry(once()))
                .add(new StepPlan("beside").besideOthers().undo()));
        world.at("charge").sends(decline("51"));
        world.at("beside").sends(http(500)).queries(Reading.qerr(503));

        world.start().runFor(Duration.ofMinutes(1));

        Answers.assertRefused(new Outside(world).decides(REDRIVE), Refusal.NOT_ALLOWED, "not known yet");
    }

    /** The refusals are in the step's result, and later steps may have acted on it. */
    @Test
    void aCollectedRefusalStaysWhenAnotherStepIsRedriven() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .thenForEach("batch", ItemsPlan.of("a", "b").collecting(), StepPlan::needsNoUndo)
                .then("charge", step -> step.retry(once())));
        world.at("batch.a").sends(decline("51"));
        world.at("charge").sends(notSent("busy"), apply());
        Outside outside = new Outside(world);

        world.start().run();
        assertThat(world.status()).isEqualTo(COMPENSATED);
        Answers.assertRefused(outside.decides(new OperatorDecision.Redrive("batch.a")), Refusal.NOT_ALLOWED);
        Answers.assertAccepted(outside.decides(REDRIVE));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("batch.a").sends()).isEqualTo(1);
    }

    @Test
    void anAbandonedSagaStaysAbandoned() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
        world.at("charge").sends(decline("51"));
        world.at("hold.undo").sends(decline("closed"));
        Outside outside = new Outside(world);

        world.start().run();
        assertThat(world.status()).isEqualTo(IN_REVIEW);
        outside.decides(new OperatorDecision.Abandon());

        Answers.assertRefused(outside.decides(REDRIVE), Refusal.ENDED);
    }

    private static RetryBudget once() {
        return RetryBudget.ACTION.within(Duration.ofMillis(1));
    }

    private static ScriptedWorld chargeThenLedger() {
        return Worlds.chargeThenLedger(charge -> charge);
    }
}
