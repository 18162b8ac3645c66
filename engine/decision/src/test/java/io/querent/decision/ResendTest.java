package io.querent.decision;

import static io.querent.decision.Answers.FOUND;
import static io.querent.decision.Answers.assertAccepted;
import static io.querent.decision.Answers.assertRefused;
import static io.querent.decision.Answers.assertReview;
import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.IN_REVIEW;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPENSATING;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.http;
import static io.querent.decision.world.Treatment.lost;
import static io.querent.decision.world.Treatment.notSent;
import static io.querent.decision.world.Treatment.pending;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.OperatorDecision.AskAgain;
import io.querent.decision.OperatorDecision.Resend;
import io.querent.decision.world.Outside;
import io.querent.decision.world.Profiles;
import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.Downstream;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** R2 and R3 bind people too: the same bytes under the same key, only while that protects; and a budget begins anew. */
class ResendTest {
    private static final Resend RESEND = new Resend("charge");
    private static final AskAgain ASK = new AskAgain("charge");

    @Test // C02
    void aPersonsRetryGoesOutUnderTheSameKeyWithTheSameBytes() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("charge").sends(http(503), lost(), http(500), apply());
        world.requests(operation -> new FrozenRequest("{\"at\":\"" + world.now() + "\"}", "v1:t"));
        world.start().runFor(Duration.ofMinutes(11));
        world.crash().runFor(Duration.ofMinutes(11));
        assertThat(attempts(world)).hasSize(3);

        assertAccepted(new Outside(world).decides(RESEND));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(attempts(world)).hasSize(4);
        assertThat(world.at("charge").effects()).isEqualTo(1);
        assertThat(world.at("charge").keys()).isEqualTo(1);
        assertThat(world.at("charge").bodies()).isEqualTo(1);
    }

    @Test // C29
    void itIsRefusedWhenTheKeyIsNoLongerProtected() {
        ScriptedWorld world = Worlds.chargeThenLedger(
                charge -> charge.queries(RetryBudget.QUERY.attempts(1000).within(Duration.ofDays(7))));
        Instant monday = ScriptedWorld.BEGINNING.plus(Duration.ofHours(64));
        world.at("charge")
                .sends(apply().reset())
                .queries(truth -> world.now().isBefore(monday) ? new QueryAnswer.Unavailable("HTTP 500") : truth);
        world.start().runFor(Duration.ofHours(63));

        assertRefused(new Outside(world).decides(RESEND), Refusal.NOT_ALLOWED, "no longer protected");
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").sends()).isEqualTo(1);
        assertThat(world.at("charge").effects()).isEqualTo(1);
    }

    @Test
    void itDoesNotWaitForTheWindowWhereTheKeyProtects() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("charge").sends(apply().late(Duration.ofMinutes(5)), apply()).queries(Reading.notFound());
        world.start().runFor(Duration.ofSeconds(20));

        assertAccepted(new Outside(world).decides(RESEND));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").sends()).isEqualTo(2);
        assertThat(world.at("charge").effects()).isEqualTo(1);
    }

    @Test
    void aQuestionThatWasUnderWayDoesNotCallItOff() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge.queries(RetryBudget.QUERY.attempts(1)));
        world.at("charge").sends(lost(), apply()).queries(Reading.qtimeout());
        world.start().turns(8);
        assertThat(world.statusOf("charge")).isEqualTo(UNKNOWN);
        new Outside(world).decides(RESEND);

        world.submit(new SagaCommand.RecordQueryAnswer(
                "charge", new QueryAnswer.Unavailable("HTTP 503"), world.now(), 0, world.now()));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(attempts(world)).hasSize(2);
    }

    @Test
    void whatWasAcceptedOnceMayHaveRunAndIsNotSentAgainUnprotected() {
        ScriptedWorld world = Worlds.chargeThenLedger(
                charge -> charge.downstream(Profiles.SHOP).queries(RetryBudget.QUERY.attempts(1)));
        world.at("charge").sends(pending(Duration.ofDays(1), true)).queries(Reading.qtimeout());
        world.start().runFor(Duration.ofMinutes(1));
        assertThat(world.statusOf("charge")).isEqualTo(IN_REVIEW);

        assertRefused(new Outside(world).decides(RESEND), Refusal.NOT_ALLOWED, "no longer protected");
    }

    @Test
    void whatWasAcceptedOnceIsNotAbsentWhenAPersonHasItAskedForAgain() {
        ScriptedWorld world = Worlds.holdThenCharge(charge -> charge);
        Outside outside = new Outside(world);
        world.at("charge")
                .sends(pending(Duration.ofDays(9), true).reset())
                .queries(Reading.foundPending(), Reading.notFound());
        world.start().runFor(Duration.ofSeconds(5));
        assertAccepted(outside.decides(ASK));
        assertThat(world.statusOf("charge")).isEqualTo(UNKNOWN);

        world.run();

        assertThat(world.statusOf("charge")).isEqualTo(IN_REVIEW);
        assertThat(world.events(SagaEvent.AbsenceEstablished.class)).isEmpty();
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

    @Test
    void aRefusalThatACallbackContradictsIsNotSentAgainUnprotected() {
        ScriptedWorld world = refusedLedger(Profiles.SHOP);
        Outside outside = new Outside(world);
        long seen = world.state().version();
        outside.tells("ledger", FOUND);

        assertRefused(outside.decides(new Resend("ledger"), seen), Refusal.MOVED);
        assertRefused(outside.decides(new Resend("ledger")), Refusal.NOT_ALLOWED, "no longer protected");
    }

    @Test
    void aRefusalIsSentAgainAndItsOldNoIsNotBelievedWhileTheNewSendIsOnItsWay() {
        ScriptedWorld world = refusedLedger(Profiles.SHOP);
        world.at("ledger").sends(apply().late(Duration.ofMinutes(5)));

        assertAccepted(new Outside(world).decides(new Resend("ledger")));
        assertThat(world.statusOf("ledger")).isEqualTo(BACKING_OFF);
        world.runFor(Duration.ofMinutes(1));
        new Outside(world).tells("ledger", world.ledger("ledger"));
        assertThat(world.statusOf("ledger")).isEqualTo(UNKNOWN);
        world.run();

        assertThat(world.statusOf("ledger")).isEqualTo(SUCCEEDED);
        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("ledger").effects()).isEqualTo(1);
    }

    @Test // C35
    void aRefusedUndoIsTriedAgainByAPerson() {
        ScriptedWorld world = Worlds.chargeThenLedger(
                charge -> charge.downstream(Profiles.SHOP).undo());
        world.at("ledger").sends(decline("closed"));
        world.at("charge.undo").sends(decline("insufficient-balance"), apply());
        world.start().run();
        assertReview(world.state(), "charge.undo", ReviewReason.COMPENSATION_REJECTED);

        assertAccepted(new Outside(world).decides(new Resend("charge.undo")));
        assertThat(world.status()).isEqualTo(COMPENSATING);
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "charge", 1, 1);
    }

    @Test
    void anActionIsNotSentAgainOnceTheSagaHasTurnedBack() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
        Outside outside = new Outside(world);
        world.at("charge").sends(lost()).queries(Reading.qtimeout());
        world.start().runFor(Duration.ofSeconds(1));
        outside.decides(new OperatorDecision.Compensate());

        assertRefused(outside.decides(RESEND), Refusal.NOT_ALLOWED, "turned back");
    }

    @Test
    void aWishToSendAgainIsForgottenWhenTheSagaTurnsBackFirst() {
        ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
        Outside outside = new Outside(world);
        world.at("charge").sends(lost()).queries(Reading.qtimeout(), Reading.qtimeout(), Reading.truth());
        world.start().runFor(Duration.ofMillis(100));

        outside.decides(RESEND);
        outside.decides(new OperatorDecision.Compensate());
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(attempts(world)).hasSize(1);
        Books.assertEffects(world, "charge", 0, 0);
    }

    @Test
    void whatMayHaveBeenSentBeforeMemoryWasLostIsNotSentAgainByAPerson() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.forgetAndStartAskingFirst().runFor(Duration.ofSeconds(1));

        assertRefused(new Outside(world).decides(RESEND), Refusal.NOT_ALLOWED, "nobody knows how old its key is");
    }

    @Test
    void whatCertainlyNeverRanIsNotAskedForButSentAgain() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge ->
                charge.downstream(Profiles.SHOP).retriable().retry(RetryBudget.ACTION.within(Duration.ofMinutes(5))));
        Outside outside = new Outside(world);
        world.at("charge").sends(notSent("429", Duration.ofMinutes(20)), apply());
        world.start().run();
        assertReview(world.state(), "charge", ReviewReason.RETRY_BUDGET_SPENT);

        assertRefused(outside.decides(ASK), Refusal.NOT_ALLOWED, "nothing to ask");
        assertAccepted(outside.decides(RESEND));
        assertThat(world.statusOf("charge")).isEqualTo(BACKING_OFF);
        assertThat(world.run().status()).isEqualTo(COMPLETED);
    }

    @Test
    void askingAndSendingAgainHaveABudgetOfTheirOwn() {
        ScriptedWorld world = Worlds.chargeThenLedger(
                charge -> charge.queries(RetryBudget.QUERY.attempts(3)).retry(RetryBudget.ACTION.attempts(1)));
        Outside outside = new Outside(world);
        world.at("charge").sends(lost()).queries(Reading.qerr(500));
        world.start().run();
        int asked = world.at("charge").queries();
        assertReview(world.state(), "charge", ReviewReason.QUERY_BUDGET_SPENT);

        outside.decides(ASK);
        world.run();
        assertThat(world.at("charge").queries()).isEqualTo(asked + 3);
        world.at("charge").queries(Reading.truth());
        outside.decides(ASK);
        world.run();
        assertReview(world.state(), "charge", ReviewReason.RETRY_BUDGET_SPENT);
        world.at("charge").sends(apply());
        outside.decides(RESEND);
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(attempts(world)).hasSize(2);
    }

    @Test
    void theTimeBudgetCountsFromTheDecision() {
        ScriptedWorld world = Worlds.chargeThenLedger(
                charge -> charge.retriable().retry(RetryBudget.ACTION.within(Duration.ofMinutes(5))));
        world.at("charge")
                .sends(notSent("429", Duration.ofMinutes(20)), notSent("429", Duration.ofMinutes(2)), apply());
        world.start().run();
        assertReview(world.state(), "charge", ReviewReason.RETRY_BUDGET_SPENT);
        world.runFor(Duration.ofHours(3));

        assertAccepted(new Outside(world).decides(RESEND));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(attempts(world)).hasSize(3);
    }

    /** {@code charge -> ledger}, where the ledger, which has to accept, has refused. */
    private static ScriptedWorld refusedLedger(Downstream profile) {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("charge", StepPlan::pivot)
                .then("ledger", step -> step.downstream(profile).retriable()));
        world.at("ledger").sends(decline("closed"));
        world.start().run();
        assertReview(world.state(), "ledger", ReviewReason.RETRIABLE_REJECTED);
        return world;
    }

    private static List<SagaEvent.AttemptStarted> attempts(ScriptedWorld world) {
        return world.events(SagaEvent.AttemptStarted.class).stream()
                .filter(attempt -> attempt.operation().equals("charge"))
                .toList();
    }
}
