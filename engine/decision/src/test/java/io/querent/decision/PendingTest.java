package io.querent.decision;

import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.pending;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Profiles;
import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** "Accepted" is not "done": it is asked about until it is final, and never sent again. */
class PendingTest {
    @Test
    void c08PendingIsNotSuccessAndItsLaterNoTurnsTheSagaBack() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("hold", StepPlan::undo)
                .then("capture", StepPlan::undo)
                .then("ship", step -> step));
        world.at("capture").sends(pending(Duration.ofMinutes(3), false));

        world.start().runFor(Duration.ofMinutes(2));
        assertThat(world.statusOf("capture")).isEqualTo(PENDING);
        assertThat(world.at("capture").queries()).isGreaterThanOrEqualTo(3);
        world.run();

        assertThat(world.statusOf("capture")).isEqualTo(REJECTED);
        assertThat(world.statusOf("ship")).isEqualTo(PLANNED);
        assertThat(world.status()).isEqualTo(COMPENSATED);
        Books.assertEffects(world, "hold", 1, 1);
        Books.assertEffects(world, "capture", 0, 0);
        assertThat(world.at("ship").sends()).isZero();
    }

    @Test
    void c08PendingThatSucceedsLaterLetsTheSagaGoOn() {
        ScriptedWorld world = Worlds.holdThenCharge(charge -> charge);
        world.at("charge").sends(pending(Duration.ofHours(2), true));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

    @Test
    void pendingThatIsNotFoundLaterIsNotSentAgain() {
        ScriptedWorld world =
                Worlds.holdThenCharge(charge -> charge.queries(RetryBudget.QUERY.within(Duration.ofHours(1))));
        world.at("charge").sends(pending(Duration.ofDays(9), true)).queries(Reading.notFound());

        world.start().runFor(Duration.ofHours(2));

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.state().reviews().get("charge").reason()).isEqualTo(ReviewReason.QUERY_BUDGET_SPENT);
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

    @Test
    void whatWasFoundPendingOnceIsNotAbsentWhenItIsNotFoundLater() {
        ScriptedWorld world = Worlds.holdThenCharge(charge -> charge);
        world.at("charge")
                .sends(apply().reset())
                .queries(Reading.foundPending(), Reading.notFound(), Reading.notFound(), Reading.truth());

        world.start().runFor(Duration.ofMillis(700));
        assertThat(world.statusOf("charge")).isEqualTo(PENDING);
        world.crashFor(Duration.ofMinutes(30)).run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.events(SagaEvent.QueryInconclusive.class)).hasSize(2);
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

    @Test
    void whatWasAcceptedIsNotSentAgainWithoutAKeyThatProtectsNotEvenByAPerson() {
        ScriptedWorld world = Worlds.holdThenCharge(
                charge -> charge.downstream(Profiles.SHOP).queries(RetryBudget.QUERY.within(Duration.ofHours(1))));
        world.at("charge").sends(pending(Duration.ofHours(9), true)).queries(Reading.notFound());
        world.start().runFor(Duration.ofHours(2));
        assertThat(world.statusOf("charge")).isEqualTo(OperationStatus.IN_REVIEW);

        Decision decision = decide(world, new OperatorDecision.Resend("charge"));
        world.run();

        assertThat(decision)
                .isInstanceOfSatisfying(
                        Decision.Refused.class,
                        refused -> assertThat(refused.refusal()).isEqualTo(Decision.Refusal.NOT_ALLOWED));
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

    @Test
    void whatWasAcceptedMayBeSentAgainUnderAKeyThatProtects() {
        ScriptedWorld world = Worlds.holdThenCharge(charge -> charge);
        world.at("charge").sends(pending(Duration.ofHours(3), true));
        world.start().runFor(Duration.ofMinutes(1));
        decide(world, new OperatorDecision.AskAgain("charge"));

        decide(world, new OperatorDecision.Resend("charge"));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").sends()).isEqualTo(2);
        assertThat(world.at("charge").effects()).isEqualTo(1);
    }

    private static Decision decide(ScriptedWorld world, OperatorDecision decision) {
        long seen = world.state().version();
        return world.submit(new SagaCommand.Decide(
                decision, new Authority("operator", "a complaint", seen, "request-" + seen), world.now()));
    }
}
