package io.querent.decision;

import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.FAILED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.SagaStatus.WAITING;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.http;
import static io.querent.decision.world.Treatment.lost;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Conduct;
import io.querent.decision.world.Reading;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.Downstream;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Trying again keeps key and bytes, ends with its budgets, and never outlives the protection of the key. */
class RetryTest {
    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);
    private static final Duration MONDAY_MORNING = Duration.ofHours(64);
    private static final UnaryOperator<StepPlan> PATIENT =
            charge -> charge.retry(RetryBudget.ACTION.attempts(1000).within(Duration.ofDays(7)))
                    .queries(RetryBudget.QUERY.attempts(1000).within(Duration.ofDays(7)));

    @Test
    void c02OneKeyAndOneBodyOverAttemptsNodesAndAnOperatorsRetry() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("charge").sends(http(503), lost(), http(500), apply());

        world.start().runFor(Duration.ofMinutes(11));
        assertThat(attempts(world)).hasSize(2);
        world.crash().runFor(Duration.ofMinutes(11));
        assertThat(attempts(world)).hasSize(3);
        world.wake("retry-now");
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(attempts(world)).hasSize(4);
        assertThat(attempts(world))
                .extracting(SagaEvent.AttemptStarted::node)
                .containsExactly("node-1", "node-1", "node-2", "node-2");
        assertThat(world.at("charge").effects()).isEqualTo(1);
        assertThat(world.at("charge").keys()).isEqualTo(1);
        assertThat(world.at("charge").bodies()).isEqualTo(1);
    }

    @Test
    void c17ARequestThatWouldBeBuiltDifferentlyIsFrozenWithTheFirstAttempt() {
        AtomicInteger builds = new AtomicInteger();
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge)
                .requests(
                        operation -> new FrozenRequest("{\"rate\":\"1.080" + builds.incrementAndGet() + "\"}", "v1:r"));
        world.at("charge").sends(http(500), apply());

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(attempts(world))
                .extracting(SagaEvent.AttemptStarted::request)
                .containsExactly(new FrozenRequest("{\"rate\":\"1.0801\"}", "v1:r"), null);
        assertThat(world.at("charge").sends()).isEqualTo(2);
        assertThat(world.at("charge").bodies()).isEqualTo(1);
        assertThat(world.at("charge").effects()).isEqualTo(1);
    }

    @Test
    void c29AfterAWeekendOnlyQuestionsAreSentAndWhatIsFoundCounts() {
        ScriptedWorld world = Worlds.chargeThenLedger(PATIENT);
        Instant monday = ScriptedWorld.BEGINNING.plus(MONDAY_MORNING);
        world.at("charge")
                .sends(apply().reset())
                .queries(truth -> world.now().isBefore(monday) ? new QueryAnswer.Unavailable("HTTP 500") : truth);

        world.start().runFor(MONDAY_MORNING);
        world.wake("retry-now");
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").sends()).isEqualTo(1);
        assertThat(world.at("charge").effects()).isEqualTo(1);
    }

    @Test
    void c29WhatIsStillNotFoundAfterTheKeysRetentionIsReviewedAndNeverSentAgain() {
        ScriptedWorld world = Worlds.chargeThenLedger(PATIENT);
        Instant monday = ScriptedWorld.BEGINNING.plus(MONDAY_MORNING);
        world.at("charge")
                .sends(apply().reset())
                .queries(truth -> world.now().isBefore(monday)
                        ? new QueryAnswer.Unavailable("HTTP 500")
                        : new QueryAnswer.NotFound());

        world.start().runFor(MONDAY_MORNING);
        world.wake("retry-now");
        world.run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.state().reviews().get("charge").reason()).isEqualTo(ReviewReason.RESEND_NOT_PROTECTED);
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

    @Test
    void c29TheHorizonCountsFromTheFirstSendAndLeavesTimeToArrive() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> PATIENT.apply(charge.cannotBeQueried()));
        world.at("charge").sends(lost());

        world.start().run();

        Duration latest = Duration.ofHours(24).multipliedBy(19).dividedBy(20).minus(Duration.ofSeconds(610));
        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.state().reviews().get("charge").reason()).isEqualTo(ReviewReason.CANNOT_BE_PROVED);
        assertThat(attempts(world))
                .hasSizeGreaterThan(20)
                .extracting(SagaEvent.AttemptStarted::at)
                .allMatch(at -> at.isBefore(ScriptedWorld.BEGINNING.plus(latest)));
    }

    @Test
    void c29AResendThatCouldArriveAfterTheKeyIsForgottenIsNotSent() {
        Downstream forgetful = Downstream.named("forgetful")
                .honoursOperationKey(Duration.ofHours(1))
                .visibleWithin(Duration.ofMinutes(20))
                .timeLimit(Duration.ofSeconds(10))
                .build();
        ScriptedWorld world = Worlds.chargeThenLedger(
                charge -> PATIENT.apply(charge.downstream(forgetful).cannotBeQueried()));
        world.at("charge").sends(apply().reset(), apply().reset(), apply().late(Duration.ofSeconds(1190)));

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.at("charge").effects()).isEqualTo(1);
    }

    @Test
    void c29WhatWasProvedUnsentDoesNotStartTheKeysRetention() {
        ScriptedWorld world = Worlds.chargeThenLedger(PATIENT);
        world.at("charge").sends(notSent("circuit-open", Duration.ofHours(1)), lost(), apply());

        world.start().runFor(Duration.ofMinutes(1));
        world.crashFor(MONDAY_MORNING).run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(attempts(world)).hasSize(3);
        assertThat(world.at("charge").effects()).isEqualTo(1);
    }

    @Test
    void c53ADelayTheDownstreamAskedForIsKeptAndNothingHappensInBetween() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("charge").sends(notSent("429", Duration.ofMinutes(15)), apply());

        world.start().runFor(Duration.ofMinutes(14));
        assertThat(world.status()).isEqualTo(WAITING);
        assertThat(world.at("charge").sends()).isZero();
        int turns = world.turns();
        world.run();

        assertThat(turns).as("turns until then: nobody looks while waiting").isLessThan(10);
        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").sends()).isEqualTo(1);
        assertThat(attempts(world).get(1).at())
                .isBetween(after(Duration.ofMinutes(15)), after(Duration.ofSeconds(901)));
    }

    @Test
    void whateverIsDrawnARefusalIsNeverFollowedByAnAttemptOfTheSameMoment() {
        ScriptedWorld world = Worlds.chargeThenLedger(
                charge -> charge.retry(RetryBudget.ACTION.backoff(Duration.ofMillis(1), Duration.ofMillis(1))));
        world.at("charge")
                .sends(
                        notSent("circuit-open", Duration.ZERO),
                        notSent("circuit-open", Duration.ofSeconds(-1)),
                        notSent("circuit-open", Duration.ZERO),
                        apply());

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(attempts(world))
                .hasSize(4)
                .extracting(SagaEvent.AttemptStarted::at)
                .doesNotHaveDuplicates();
    }

    @Test
    void aWishToBeLeftAloneIsKeptForAnHourAtMostAndNeverTurnedBack() {
        ScriptedWorld world = Worlds.chargeThenLedger(PATIENT);
        world.at("charge").sends(notSent("429", Duration.ofDays(3)), notSent("429", Duration.ofDays(-3)), apply());

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(Worlds.age(world)).isBetween(Duration.ofHours(1), Duration.ofMinutes(61));
    }

    @Test
    void refusalsThatProveNothingRanEatTheTimeBudgetOnly() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge.retry(RetryBudget.ACTION.attempts(1)));
        world.at("charge").sends(notSent("circuit-open"));

        world.start().run();

        assertThat(world.status()).isEqualTo(FAILED);
        assertThat(attempts(world)).hasSizeGreaterThan(10);
        assertThat(Worlds.age(world)).isBetween(Duration.ofMinutes(55), Duration.ofHours(1));
        assertThat(world.at("charge").sends()).isZero();
    }

    @Test
    void anOutageOfHalfAnHourThatProvablySendsNothingBurnsNoDefaultBudget() {
        for (String refusal : List.of("circuit-open", "connect-refused", "503")) {
            ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
            world.at("charge")
                    .behaves(new Conduct(
                            number -> world.now().isBefore(after(HALF_AN_HOUR)) ? notSent(refusal) : apply(),
                            number -> Reading.truth()));

            world.start().run();

            assertThat(world.status()).as(refusal).isEqualTo(COMPLETED);
            assertThat(world.at("charge").effects()).isEqualTo(1);
            assertThat(world.at("charge").queries()).as("nothing to ask for").isZero();
            assertThat(attempts(world)).as("refused often").hasSizeGreaterThan(8);
            assertThat(Worlds.age(world)).isBetween(HALF_AN_HOUR, Duration.ofMinutes(36));
        }
    }

    @Test
    void anOutageOfHalfAnHourThatMayHaveDoneAnythingIsAskedAboutAndBurnsNoDefaultBudget() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        Instant over = after(HALF_AN_HOUR);
        world.at("charge")
                .sends(apply().reset())
                .queries(truth -> world.now().isBefore(over) ? new QueryAnswer.Unavailable("HTTP 503") : truth);

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").sends()).isEqualTo(1);
        assertThat(world.at("charge").effects()).isEqualTo(1);
        assertThat(Worlds.age(world)).isBetween(HALF_AN_HOUR, Duration.ofMinutes(41));
    }

    @Test
    void aKeyIsLookedAtAgainImmediatelyBeforeTheSend() {
        ScriptedWorld world = Worlds.chargeThenLedger(PATIENT);
        world.at("charge").sends(lost());
        world.start().runFor(Duration.ofMinutes(1));
        OperationState charge = world.state().operation("charge");
        Instant planned = ScriptedWorld.BEGINNING.plus(Duration.ofHours(22));

        assertThat(KeyProtection.allowsSend(
                        world.definition().operation("charge").orElseThrow(), charge, planned))
                .isTrue();
        assertThat(KeyProtection.allowsSend(
                        world.definition().operation("charge").orElseThrow(),
                        charge,
                        planned.plus(Duration.ofHours(1))))
                .as("the commit in between took an hour")
                .isFalse();
    }

    @Test
    void noAttemptBeginsAfterTheTimeBudgetHoweverLongTheEngineWasDown() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("charge").sends(notSent("circuit-open", Duration.ofMinutes(10)), apply());

        world.start().runFor(Duration.ofMinutes(5));
        world.crashFor(Duration.ofHours(2)).run();

        assertThat(world.status()).isEqualTo(FAILED);
        assertThat(attempts(world)).hasSize(1);
    }

    private static Instant after(Duration time) {
        return ScriptedWorld.BEGINNING.plus(time);
    }

    private static List<SagaEvent.AttemptStarted> attempts(ScriptedWorld world) {
        return world.events(SagaEvent.AttemptStarted.class).stream()
                .filter(attempt -> attempt.operation().equals("charge"))
                .toList();
    }
}
