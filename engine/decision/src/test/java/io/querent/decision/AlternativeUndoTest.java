package io.querent.decision;

import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static io.querent.decision.world.Treatment.http;
import static io.querent.decision.world.Treatment.notSent;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.Outside;
import io.querent.decision.world.Reading;
import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.saga.Outcome;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What can no longer be voided is refunded, under a key of its own; but never while the void may have worked. */
class AlternativeUndoTest {
    private static final String VOID = "charge.undo";
    private static final String REFUND = "charge.undo-refund";

    @Test
    void aVoidThatWorksNeedsNoRefund() {
        ScriptedWorld world = voidOrRefund().start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at(VOID).effects()).isEqualTo(1);
        assertThat(world.statusOf(REFUND)).isEqualTo(PLANNED);
        assertThat(world.at(REFUND).sends()).isZero();
    }

    @Test
    void aVoidThatIsRefusedBecauseOfTheStateLeadsToTheRefund() {
        ScriptedWorld world = voidOrRefund();
        world.at(VOID).sends(decline("captured"));

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at(VOID).effects()).isZero();
        assertThat(world.at(REFUND).effects()).isEqualTo(1);
        assertThat(world.events(SagaEvent.ReviewOpened.class)).isEmpty();
    }

    @Test
    void aVoidThatIsRefusedForAnotherReasonIsForAPerson() {
        ScriptedWorld world = voidOrRefund();
        world.at(VOID).sends(decline("closed"));

        world.start().run();

        Answers.assertReview(world.state(), VOID, ReviewReason.COMPENSATION_REJECTED);
        assertThat(world.at(REFUND).sends()).isZero();
    }

    @Test
    void aRefundThatIsRefusedIsForAPerson() {
        ScriptedWorld world = voidOrRefund();
        world.at(VOID).sends(decline("captured"));
        world.at(REFUND).sends(decline("closed"));

        world.start().run();

        Answers.assertReview(world.state(), REFUND, ReviewReason.COMPENSATION_REJECTED);
    }

    @Test
    void noRefundIsSentWhileTheVoidIsUnknown() {
        ScriptedWorld world = voidOrRefund();
        world.at(VOID).sends(apply().reset()).queries(Reading.qerr(503), Reading.qerr(503), Reading.truth());

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at(VOID).effects()).isEqualTo(1);
        assertThat(world.at(REFUND).sends()).isZero();
    }

    @Test
    void aVoidThatWorkedAfterTheRefundHadBegunIsAContradiction() {
        ScriptedWorld world = voidOrRefund();
        world.at(VOID).sends(decline("captured"));
        Outside outside = new Outside(world);

        world.start().run();
        assertThat(world.status()).isEqualTo(COMPENSATED);
        outside.tells(VOID, Answers.FOUND);

        Answers.assertReview(world.state(), VOID, ReviewReason.CONTRADICTION);
        assertThat(world.at(REFUND).sends()).isEqualTo(1);
    }

    /** A person's word that the void failed is no proof: when it turns up after all, the money has gone back twice. */
    @Test
    void aVoidThatAPersonHadGivenUpIsAContradictionToo() {
        ScriptedWorld world = voidOrRefund();
        world.at(VOID).sends(http(500)).queries(Reading.mismatch("another amount"));
        Outside outside = new Outside(world);

        world.start().run();
        outside.decides(new OperatorDecision.ConfirmFailed(VOID, "captured", "statement 7"));
        world.run();
        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at(REFUND).effects()).isEqualTo(1);
        outside.tells(VOID, Answers.FOUND);

        assertThat(world.statusOf(VOID)).isEqualTo(SUCCEEDED);
        Answers.assertReview(world.state(), VOID, ReviewReason.CONTRADICTION);
    }

    @Test
    void aRefundThatBacksOffIsNotSentAnyMoreWhenTheVoidHasWorked() {
        ScriptedWorld world = voidOrRefund();
        world.at(VOID).sends(http(500)).queries(Reading.mismatch("another amount"));
        world.at(REFUND).sends(notSent("busy", Duration.ofMinutes(10)), apply());
        Outside outside = new Outside(world);

        world.start().run();
        outside.decides(new OperatorDecision.ConfirmFailed(VOID, "captured", "statement 7"));
        world.runFor(Duration.ofMinutes(1));
        outside.tells(VOID, Answers.FOUND);
        world.run();

        assertThat(world.at(REFUND).sends()).isZero();
        Answers.assertReview(world.state(), VOID, ReviewReason.CONTRADICTION);
        outside.decides(new OperatorDecision.ConfirmSucceeded(VOID, "\"done\"", "statement 8"));
        assertThat(world.status()).isEqualTo(COMPENSATED);
    }

    @Test
    void whileEvidenceSaysThatTheVoidWorkedNoRefundIsSent() {
        ScriptedWorld world = voidOrRefund();
        world.at(VOID).sends(http(500)).queries(Reading.qerr(503));
        Outside outside = new Outside(world);

        world.start().runFor(Duration.ofMinutes(1));
        world.submit(new SagaCommand.RecordEvidence(VOID, 1, Outcome.succeeded("\"done\""), "node-2", world.now()));
        outside.tells(VOID, new QueryAnswer.FoundRejected("captured", "too late"));
        world.run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        Answers.assertReview(world.state(), VOID, ReviewReason.CONTRADICTION);
        assertThat(world.at(REFUND).sends()).isZero();
        outside.decides(new OperatorDecision.ConfirmFailed(VOID, "captured", "statement 7"));
        world.run();
        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.at(REFUND).effects()).isEqualTo(1);
    }

    /** {@code charge -> ledger}, where the ledger refuses. */
    private static ScriptedWorld voidOrRefund() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("charge", step -> step.undo().orUndo("refund", Set.of("captured"), undo -> undo))
                .then("ledger", step -> step));
        world.at("ledger").sends(decline("closed"));
        return world;
    }
}
