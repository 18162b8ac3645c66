package io.querent.decision;

import static io.querent.decision.OperationStatus.AWAITING;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.world.Outside;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.SagaView;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A delay is a due time in the saga, not a thread: it survives every owner, and ends once. */
class DelayTest {
    private static final Duration DAY = Duration.ofDays(1);

    @Test
    void nothingFollowsBeforeTheTimeHasCome() {
        ScriptedWorld world = lasting();

        world.start().runFor(DAY.minusMillis(1));
        assertThat(world.statusOf("pause")).isEqualTo(AWAITING);
        assertThat(world.status()).isEqualTo(WAITING);
        assertThat(world.at("charge").sends()).isZero();
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(Worlds.lastEvent(world)).isEqualTo(DAY);
    }

    @Test
    void anotherOwnerDoesNotBeginTheDelayAnew() {
        ScriptedWorld world = lasting();

        world.start().runFor(Duration.ofHours(12));
        world.crash().run();

        assertThat(world.events(SagaEvent.WaitStarted.class)).hasSize(1);
        assertThat(Worlds.lastEvent(world)).isEqualTo(DAY);
    }

    @Test
    void theTimeIsReckonedOnceWhenTheStepBegins() {
        AtomicInteger looks = new AtomicInteger();
        ScriptedWorld world =
                until(saga -> ScriptedWorld.BEGINNING.plus(Duration.ofHours(1 + looks.getAndIncrement())));

        world.start().runFor(Duration.ofMinutes(30));
        world.crash().run();

        assertThat(looks).hasValue(1);
        assertThat(Worlds.lastEvent(world)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void aTimeThatHasPassedEndsTheDelayAtOnce() {
        ScriptedWorld world = until(saga -> ScriptedWorld.BEGINNING.minus(DAY));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(Worlds.lastEvent(world)).isZero();
    }

    @Test
    void aTimeTooFarAwayIsReviewedBeforeAnythingWaitsForIt() {
        ScriptedWorld world = until(saga -> ScriptedWorld.BEGINNING.plus(Duration.ofDays(400)));

        world.start().run();

        Answers.assertReview(world.state(), "pause", ReviewReason.REQUEST_NOT_BUILT);
        assertThat(world.at("charge").sends()).isZero();
    }

    @Test
    void nobodyEndsADelayEarly() {
        ScriptedWorld world = lasting();

        world.start().runFor(Duration.ofHours(1));

        Answers.assertRefused(world.submit(new SagaCommand.WaitIsDue("pause", null, world.now())), Refusal.NOT_DUE);
        Answers.assertRefused(new Outside(world).tells("pause", Answers.FOUND), Refusal.NOT_ALLOWED, "a time");
        world.wake("impatient");
        assertThat(world.statusOf("pause")).isEqualTo(AWAITING);
    }

    @Test
    void aSagaThatTurnsBackDoesNotWaitForItsDelay() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("hold", StepPlan::undo)
                .with(saga -> saga.delay("pause", step -> step.after("hold").lasting(DAY)))
                .add(new StepPlan("charge").after("pause")));

        world.start().runFor(Duration.ofHours(1));
        new Outside(world).decides(new OperatorDecision.Cancel());
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(Worlds.lastEvent(world)).isEqualTo(Duration.ofHours(1));
        Books.assertEffects(world, "hold", 1, 1);
    }

    private static ScriptedWorld lasting() {
        return Worlds.of(new SagaPlan()
                .with(saga -> saga.delay("pause", step -> step.lasting(DAY)))
                .add(new StepPlan("charge").after("pause")));
    }

    private static ScriptedWorld until(Function<SagaView<String>, Instant> time) {
        return Worlds.of(new SagaPlan()
                .with(saga -> saga.delay("pause", step -> step.until(time)))
                .add(new StepPlan("charge").after("pause")));
    }
}
