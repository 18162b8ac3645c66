package io.querent.decision;

import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;
import static io.querent.decision.SagaStatus.COMPENSATING;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.FAILED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.lost;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.Outcome;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** R8: late knowledge is kept and makes the engine ask; it never decides, and what it contradicts goes to a person. */
class EvidenceTest {
    private static final Outcome<String> DONE = Outcome.succeeded("\"done\"");
    private static final Outcome<String> REFUSED = Outcome.rejected("51", "declined");

    @Test
    void c45ALateAnswerOfAStaleOwnerMakesTheNextQuestionDueAndDecidesNothing() {
        ScriptedWorld world = Worlds.chargeThenLedger(
                charge -> charge.queries(RetryBudget.QUERY.backoff(Duration.ofHours(1), Duration.ofHours(1))));
        world.at("charge").sends(apply().hang(Duration.ofSeconds(5)));

        world.start().turns(4);
        world.holdUp(Duration.ofMinutes(1)).runFor(ScriptedWorld.LEASE.plusSeconds(1));
        assertThat(world.statusOf("charge")).isEqualTo(UNKNOWN);
        world.run();

        SagaEvent.EvidenceRecorded evidence =
                world.events(SagaEvent.EvidenceRecorded.class).get(0);
        SagaEvent.OperationSucceeded succeeded =
                world.events(SagaEvent.OperationSucceeded.class).get(0);
        assertThat(evidence.node()).isEqualTo("node-1");
        assertThat(succeeded.via()).isEqualTo(Via.QUERY);
        assertThat(succeeded.at()).as("long before the question was due").isEqualTo(evidence.at());
        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").sends()).isEqualTo(1);
    }

    @Test
    void anAnswerAfterOurOwnTimeLimitIsEvidence() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("charge").sends(apply().hang(Duration.ofSeconds(40))).queries(Reading.qtimeout(), Reading.truth());

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.at("charge").effects()).isEqualTo(1);
    }

    @Test
    void evidenceAgainstASuccessOpensAReviewAndOverwritesNothing() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("ledger").sends(apply().hang(Duration.ofSeconds(5)));
        world.start().runFor(Duration.ofSeconds(1));

        evidence(world, "charge", REFUSED);
        world.run();

        assertThat(world.statusOf("charge")).isEqualTo(SUCCEEDED);
        assertThat(world.statusOf("ledger")).isEqualTo(SUCCEEDED);
        assertThat(world.status())
                .as("a contradicted saga is not called complete")
                .isEqualTo(IN_REVIEW);
        assertContradiction(world, "charge");
    }

    @Test
    void evidenceAgainstARefusalKeepsTheSagaFromEnding() {
        ScriptedWorld world = twoBranches();
        world.at("left").sends(lost());
        world.at("right").sends(decline("closed"));
        world.start().runFor(Duration.ofMinutes(1));
        assertThat(world.status()).isEqualTo(COMPENSATING);

        evidence(world, "right", DONE);
        world.run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertContradiction(world, "right");
    }

    @Test
    void evidenceAfterTheEndIsAppendedAndReviewedAndTheEndStays() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("charge").sends(decline("51"));
        world.start().run();

        evidence(world, "charge", DONE);
        evidence(world, "charge", DONE);

        assertThat(world.status()).isEqualTo(FAILED);
        assertThat(world.events(SagaEvent.EvidenceRecorded.class)).hasSize(2);
        assertThat(world.events(SagaEvent.ReviewOpened.class)).hasSize(1);
        assertContradiction(world, "charge");
    }

    @Test
    void neverHappenedIsNotBelievedAgainstEvidenceThatItDid() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("charge").sends(lost());
        world.start().runFor(Duration.ofMinutes(1));

        evidence(world, "charge", DONE);
        world.run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertContradiction(world, "charge");
        assertThat(world.events(SagaEvent.AttemptStarted.class)).hasSize(1);
    }

    @Test
    void aRefusalIsNotBelievedAgainstEarlierEvidenceOfSuccess() {
        ScriptedWorld world = Worlds.holdThenCharge(charge -> charge);
        world.at("charge").sends(lost()).queries(Reading.qtimeout(), Reading.foundFailed("51"));
        world.start().runFor(Duration.ofSeconds(1));

        evidence(world, "charge", DONE);
        world.run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertContradiction(world, "charge");
        assertThat(world.events(SagaEvent.CompensationStarted.class)).isEmpty();
        assertThat(world.at("hold.undo").sends()).isZero();
    }

    @Test
    void whatBacksOffIsGivenUpButReviewedWhenEvidenceSaysItHappened() {
        ScriptedWorld world = twoBranches();
        world.at("left").sends(notSent("429", Duration.ofMinutes(10)));
        world.at("right").sends(decline("closed").hang(Duration.ofSeconds(5)));
        world.start().runFor(Duration.ofSeconds(1));

        evidence(world, "left", DONE);
        world.run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertContradiction(world, "left");
    }

    @Test
    void evidenceOfAnAttemptThatWasNeverMadeIsRefused() {
        ScriptedWorld world = Worlds.chargeThenLedger(charge -> charge);
        world.at("charge").sends(lost());
        world.start().runFor(Duration.ofSeconds(1));

        for (int attempt : new int[] {-1, 0, 2}) {
            Decision decision =
                    world.submit(new SagaCommand.RecordEvidence("charge", attempt, DONE, "node-9", world.now()));
            assertThat(decision)
                    .isInstanceOfSatisfying(
                            Decision.Refused.class,
                            refused -> assertThat(refused.refusal()).isEqualTo(Decision.Refusal.NO_SUCH_OPERATION));
        }
    }

    private static ScriptedWorld twoBranches() {
        return Worlds.of(new SagaPlan()
                .then("left", StepPlan::undo)
                .add(new StepPlan("right").besideOthers().undo()));
    }

    private static void evidence(ScriptedWorld world, String operation, Outcome<String> outcome) {
        assertThat(world.submit(new SagaCommand.RecordEvidence(operation, 1, outcome, "node-9", world.now())))
                .isInstanceOf(Decision.Accepted.class);
    }

    private static void assertContradiction(ScriptedWorld world, String operation) {
        assertThat(world.state().reviews().get(operation).reason()).isEqualTo(ReviewReason.CONTRADICTION);
    }
}
