package io.querent.decision;

import static io.querent.decision.OperationStatus.AWAITING;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.COMPLETED;
import static io.querent.decision.SagaStatus.PAUSED;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.world.Outside;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An approval is a person's audited decision, waited for in the review queue, and no longer than the definition says. */
class ApprovalTest {
    private static final OperatorDecision APPROVE = new OperatorDecision.Approve("sign-off");
    private static final OperatorDecision DECLINE = new OperatorDecision.Decline("sign-off");

    @Test
    void anApprovalLetsTheSagaGoOnAndSaysWhoGaveIt() {
        ScriptedWorld world = waitingForApproval();

        Answers.assertReview(world.state(), "sign-off", ReviewReason.APPROVAL_WANTED);
        Answers.assertAccepted(new Outside(world).decides(APPROVE));
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
        assertThat(world.state().reviews()).isEmpty();
        assertThat(world.state().operation("sign-off").result().orElseThrow())
                .contains("\"operator\":\"ann\"")
                .contains("\"reason\":\"by the books\"");
        assertThat(world.events(SagaEvent.DecisionTaken.class))
                .extracting(SagaEvent.DecisionTaken::decision)
                .containsExactly("approve");
    }

    @Test
    void aNoTurnsTheSagaBack() {
        ScriptedWorld world = waitingForApproval();

        Answers.assertAccepted(new Outside(world).decides(DECLINE));
        world.run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.state().operation("sign-off").conclusion())
                .isEqualTo(new Conclusion.Refused("declined", "by the books", false));
        Books.assertEffects(world, "hold", 1, 1);
        assertThat(world.state().reviews()).isEmpty();
    }

    @Test
    void othersAreTurnedToOneAfterTheOther() {
        ScriptedWorld world = waitingForApproval();

        world.runFor(Duration.ofHours(5));

        assertThat(world.events(SagaEvent.WaitEscalated.class))
                .extracting(SagaEvent.WaitEscalated::level, SagaEvent.WaitEscalated::to)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1, "head of desk"),
                        org.assertj.core.groups.Tuple.tuple(2, "head of treasury"));
        assertThat(world.state().reviews().get("sign-off").detail()).contains("escalated to head of treasury");
        assertThat(world.statusOf("sign-off")).isEqualTo(AWAITING);
    }

    @Test
    void anOwnerWhoWasAwayEscalatesNothingAfterTheEnd() {
        ScriptedWorld world = waitingForApproval();

        world.crashFor(Duration.ofDays(2)).run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.events(SagaEvent.WaitEscalated.class)).isEmpty();
    }

    @Test
    void withoutADecisionInTimeTheSagaTurnsBack() {
        ScriptedWorld world = waitingForApproval().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(Worlds.lastEvent(world)).isEqualTo(Duration.ofDays(1));
        assertThat(world.state().reviews()).isEmpty();
        Answers.assertRefused(new Outside(world).decides(APPROVE), Refusal.NOT_ALLOWED);
    }

    @Test
    void whoHasNotSeenTheEscalationLooksAgain() {
        ScriptedWorld world = waitingForApproval();
        Outside outside = new Outside(world);
        long seen = world.state().version();

        world.runFor(Duration.ofHours(3));

        Answers.assertRefused(outside.decides(APPROVE, seen), Refusal.MOVED);
        Answers.assertAccepted(outside.decides(APPROVE));
    }

    @Test
    void oneDecisionIsEnough() {
        ScriptedWorld world = waitingForApproval();
        Outside outside = new Outside(world);
        long seen = world.state().version();

        Answers.assertAccepted(outside.decides(APPROVE, seen, "r-1"));

        Answers.assertRefused(outside.decides(APPROVE, seen, "r-1"), Refusal.REPEATED);
        Answers.assertRefused(outside.decides(DECLINE, seen, "r-2"), Refusal.MOVED);
        Answers.assertRefused(outside.decides(DECLINE), Refusal.NOT_ALLOWED);
    }

    @Test
    void nobodyApprovesAnythingElse() {
        ScriptedWorld world = waitingForApproval();
        Outside outside = new Outside(world);

        Answers.assertRefused(outside.decides(new OperatorDecision.Approve("hold")), Refusal.NOT_ALLOWED);
        Answers.assertRefused(outside.decides(new OperatorDecision.Approve("charge")), Refusal.NOT_ALLOWED);
        Answers.assertRefused(outside.tells("sign-off", Answers.FOUND), Refusal.NOT_ALLOWED, "a person");
    }

    @Test
    void aPausedSagaTakesADecisionAndLetsNoTimePass() {
        ScriptedWorld world = waitingForApproval();
        Outside outside = new Outside(world);

        outside.decides(new OperatorDecision.Pause());
        world.runFor(Duration.ofDays(3));
        assertThat(world.status()).isEqualTo(PAUSED);
        assertThat(world.statusOf("sign-off")).isEqualTo(AWAITING);
        Answers.assertAccepted(outside.decides(APPROVE));
        assertThat(world.at("charge").sends()).isZero();
        outside.decides(new OperatorDecision.Resume());
        world.run();

        assertThat(world.status()).isEqualTo(COMPLETED);
    }

    /** {@code hold -> sign-off -> charge}, after the hold. */
    private static ScriptedWorld waitingForApproval() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("hold", StepPlan::undo)
                .with(saga -> saga.approval(
                        "sign-off",
                        step -> step.after("hold")
                                .escalate(Duration.ofHours(2), "head of desk")
                                .escalate(Duration.ofHours(4), "head of treasury")
                                .within(Duration.ofDays(1))))
                .add(new StepPlan("charge").after("sign-off")));
        world.start().runFor(Duration.ofHours(1));
        return world;
    }
}
