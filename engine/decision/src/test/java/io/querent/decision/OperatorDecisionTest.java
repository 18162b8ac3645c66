package io.querent.decision;

import static io.querent.decision.Answers.assertAccepted;
import static io.querent.decision.Answers.assertRefused;
import static io.querent.decision.OperationStatus.IN_REVIEW;
import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;
import static io.querent.decision.SagaStatus.ABANDONED;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.lost;
import static io.querent.decision.world.Treatment.notSent;
import static io.querent.decision.world.Treatment.pending;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.OperatorDecision.Abandon;
import io.querent.decision.OperatorDecision.AskAgain;
import io.querent.decision.OperatorDecision.Compensate;
import io.querent.decision.OperatorDecision.ConfirmFailed;
import io.querent.decision.OperatorDecision.ConfirmNeverRan;
import io.querent.decision.OperatorDecision.ConfirmSucceeded;
import io.querent.decision.OperatorDecision.MadeGood;
import io.querent.decision.OperatorDecision.Resend;
import io.querent.decision.world.Outside;
import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.Outcome;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** R13: what a person may decide, when; never about what has moved, never twice, always with who and why. */
class OperatorDecisionTest {
    private static final ConfirmSucceeded SUCCESS = new ConfirmSucceeded("charge", "\"done\"", "statement 7");
    private static final ConfirmFailed FAILURE = new ConfirmFailed("charge", "51", "statement 7");
    private static final ConfirmNeverRan NEVER = new ConfirmNeverRan("charge", "not in the books");
    private static final AskAgain ASK = new AskAgain("charge");
    private static final Resend RESEND = new Resend("charge");
    private static final MadeGood MADE_GOOD = new MadeGood("charge", "paid back by hand");
    private static final Set<OperationStatus> OPEN = Set.of(UNKNOWN, PENDING, IN_REVIEW);

    /** Where each decision about an operation is allowed, as long as nothing contradicts what is recorded. */
    private static final Map<OperatorDecision, Set<OperationStatus>> ALLOWED = new LinkedHashMap<>();

    static {
        ALLOWED.put(SUCCESS, OPEN);
        ALLOWED.put(FAILURE, OPEN);
        ALLOWED.put(NEVER, OPEN);
        ALLOWED.put(ASK, OPEN);
        ALLOWED.put(RESEND, Set.of(UNKNOWN, IN_REVIEW));
        ALLOWED.put(MADE_GOOD, Set.of());
    }

    @ParameterizedTest
    @EnumSource(
            value = OperationStatus.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"AWAITING", "SKIPPED"})
    void aDecisionIsAllowedOnlyWhereNobodyElseCanDecide(OperationStatus status) {
        ALLOWED.forEach((decision, allowed) -> {
            ScriptedWorld world = charge(status);

            Decision outcome = new Outside(world).decides(decision);

            if (allowed.contains(status)) {
                assertAccepted(outcome);
            } else {
                assertRefused(outcome, Refusal.NOT_ALLOWED);
            }
        });
    }

    @Test
    void whatIsConfirmedHasSucceededOrFailedByThatPersonsWord() {
        ScriptedWorld succeeded = charge(IN_REVIEW);
        new Outside(succeeded).decides(SUCCESS);
        ScriptedWorld failed = charge(IN_REVIEW);
        new Outside(failed).decides(FAILURE);

        assertThat(succeeded.status()).isEqualTo(COMPLETED);
        assertThat(succeeded.events(SagaEvent.OperationSucceeded.class).get(1).via())
                .isEqualTo(Via.OPERATOR);
        assertThat(failed.statusOf("charge")).isEqualTo(REJECTED);
        assertThat(failed.run().status()).isEqualTo(COMPENSATED);
        assertThat(failed.events(SagaEvent.OperationRejected.class).get(0).via())
                .isEqualTo(Via.OPERATOR);
    }

    @Test
    void aDecisionIsInTheHistoryWithWhoAndWhyAndWhatWasSeen() {
        ScriptedWorld world = charge(IN_REVIEW);
        long seen = world.state().version();

        new Outside(world).decides(NEVER, seen, "request-9");

        assertThat(world.events(SagaEvent.DecisionTaken.class))
                .containsExactly(new SagaEvent.DecisionTaken(
                        "confirm-never-ran",
                        "charge",
                        "not in the books",
                        "ann",
                        "by the books",
                        seen,
                        "request-9",
                        world.now()));
    }

    @Test
    void oneRequestIsCarriedOutOnce() {
        ScriptedWorld world = charge(IN_REVIEW);
        Outside outside = new Outside(world);

        assertAccepted(outside.decides(ASK, world.state().version(), "request-9"));

        assertRefused(outside.decides(ASK, world.state().version(), "request-9"), Refusal.REPEATED);
    }

    @Test
    void aDecisionAboutWhatHasMovedIsRefused() {
        ScriptedWorld world = charge(IN_REVIEW);
        Outside outside = new Outside(world);
        long seen = world.state().version();
        outside.decides(ASK);

        assertRefused(outside.decides(FAILURE, seen), Refusal.MOVED, "seen revision=" + seen);
        assertRefused(outside.decides(FAILURE, world.state().version() + 1), Refusal.MOVED);
    }

    @Test
    void whatTheDownstreamOrALateAnswerSaysHasToBeSeenToo() {
        ScriptedWorld told = charge(IN_REVIEW);
        long seen = told.state().version();
        new Outside(told).tells("charge", new QueryAnswer.Mismatch("two of them"));
        ScriptedWorld evident = charge(IN_REVIEW);
        evident.submit(
                new SagaCommand.RecordEvidence("charge", 1, Outcome.succeeded("\"done\""), "node-9", evident.now()));

        assertRefused(new Outside(told).decides(NEVER, seen), Refusal.MOVED);
        assertRefused(new Outside(evident).decides(NEVER, seen), Refusal.MOVED);
    }

    @Test
    void aQuestionWithoutAnAnswerAndWhatHappensElsewhereMoveNothing() {
        ScriptedWorld world = charge(UNKNOWN);
        long seen = world.state().version();
        world.runFor(Duration.ofMinutes(1));
        new Outside(world).tells("hold", Answers.REFUSED);

        assertThat(world.state().version()).isGreaterThan(seen + 3);
        assertAccepted(new Outside(world).decides(SUCCESS, seen));
    }

    @Test
    void anOperationThatTheDefinitionDoesNotHaveIsRefused() {
        assertRefused(new Outside(charge(UNKNOWN)).decides(new Resend("refund")), Refusal.NO_SUCH_OPERATION);
    }

    @Test
    void whatOnlyGoesForwardCannotBeGivenUp() {
        ScriptedWorld world = Worlds.holdThenCharge(charge -> charge.retriable());
        world.at("charge").sends(lost()).queries(Reading.qtimeout());
        world.start().runFor(Duration.ofSeconds(1));
        Outside outside = new Outside(world);

        assertRefused(outside.decides(NEVER), Refusal.NOT_ALLOWED, "cannot be given up");
        outside.decides(new Compensate());
        assertAccepted(outside.decides(NEVER));
        assertThat(world.run().status()).isEqualTo(COMPENSATED);
    }

    @Test
    void anUndoCannotBeGivenUp() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("ledger").sends(decline("closed"));
        world.at("charge.undo").sends(lost()).queries(Reading.qtimeout());
        world.start().runFor(Duration.ofSeconds(5));

        assertRefused(
                new Outside(world).decides(new ConfirmNeverRan("charge.undo", "not in the books")),
                Refusal.NOT_ALLOWED,
                "cannot be given up");
    }

    @Test
    void whatWasMadeGoodByHandNeedsNoUndo() {
        ScriptedWorld world =
                Worlds.of(new SagaPlan().then("hold", StepPlan::undo).then("charge", step -> step));
        Outside outside = new Outside(world);
        world.start().run();
        outside.decides(new Compensate());
        assertThat(world.state().reviews().get("charge").reason()).isEqualTo(ReviewReason.NO_COMPENSATION);

        assertAccepted(outside.decides(MADE_GOOD));
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.statusOf("charge")).isEqualTo(SUCCEEDED);
        Books.assertEffects(world, "hold", 1, 1);
    }

    @Test
    void onlyASagaInWhichNothingGoesOnIsAbandonedAndThenNothingIsDecidedAnyMore() {
        assertRefused(new Outside(charge(UNKNOWN)).decides(new Abandon()), Refusal.NOT_ALLOWED);
        assertRefused(new Outside(charge(SUCCEEDED)).decides(new Abandon()), Refusal.NOT_ALLOWED);
        ScriptedWorld world = charge(IN_REVIEW);
        Outside outside = new Outside(world);
        long seen = world.state().operation("charge").revision() - 1;
        assertRefused(outside.decides(new Abandon(), seen), Refusal.MOVED);

        assertAccepted(outside.decides(new Abandon()));
        int sends = world.at("charge").sends();
        world.run();

        assertThat(world.status()).isEqualTo(ABANDONED);
        assertThat(world.at("charge").sends()).isEqualTo(sends);
        assertThat(world.at("hold.undo").sends()).isZero();
        ALLOWED.keySet().forEach(decision -> assertRefused(outside.decides(decision), Refusal.ENDED));
        assertRefused(outside.decides(new Compensate()), Refusal.ENDED);
    }

    /** {@code hold -> charge}, with the charge in that status. */
    private static ScriptedWorld charge(OperationStatus status) {
        ScriptedWorld world = Worlds.holdThenCharge(charge ->
                charge.undo().queries(RetryBudget.QUERY.backoff(Duration.ofSeconds(1), Duration.ofSeconds(9))));
        Duration time = Duration.ofSeconds(1);
        switch (status) {
            case PLANNED -> time = Duration.ZERO;
            case IN_FLIGHT -> world.at("charge").sends(apply().hang(Duration.ofSeconds(5)));
            case SUCCEEDED -> world.at("charge").sends(apply());
            case REJECTED -> world.at("charge").sends(decline("51"));
            case BACKING_OFF -> world.at("charge").sends(notSent("429", Duration.ofMinutes(10)));
            case PENDING -> world.at("charge").sends(pending(Duration.ofDays(9), true));
            case UNKNOWN -> world.at("charge").sends(lost()).queries(Reading.qtimeout());
            case IN_REVIEW -> {
                world.at("charge").sends(lost()).queries(Reading.mismatch("120.00"));
                time = Duration.ofMinutes(1);
            }
            case AWAITING, SKIPPED -> throw new IllegalArgumentException("a call is never " + status);
        }
        world.start().runFor(time);
        assertThat(world.statusOf("charge")).isEqualTo(status);
        return world;
    }
}
