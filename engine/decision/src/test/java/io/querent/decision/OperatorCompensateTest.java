package io.querent.decision;

import static io.querent.decision.Answers.assertAccepted;
import static io.querent.decision.Answers.assertRefused;
import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.IN_FLIGHT;
import static io.querent.decision.OperationStatus.UNKNOWN;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPENSATING;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.lost;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.OperatorDecision.Compensate;
import io.querent.decision.OperatorDecision.Resend;
import io.querent.decision.world.Outside;
import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A person may turn a saga back; that is one compensation a step, and never before it is known what there is to undo. */
class OperatorCompensateTest {
    private final ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
    private final Outside outside = new Outside(world);

    @Test // C34
    void fiveTimesCompensateIsOneCompensation() {
        world.start().run();
        long seen = world.state().version();

        assertAccepted(outside.decides(new Compensate(), seen, "click"));
        assertRefused(outside.decides(new Compensate(), seen, "click"), Refusal.REPEATED);
        assertRefused(outside.decides(new Compensate(), seen), Refusal.MOVED);
        assertRefused(outside.decides(new Compensate(), seen), Refusal.MOVED);
        assertRefused(outside.decides(new Compensate()), Refusal.NOT_ALLOWED, "turned back already");
        world.crash().run();
        assertRefused(outside.decides(new Compensate()), Refusal.NOT_ALLOWED, "turned back already");

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "hold", 1, 1);
        Books.assertEffects(world, "charge", 1, 1);
        assertThat(world.at("charge.undo").sends()).isEqualTo(1);
        assertThat(world.events(SagaEvent.CompensationStarted.class)).hasSize(1);
    }

    @Test
    void aCompletedSagaIsCompensatedInItsOrder() {
        world.start().run();
        assertThat(world.status()).isEqualTo(COMPLETED);

        assertAccepted(outside.decides(new Compensate()));
        assertThat(world.status()).isEqualTo(COMPENSATING);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.events(SagaEvent.OperationSucceeded.class))
                .extracting(SagaEvent.OperationSucceeded::operation)
                .containsExactly("hold", "charge", "charge.undo", "hold.undo");
        assertThat(world.events(SagaEvent.CompensationStarted.class).get(0).reason())
                .startsWith("wanted by ann: ");
    }

    @Test // C41
    void aCancelDoesNotWaitForABackoffAndSurvivesARestart() {
        world.at("charge").sends(notSent("429", Duration.ofMinutes(10)));
        world.start().runFor(Duration.ofSeconds(1));
        assertThat(world.statusOf("charge")).isEqualTo(BACKING_OFF);

        assertAccepted(outside.decides(new Compensate()));
        world.crash().run();
        assertRefused(outside.decides(new Compensate()), Refusal.NOT_ALLOWED);

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(Worlds.age(world)).isLessThan(Duration.ofMinutes(1));
        Books.assertEffects(world, "hold", 1, 1);
        Books.assertEffects(world, "charge", 0, 0);
        assertThat(world.at("hold.undo").sends()).isEqualTo(1);
        assertThat(world.at("charge").sends()).isZero();
    }

    @Test // C41
    void aCancelFindsOutFirstWhatIsUnknownAndUndoesItIfItHappened() {
        world.at("charge").sends(apply().reset()).queries(downFor(Duration.ofMinutes(3)));
        world.start().runFor(Duration.ofMinutes(1));
        assertThat(world.statusOf("charge")).isEqualTo(UNKNOWN);

        assertAccepted(outside.decides(new Compensate()));
        world.crash().runFor(Duration.ofMinutes(1));
        assertThat(world.at("hold.undo").sends()).isZero();
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "hold", 1, 1);
        Books.assertEffects(world, "charge", 1, 1);
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

    @Test // C41
    void aCancelUndoesNothingThatIsFoundNotToHaveHappened() {
        world.at("charge").sends(lost());
        world.start().runFor(Duration.ofMinutes(1));

        assertAccepted(outside.decides(new Compensate()));
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "hold", 1, 1);
        Books.assertEffects(world, "charge", 0, 0);
    }

    @Test // C43
    void duringACallItIsCarriedOutAfterTheOutcomeIsKnown() {
        world.at("charge").sends(apply().hang(Duration.ofSeconds(9)));
        world.start().runFor(Duration.ofSeconds(5));

        assertAccepted(outside.decides(new Compensate()));
        world.runFor(Duration.ofSeconds(1));
        assertRefused(outside.decides(new Resend("charge")), Refusal.NOT_ALLOWED, "in flight");
        assertThat(world.statusOf("charge")).isEqualTo(IN_FLIGHT);
        assertThat(world.at("hold.undo").sends()).isZero();
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at("charge").sends()).isEqualTo(1);
        Books.assertEffects(world, "charge", 1, 1);
        Books.assertEffects(world, "hold", 1, 1);
    }

    @Test
    void aSagaPastItsPivotOnlyGoesForward() {
        ScriptedWorld pivoted =
                Worlds.of(new SagaPlan().then("charge", StepPlan::pivot).then("ledger", StepPlan::retriable));
        pivoted.at("ledger").sends(notSent("429", Duration.ofMinutes(10)), apply());
        pivoted.start().runFor(Duration.ofSeconds(1));

        assertRefused(new Outside(pivoted).decides(new Compensate()), Refusal.NOT_ALLOWED, "passed its pivot");
        assertThat(pivoted.run().status()).isEqualTo(COMPLETED);
    }

    @Test
    void whoHasNotSeenTheEndCannotCompensate() {
        world.start().runFor(Duration.ZERO);
        long seen = world.state().version();
        world.run();

        assertRefused(outside.decides(new Compensate(), seen), Refusal.MOVED);
    }

    private Reading downFor(Duration time) {
        return truth -> Worlds.age(world).compareTo(time) < 0 ? new QueryAnswer.Unavailable("HTTP 503") : truth;
    }
}
