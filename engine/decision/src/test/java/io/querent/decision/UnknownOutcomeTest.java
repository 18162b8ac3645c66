package io.querent.decision;

import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.applyThenHttp;
import static io.querent.decision.world.Treatment.keptHttp;
import static io.querent.decision.world.Treatment.lost;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Profiles;
import io.querent.decision.world.Reading;
import io.querent.decision.world.ScriptedWorld;
import io.querent.saga.Downstream;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** R1 to R4: what nobody can say is asked for under the same key before anything is done again. */
class UnknownOutcomeTest {
    private static final RetryBudget SLOW_QUESTIONS =
            RetryBudget.QUERY.backoff(Duration.ofSeconds(10), Duration.ofSeconds(40));

    @Test
    void c01AChargeWhoseAnswerWasLostIsAskedForAndNotSentAgain() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("charge").sends(apply().reset());

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertBooks(world, 1, 1);
        assertThat(world.at("charge").queries()).isEqualTo(1);
        assertThat(world.events())
                .extracting(event -> event.getClass().getSimpleName())
                .startsWith("SagaStarted", "AttemptStarted", "OutcomeUnknown", "OperationSucceeded");
        assertThat(world.events(SagaEvent.OperationSucceeded.class).get(0).via())
                .isEqualTo(Via.QUERY);
    }

    @Test
    void c03AAKept500AfterTheEffectIsResolvedByOneQuestion() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("charge").sends(applyThenHttp(500));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertBooks(world, 1, 1);
        assertThat(world.at("charge").queries()).isEqualTo(1);
    }

    @Test
    void c03BAKept500WithoutEffectEndsInReviewAndNeverUnderANewKey() {
        ScriptedWorld world = Worlds.holdThenCharge(
                charge -> charge.retry(RetryBudget.ACTION.attempts(3).within(Duration.ofHours(6))));
        world.at("charge").sends(keptHttp(500)).queries(Reading.notFound());

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertReview(world, ReviewReason.RETRY_BUDGET_SPENT);
        assertBooks(world, 0, 3);
        assertThat(world.events(SagaEvent.AbsenceEstablished.class))
                .as("none that nothing could follow")
                .hasSize(2);
        assertThat(world.at("hold.undo").sends()).isZero();
    }

    @Test
    void c04AMissBeforeTheWindowHasPassedProvesNothing() {
        Downstream slow = Downstream.named("slow")
                .ignoresOperationKey()
                .visibleWithin(Duration.ofSeconds(90))
                .timeLimit(Duration.ofSeconds(10))
                .build();
        ScriptedWorld world = lagging(slow);

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertBooks(world, 1, 1);
        assertThat(world.events(SagaEvent.QueryInconclusive.class))
                .extracting(SagaEvent.QueryInconclusive::answer)
                .hasSizeGreaterThanOrEqualTo(3)
                .containsOnly("NotFound");
        assertThat(world.events(SagaEvent.OperationSucceeded.class).get(0).at())
                .isEqualTo(ScriptedWorld.BEGINNING.plusSeconds(100));
    }

    @Test
    void c04EvenWhereAResendWouldBeHarmlessItWaitsForTheWindow() {
        Downstream slow = Downstream.named("slow")
                .honoursOperationKey(Duration.ofHours(24))
                .visibleWithin(Duration.ofSeconds(90))
                .timeLimit(Duration.ofSeconds(10))
                .build();
        ScriptedWorld world = lagging(slow);

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertBooks(world, 1, 1);
    }

    @Test
    void c05AARequestThatArrivesLateIsFoundAndNotSentAgain() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("charge").sends(apply().late(Duration.ofMinutes(5)));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertBooks(world, 1, 1);
    }

    @Test
    void c05BWithAWindowSetTooShortTheKeyProtectsTheResend() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge.downstream(tooShort(true)));
        world.at("charge").sends(apply().late(Duration.ofMinutes(5)), apply());

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertBooks(world, 1, 2);
    }

    @Test
    void c05BPrimeWithoutAKeyThatProtectsItIsReviewedAndNotSentAgain() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge.downstream(tooShort(false)));
        world.at("charge").sends(apply().late(Duration.ofMinutes(5)));

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertReview(world, ReviewReason.RESEND_NOT_PROTECTED);
        assertThat(world.events(SagaEvent.AbsenceEstablished.class)).isEmpty();
        assertBooks(world, 1, 1);
    }

    @Test
    void c06AQueryThatFailsForHoursLeavesTheOutcomeUnknownUntilItIsFound() {
        ScriptedWorld world = Worlds.holdThenCharge(charge -> charge);
        Instant recovery = ScriptedWorld.BEGINNING.plus(Duration.ofHours(6));
        world.at("charge").sends(apply().reset()).queries(downUntil(world, recovery));

        world.start().runFor(Duration.ofHours(6));
        assertThat(world.statusOf("charge")).isEqualTo(UNKNOWN);
        assertThat(world.events(SagaEvent.QueryInconclusive.class))
                .extracting(SagaEvent.QueryInconclusive::answer)
                .containsOnly("Unavailable");

        world.run();
        assertThat(world.statusOf("charge")).isEqualTo(SUCCEEDED);
        assertThat(world.status()).isEqualTo(COMPLETED);
        assertBooks(world, 1, 1);
    }

    @Test
    void c06AQueryThatNeverRecoversEndsInReviewAfterItsOwnBudget() {
        ScriptedWorld world =
                Worlds.holdThenCharge(charge -> charge.queries(RetryBudget.QUERY.within(Duration.ofHours(8))));
        world.at("charge").sends(apply().reset()).queries(Reading.qerr(500), Reading.qtimeout(), Reading.qerr(503));

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertReview(world, ReviewReason.QUERY_BUDGET_SPENT);
        assertThat(Worlds.age(world)).isBetween(Duration.ofMinutes(460), Duration.ofHours(8));
        assertThat(world.at("charge").queries()).isLessThan(100);
        assertThat(world.at("hold.undo").sends()).isZero();
        assertBooks(world, 1, 1);
    }

    @Test
    void theQuestionThatCouldProveAbsenceIsWaitedForEvenWhenTheBudgetIsSpent() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge.queries(RetryBudget.QUERY.attempts(2)));
        world.at("charge").sends(lost(), apply());

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.events(SagaEvent.AbsenceEstablished.class).get(0).at())
                .isEqualTo(ScriptedWorld.BEGINNING.plusSeconds(610));
    }

    @Test
    void whatIsFoundButDoesNotMatchGoesToReview() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("charge").sends(apply().reset()).queries(Reading.mismatch("found 120.00 EUR, asked for 100.00 EUR"));

        world.start().run();

        assertReview(world, ReviewReason.MISMATCH);
        assertThat(world.state().reviews().get("charge").detail()).contains("found 120.00 EUR");
        assertThat(world.at("ledger").sends()).isZero();
    }

    @Test
    void anUnknownOutcomeThatCannotBeAskedForIsSentAgainOnlyAfterTheWindow() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge.cannotBeQueried());
        world.at("charge").sends(apply().reset(), apply());

        world.start();
        world.turns(10);
        world.wake("request-1");
        world.run();

        List<SagaEvent.AttemptStarted> attempts = attemptsOfCharge(world);
        assertThat(world.status()).isEqualTo(COMPLETED);
        assertBooks(world, 1, 2);
        assertThat(attempts.get(1).at()).isEqualTo(ScriptedWorld.BEGINNING.plus(Duration.ofSeconds(610)));
        assertThat(world.at("charge").queries()).isZero();
    }

    @Test
    void anUnknownOutcomeThatCanNeitherBeAskedForNorSentAgainIsReviewedAtOnce() {
        ScriptedWorld world = Worlds.chargeThenLedger(
                charge -> charge.downstream(Profiles.SHOP).cannotBeQueried());
        world.at("charge").sends(apply().reset());

        world.start().run();

        assertReview(world, ReviewReason.CANNOT_BE_PROVED);
        assertThat(world.events(SagaEvent.ReviewOpened.class).get(0).at()).isEqualTo(ScriptedWorld.BEGINNING);
        assertBooks(world, 1, 1);
    }

    @Test
    void aRequestThatCannotBeBuiltIsReviewedBeforeAnythingIsSent() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.start();

        world.submit(new SagaCommand.RecordRequestFailure("charge", "no such account", world.now()));
        world.run();

        assertReview(world, ReviewReason.REQUEST_NOT_BUILT);
        assertThat(world.at("charge").sends()).isZero();
    }

    private static ScriptedWorld lagging(Downstream downstream) {
        ScriptedWorld world =
                Worlds.chargeThenLedger(charge -> charge.downstream(downstream).queries(SLOW_QUESTIONS));
        world.at("charge")
                .truth(world.at("charge").truth().visibilityLag(Duration.ofSeconds(90)))
                .sends(apply().hang(Duration.ofSeconds(40)));
        return world;
    }

    private static Downstream tooShort(boolean honoursKey) {
        Downstream.Builder profile =
                Downstream.named("hasty").visibleWithin(Duration.ofSeconds(20)).timeLimit(Duration.ofSeconds(10));
        return (honoursKey ? profile.honoursOperationKey(Duration.ofHours(24)) : profile.ignoresOperationKey()).build();
    }

    private static Reading downUntil(ScriptedWorld world, Instant recovery) {
        return truth -> world.now().isBefore(recovery) ? new QueryAnswer.Unavailable("HTTP 503") : truth;
    }

    private static List<SagaEvent.AttemptStarted> attemptsOfCharge(ScriptedWorld world) {
        return world.events(SagaEvent.AttemptStarted.class).stream()
                .filter(attempt -> attempt.operation().equals("charge"))
                .toList();
    }

    private static void assertReview(ScriptedWorld world, ReviewReason reason) {
        assertThat(world.statusOf("charge")).isEqualTo(OperationStatus.IN_REVIEW);
        assertThat(world.state().reviews().get("charge").reason()).isEqualTo(reason);
    }

    private static void assertBooks(ScriptedWorld world, int effects, int sends) {
        assertThat(world.at("charge").effects()).as("effects(charge)").isEqualTo(effects);
        assertThat(world.at("charge").sends()).as("sends(charge)").isEqualTo(sends);
        assertThat(world.at("charge").keys()).as("keys(charge)").isEqualTo(1);
        assertThat(world.at("charge").bodies()).as("bytes(charge)").isEqualTo(1);
    }
}
