package io.querent.decision;

import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.PAUSED;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.world.Outside;
import io.querent.decision.world.Reading;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A paused saga begins nothing. What is under way ends, and what is unknown is still asked for: money does not wait for people. */
class PauseTest {
    private static final OperatorDecision PAUSE = new OperatorDecision.Pause();
    private static final OperatorDecision RESUME = new OperatorDecision.Resume();

    @Test
    void nothingNewIsSent() {
        ScriptedWorld world = holdThenCharge().start();

        Answers.assertAccepted(new Outside(world).decides(PAUSE));
        world.run();

        assertThat(world.status()).isEqualTo(PAUSED);
        assertThat(world.statusOf("hold")).isEqualTo(PLANNED);
        Answers.assertReview(world.state(), SagaState.WHOLE, ReviewReason.PAUSED);
        Answers.assertRefused(
                world.submit(new SagaCommand.StartAttempt(
                        "hold", new FrozenRequest("{}", "v1:0"), new Owner("node-1", 1), 0, world.now())),
                Refusal.NOT_DUE);
    }

    @Test
    void whatIsInFlightEndsAndNothingFollows() {
        ScriptedWorld world = holdThenCharge();
        world.at("hold").sends(apply().hang(Duration.ofSeconds(5)));

        world.start().runFor(Duration.ofSeconds(1));
        new Outside(world).decides(PAUSE);
        world.run();

        assertThat(world.statusOf("hold")).isEqualTo(SUCCEEDED);
        assertThat(world.status()).isEqualTo(PAUSED);
        assertThat(world.at("charge").sends()).isZero();
    }

    @Test
    void whatIsUnknownIsStillAskedForAndNotSentAgain() {
        ScriptedWorld world = holdThenCharge();
        world.at("charge").sends(apply().reset()).queries(Reading.qerr(503), Reading.qerr(503), Reading.truth());

        world.start().turns(8);
        new Outside(world).decides(PAUSE);
        world.run();

        assertThat(world.statusOf("charge")).isEqualTo(SUCCEEDED);
        assertThat(world.at("charge").sends()).isEqualTo(1);
        assertThat(world.at("charge").queries()).isEqualTo(3);
    }

    @Test
    void whatBacksOffWaitsForTheResume() {
        ScriptedWorld world = holdThenCharge();
        world.at("charge").sends(notSent("busy", Duration.ofMinutes(10)), apply());
        Outside outside = new Outside(world);

        world.start().runFor(Duration.ofMinutes(1));
        outside.decides(PAUSE);
        world.runFor(Duration.ofMinutes(30));
        assertThat(world.statusOf("charge")).isEqualTo(BACKING_OFF);
        outside.decides(RESUME);
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").effects()).isEqualTo(1);
        assertThat(world.state().reviews()).isEmpty();
    }

    @Test
    void aSagaWhoseLastCallEndsWhilePausedIsComplete() {
        ScriptedWorld world = holdThenCharge();
        world.at("charge").sends(apply().hang(Duration.ofSeconds(5)));

        world.start().runFor(Duration.ofSeconds(1));
        new Outside(world).decides(PAUSE);
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.state().reviews()).isEmpty();
        assertThat(world.state().paused()).isFalse();
    }

    @Test
    void aRefusalTurnsAPausedSagaBackWithoutAnUndoBeforeTheResume() {
        ScriptedWorld world = holdThenCharge();
        world.at("charge").sends(decline("51").hang(Duration.ofSeconds(5)));
        Outside outside = new Outside(world);

        world.start().runFor(Duration.ofSeconds(1));
        outside.decides(PAUSE);
        world.run();
        assertThat(world.state().compensating()).isTrue();
        assertThat(world.at("hold.undo").sends()).isZero();
        outside.decides(RESUME);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "hold", 1, 1);
    }

    @Test
    void aPausedSagaThatIsCancelledGoesBackAtOnce() {
        ScriptedWorld world = holdThenCharge();
        world.at("charge").sends(notSent("busy", Duration.ofMinutes(10)));
        Outside outside = new Outside(world);

        world.start().runFor(Duration.ofMinutes(1));
        outside.decides(PAUSE);
        Answers.assertAccepted(outside.decides(new OperatorDecision.Cancel()));
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.events(SagaEvent.SagaResumed.class)).hasSize(1);
    }

    @Test
    void twoPausesAreOneAndOneResumeEndsThem() {
        ScriptedWorld world = holdThenCharge().start();
        Outside outside = new Outside(world);

        outside.decides(PAUSE);
        Answers.assertAccepted(outside.decides(PAUSE, Authority.UNSEEN));
        assertThat(world.events(SagaEvent.SagaPaused.class)).hasSize(1);
        Answers.assertAccepted(outside.decides(RESUME, Authority.UNSEEN));
        Answers.assertRefused(outside.decides(RESUME), Refusal.NOT_ALLOWED, "not paused");
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
    }

    @Test
    void whatHasEndedIsNotPausedAndWhatIsPausedIsNotAbandoned() {
        ScriptedWorld world = holdThenCharge().start();
        Outside outside = new Outside(world);

        outside.decides(PAUSE);
        Answers.assertRefused(outside.decides(new OperatorDecision.Abandon()), Refusal.NOT_ALLOWED);
        outside.decides(RESUME);
        world.run();

        Answers.assertRefused(outside.decides(PAUSE), Refusal.NOT_ALLOWED, "has ended");
    }

    @Test
    void aPauseSurvivesTheOwner() {
        ScriptedWorld world = holdThenCharge();
        world.at("hold").sends(apply().hang(Duration.ofSeconds(5)));

        world.start().runFor(Duration.ofSeconds(1));
        new Outside(world).decides(PAUSE);
        world.crash().run();

        assertThat(world.status()).isEqualTo(PAUSED);
        assertThat(world.statusOf("hold")).isEqualTo(SUCCEEDED);
        assertThat(world.at("hold").sends()).isEqualTo(1);
        assertThat(world.at("charge").sends()).isZero();
    }

    private static ScriptedWorld holdThenCharge() {
        return Worlds.holdThenCharge(StepPlan::undo);
    }
}
