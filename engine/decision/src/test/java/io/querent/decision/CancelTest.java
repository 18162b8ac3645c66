package io.querent.decision;

import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.IN_FLIGHT;
import static io.querent.decision.OperationStatus.UNKNOWN;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.FAILED;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.lost;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.world.Outside;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whoever cancels wants the saga to turn back now, with every undo that belongs to it, however often it is said. */
class CancelTest {
    private static final OperatorDecision CANCEL = new OperatorDecision.Cancel();
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    @Test
    void c41ACancelDoesNotWaitForTheBackoffAndUndoesWhatWasDoneOnce() {
        ScriptedWorld world = holdThenCharge();
        world.at("charge").sends(notSent("busy", TEN_MINUTES));
        Outside outside = new Outside(world);

        world.start().runFor(Duration.ofMinutes(1));
        assertThat(world.statusOf("charge")).isEqualTo(BACKING_OFF);
        Answers.assertAccepted(outside.decides(CANCEL));
        world.crash().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(Worlds.lastEvent(world)).isLessThan(TEN_MINUTES);
        Books.assertEffects(world, "hold", 1, 1);
        Books.assertEffects(world, "charge", 0, 0);
        assertThat(world.events(SagaEvent.CompensationStarted.class))
                .extracting(SagaEvent.CompensationStarted::reason)
                .containsExactly("cancelled by ann: by the books");
    }

    @Test
    void c41WhatIsUnknownIsAskedForAtOnceAndUndoneIfItHappened() {
        ScriptedWorld world = holdThenCharge();
        world.at("charge").sends(apply().reset());

        world.start();
        while (world.statusOf("charge") != UNKNOWN) {
            world.turn();
        }
        int queries = world.at("charge").queries();
        Answers.assertAccepted(new Outside(world).decides(CANCEL));
        world.crash().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at("charge").queries()).isEqualTo(queries + 1);
        assertThat(Worlds.lastEvent(world)).isEqualTo(ScriptedWorld.LEASE);
        Books.assertEffects(world, "charge", 1, 1);
        Books.assertEffects(world, "hold", 1, 1);
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

    @Test
    void c41WhatIsUnknownAndNeverHappenedIsNotUndone() {
        ScriptedWorld world = holdThenCharge();
        world.at("charge").sends(lost());

        world.start().runFor(Duration.ofSeconds(1));
        new Outside(world).decides(CANCEL);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 0, 0);
        Books.assertEffects(world, "hold", 1, 1);
    }

    @Test
    void c41ACancelThatIsRepeatedUndoesNothingTwice() {
        ScriptedWorld world = holdThenCharge();
        world.at("charge").sends(notSent("busy", TEN_MINUTES));
        Outside outside = new Outside(world);

        world.start().runFor(Duration.ofMinutes(1));
        outside.decides(CANCEL, Authority.UNSEEN, "c-1");
        Answers.assertRefused(outside.decides(CANCEL, Authority.UNSEEN, "c-1"), Refusal.REPEATED);
        Answers.assertAccepted(outside.decides(CANCEL, Authority.UNSEEN, "c-2"));
        world.run();
        Answers.assertAccepted(outside.decides(CANCEL, Authority.UNSEEN, "c-3"));

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at("hold.undo").sends()).isEqualTo(1);
        assertThat(world.events(SagaEvent.CompensationStarted.class)).hasSize(1);
    }

    @Test
    void c43WhatIsInFlightIsUndoneOnlyWhenItsOutcomeIsKnown() {
        ScriptedWorld world = holdThenCharge();
        world.at("charge").sends(apply().hang(Duration.ofSeconds(5)));

        world.start().runFor(Duration.ofSeconds(2));
        Answers.assertAccepted(new Outside(world).decides(CANCEL));
        assertThat(world.statusOf("charge")).isEqualTo(IN_FLIGHT);
        world.runFor(Duration.ofSeconds(2));
        assertThat(world.at("charge.undo").sends()).isZero();
        assertThat(world.at("hold.undo").sends()).isZero();
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 1);
    }

    @Test
    void aSagaThatHasDoneNothingFailsWhenItIsCancelled() {
        ScriptedWorld world = holdThenCharge().start();

        new Outside(world).decides(CANCEL);

        assertThat(world.status()).isEqualTo(FAILED);
        assertThat(world.run().at("hold").sends()).isZero();
    }

    @Test
    void aCompletedSagaIsNotCancelled() {
        ScriptedWorld world = holdThenCharge().start().run();

        Answers.assertRefused(new Outside(world).decides(CANCEL), Refusal.NOT_ALLOWED, "compensate it");
        assertThat(world.status()).isEqualTo(COMPLETED);
    }

    @Test
    void afterThePivotThereIsNoWayBack() {
        ScriptedWorld world = Worlds.of(
                new SagaPlan().then("charge", step -> step.undo().pivot()).then("ledger", StepPlan::retriable));
        world.at("ledger").sends(notSent("busy", TEN_MINUTES));

        world.start().runFor(Duration.ofMinutes(1));

        Answers.assertRefused(new Outside(world).decides(CANCEL), Refusal.NOT_ALLOWED, "pivot");
    }

    @Test
    void whoHasLookedAtAnOlderCourseLooksAgain() {
        ScriptedWorld world = holdThenCharge();
        world.at("charge").sends(notSent("busy", TEN_MINUTES));
        Outside outside = new Outside(world);

        world.start().runFor(Duration.ofMinutes(1));
        long seen = world.state().version();
        outside.decides(new OperatorDecision.Pause());

        Answers.assertRefused(outside.decides(CANCEL, seen), Refusal.MOVED);
    }

    @Test
    void aStepThatIsNeverRefusedAndWasDoesNotHoldUpTheWayBack() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("hold", StepPlan::undo)
                .then("note", step -> step.undo().retriable())
                .then("charge", step -> step));
        world.at("note").sends(decline("closed"));

        world.start().run();
        Answers.assertReview(world.state(), "note", ReviewReason.RETRIABLE_REJECTED);
        new Outside(world).decides(CANCEL);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.state().reviews()).isEmpty();
        Books.assertEffects(world, "hold", 1, 1);
    }

    private static ScriptedWorld holdThenCharge() {
        return Worlds.holdThenCharge(StepPlan::undo);
    }
}
