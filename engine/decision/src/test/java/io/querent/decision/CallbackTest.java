package io.querent.decision;

import static io.querent.decision.Answers.FOUND;
import static io.querent.decision.Answers.OTHER_AMOUNT;
import static io.querent.decision.Answers.REFUSED;
import static io.querent.decision.Answers.assertAccepted;
import static io.querent.decision.Answers.assertRefused;
import static io.querent.decision.Answers.assertReview;
import static io.querent.decision.OperationStatus.IN_FLIGHT;
import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.FAILED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.lost;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.world.Outside;
import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a downstream tells unasked is kept whenever it comes, decides what nothing else has decided, and overwrites nothing. */
class CallbackTest {
    private final ScriptedWorld world = Worlds.holdThenCharge(StepPlan::undo);
    private final Outside outside = new Outside(world);

    @Test // C70
    void beforeTheAttemptItIsKeptAndAppliedOnceTheAttemptExists() {
        world.at("charge").sends(apply().reset()).queries(Reading.qtimeout());
        world.start();

        assertAccepted(outside.tells("charge", FOUND));
        assertThat(world.statusOf("charge")).isEqualTo(PLANNED);
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.events(SagaEvent.OperationSucceeded.class))
                .extracting(SagaEvent.OperationSucceeded::via)
                .containsExactly(Via.ANSWER, Via.CALLBACK);
        assertThat(world.at("charge").queries()).isZero();
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

    @Test // C70
    void duringTheAttemptItWaitsForTheAnswerAndDecidesWhenThatIsLost() {
        world.at("charge").sends(apply().hang(Duration.ofSeconds(40)));
        world.start().runFor(Duration.ofSeconds(1));

        assertAccepted(outside.tells("charge", FOUND));
        assertThat(world.statusOf("charge")).isEqualTo(IN_FLIGHT);
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").queries()).isZero();
        assertThat(world.events(SagaEvent.OperationSucceeded.class).get(1).at())
                .isEqualTo(ScriptedWorld.BEGINNING.plusSeconds(10));
    }

    @Test // C70
    void duringTheAttemptItAddsNothingToAnAnswerThatSaysTheSame() {
        world.at("charge").sends(apply().hang(Duration.ofSeconds(5)));
        world.start().runFor(Duration.ofSeconds(1));

        outside.tells("charge", FOUND);
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.events(SagaEvent.OperationSucceeded.class))
                .extracting(SagaEvent.OperationSucceeded::via)
                .containsExactly(Via.ANSWER, Via.ANSWER);
        assertThat(world.state().operation("charge").heard()).isNull();
    }

    @Test // C70
    void anAnswerAgainstAnEarlierCallbackIsNotBelievedWithoutAPerson() {
        world.at("charge").sends(decline("51").hang(Duration.ofSeconds(5)));
        world.start().runFor(Duration.ofSeconds(1));

        outside.tells("charge", FOUND);
        world.run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertReview(world.state(), "charge", ReviewReason.CONTRADICTION);
        assertThat(world.at("hold.undo").sends()).isZero();
    }

    @Test // C70
    void aSuccessAgainstAnEarlierRefusalIsReviewedToo() {
        world.at("charge").sends(apply().hang(Duration.ofSeconds(5)));
        world.start().runFor(Duration.ofSeconds(1));

        outside.tells("charge", REFUSED);
        world.run();

        assertThat(world.statusOf("charge")).isEqualTo(SUCCEEDED);
        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertReview(world.state(), "charge", ReviewReason.CONTRADICTION);
    }

    @Test
    void twoCallbacksThatCannotBothBeTrueDecideNothing() {
        world.at("charge").sends(apply().reset());
        world.start();
        outside.tells("charge", FOUND);
        outside.tells("charge", REFUSED);
        outside.tells("charge", FOUND);

        world.run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertReview(world.state(), "charge", ReviewReason.MISMATCH);
        assertThat(world.at("hold.undo").sends()).isZero();
    }

    @Test // C70
    void whileTheOutcomeIsUnknownItDecidesAtOnceEitherWay() {
        unknownCharge();
        outside.tells("charge", FOUND);
        assertThat(world.status()).isEqualTo(COMPLETED);

        ScriptedWorld other = Worlds.holdThenCharge(StepPlan::undo);
        other.at("charge").sends(lost()).queries(Reading.qtimeout());
        other.start().runFor(Duration.ofSeconds(1));
        new Outside(other).tells("charge", REFUSED);
        other.run();
        assertThat(other.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(other, "hold", 1, 1);
    }

    @Test // C70
    void oneMessageIsTakenInOnceAndARepeatedWordAddsNothing() {
        world.at("charge").sends(lost()).queries(Reading.qtimeout());
        world.start().runFor(Duration.ofSeconds(1));
        outside.tells("charge", FOUND, "7");
        long version = world.state().version();

        assertRefused(outside.tells("charge", FOUND, "7"), Refusal.REPEATED);
        assertAccepted(outside.tells("charge", FOUND, "8"));
        assertThat(world.state().version()).isEqualTo(version);
    }

    @Test
    void aMessageIdIsUniqueForItsSourceOnly() {
        unknownCharge();
        outside.tells("hold", REFUSED, "7");

        Decision decision =
                world.submit(new SagaCommand.RecordCallback("charge", "7", "other-bank", FOUND, 0, world.now()));

        assertAccepted(decision);
        assertThat(world.statusOf("charge")).isEqualTo(SUCCEEDED);
    }

    @Test // C70
    void againstAFinalOutcomeItOverwritesNothingAndOpensOneReview() {
        world.start().run();
        assertThat(world.status()).isEqualTo(COMPLETED);

        outside.tells("charge", REFUSED);
        outside.tells("charge", REFUSED);
        outside.tells("hold", OTHER_AMOUNT);

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.statusOf("charge")).isEqualTo(SUCCEEDED);
        assertReview(world.state(), "charge", ReviewReason.CONTRADICTION);
        assertReview(world.state(), "hold", ReviewReason.CONTRADICTION);
        assertThat(world.events(SagaEvent.CallbackReceived.class)).hasSize(2);
    }

    @Test // C70
    void whatDoesNotMatchGoesToReviewAndDecidesNothing() {
        unknownCharge();

        outside.tells("charge", OTHER_AMOUNT);

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertReview(world.state(), "charge", ReviewReason.MISMATCH);
    }

    @Test // C70
    void pendingIsAskedAboutAndNotSentAgain() {
        world.at("charge").sends(notSent("429", Duration.ofMinutes(10))).queries(Reading.found());
        world.start().runFor(Duration.ofSeconds(1));

        outside.tells("charge", Answers.PENDING);
        assertThat(world.statusOf("charge")).isEqualTo(PENDING);
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.events(SagaEvent.AttemptStarted.class))
                .extracting(SagaEvent.AttemptStarted::operation)
                .containsExactly("hold", "charge");
    }

    @Test
    void pendingOfWhatCannotBeAskedForLeavesItUnknown() {
        ScriptedWorld unaskable = Worlds.holdThenCharge(charge -> charge.cannotBeQueried());
        unaskable.at("charge").sends(apply().reset(), apply());
        unaskable.start().runFor(Duration.ofSeconds(1));

        new Outside(unaskable).tells("charge", Answers.PENDING);
        assertThat(unaskable.statusOf("charge")).isEqualTo(UNKNOWN);
        unaskable.run();

        assertThat(unaskable.status()).isEqualTo(COMPLETED);
        assertThat(unaskable.at("charge").queries()).isZero();
        assertThat(unaskable.at("charge").effects()).isEqualTo(1);
    }

    @Test // C70
    void itClosesAReview() {
        ScriptedWorld reviewed = Worlds.holdThenCharge(charge -> charge.queries(RetryBudget.QUERY.attempts(1)));
        reviewed.at("charge").sends(apply().reset()).queries(Reading.qtimeout());
        reviewed.start().run();
        assertReview(reviewed.state(), "charge", ReviewReason.QUERY_BUDGET_SPENT);

        new Outside(reviewed).tells("charge", FOUND);

        assertThat(reviewed.state().reviews()).isEmpty();
        assertThat(reviewed.status()).isEqualTo(COMPLETED);
    }

    @Test // C70
    void anEffectOfWhatWasNeverSentIsReviewedAlsoAfterTheEnd() {
        ScriptedWorld ended = Worlds.chargeThenLedger(charge -> charge);
        ended.at("charge").sends(decline("51"));
        ended.start().run();
        assertThat(ended.status()).isEqualTo(FAILED);

        new Outside(ended).tells("ledger", FOUND);

        assertThat(ended.status()).isEqualTo(FAILED);
        assertReview(ended.state(), "ledger", ReviewReason.CONTRADICTION);
    }

    @Test // C70
    void whatNobodyCanTellIsRefused() {
        ScriptedWorld local = Worlds.of(new SagaPlan().then("book", step -> step.local()));
        local.start();
        world.start();

        assertRefused(outside.tells("refund", FOUND), Refusal.NO_SUCH_OPERATION);
        assertRefused(outside.tells("charge", new QueryAnswer.NotFound()), Refusal.NOT_ALLOWED);
        assertRefused(outside.tells("charge", new QueryAnswer.Unavailable("HTTP 500")), Refusal.NOT_ALLOWED);
        assertRefused(outside.tells("charge", new QueryAnswer.NotAsked("circuit-open")), Refusal.NOT_ALLOWED);
        assertRefused(new Outside(local).tells("book", FOUND), Refusal.NOT_ALLOWED, "engine's database");
    }

    @Test
    void toAnAbandonedSagaItIsOnlyAdded() {
        world.at("charge").sends(lost()).queries(Reading.mismatch("two of them"));
        world.start().run();
        assertAccepted(outside.decides(new OperatorDecision.Abandon()));

        assertAccepted(outside.tells("charge", FOUND));

        assertThat(world.status()).isEqualTo(SagaStatus.ABANDONED);
        assertThat(world.statusOf("charge")).isNotIn(SUCCEEDED, REJECTED);
        assertThat(world.events(SagaEvent.CallbackReceived.class)).hasSize(1);
    }

    private void unknownCharge() {
        world.at("charge").sends(lost()).queries(Reading.qtimeout());
        world.start().runFor(Duration.ofSeconds(1));
        assertThat(world.statusOf("charge")).isEqualTo(UNKNOWN);
    }
}
