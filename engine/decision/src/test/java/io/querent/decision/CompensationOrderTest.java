package io.querent.decision;

import static io.querent.decision.SagaStatus.COMPENSATED;
import static io.querent.decision.SagaStatus.IN_REVIEW;
import static io.querent.decision.world.Treatment.apply;
import static io.querent.decision.world.Treatment.decline;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.decision.world.UndoPlan;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** R7: undos follow the order that the business declares, and a stuck one blocks only what waits for it. */
class CompensationOrderTest {
    @Test
    void c35TheRefundWaitsForTheReversalAndTheRestDoesNot() {
        ScriptedWorld world = chargeTransferNotifySettle(undo -> undo.after("transfer"), UndoPlan::after);
        world.at("transfer.undo").sends(decline("insufficient-balance"));

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        assertThat(world.state().reviews().get("transfer.undo").reason()).isEqualTo(ReviewReason.COMPENSATION_REJECTED);
        assertThat(world.at("charge.undo").sends()).isZero();
        Books.assertEffects(world, "notify", 1, 1);
    }

    @Test
    void c35WithTheOppositeDeclarationTheRefundGoesFirstAndTheDebtStaysVisible() {
        ScriptedWorld world = chargeTransferNotifySettle(UndoPlan::after, undo -> undo.after("charge"));
        world.at("transfer.undo").sends(decline("insufficient-balance"));

        world.start().run();

        assertThat(world.status()).isEqualTo(IN_REVIEW);
        Books.assertEffects(world, "charge", 1, 1);
        assertThat(world.at("transfer.undo").sends()).isEqualTo(1);
        assertThat(world.state().reviews().get("transfer.undo").detail()).isEqualTo("insufficient-balance: declined");
    }

    @Test
    void whereNothingIsDeclaredTheWayBackIsTheReverse() {
        ScriptedWorld world = chargeTransferNotifySettle(undo -> undo, undo -> undo);

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.events(SagaEvent.OperationSucceeded.class))
                .extracting(SagaEvent.OperationSucceeded::operation)
                .containsExactly("charge", "transfer", "notify", "notify.undo", "transfer.undo", "charge.undo");
    }

    @Test
    void anUndoWaitsForWhatComesAfterAStepThatNeedsNone() {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("charge", StepPlan::undo)
                .then("note", StepPlan::needsNoUndo)
                .then("transfer", StepPlan::undo)
                .then("settle", step -> step));
        world.at("settle").sends(decline("closed"));
        world.at("transfer.undo").sends(apply().hang(Duration.ofMinutes(1)).reset());

        world.start().run();

        assertThat(world.status()).isEqualTo(COMPENSATED);
        assertThat(world.events(SagaEvent.OperationSucceeded.class))
                .extracting(SagaEvent.OperationSucceeded::operation)
                .endsWith("transfer.undo", "charge.undo");
    }

    private static ScriptedWorld chargeTransferNotifySettle(
            UnaryOperator<UndoPlan> refund, UnaryOperator<UndoPlan> reversal) {
        ScriptedWorld world = Worlds.of(new SagaPlan()
                .then("charge", step -> step.undo(refund))
                .then("transfer", step -> step.undo(reversal))
                .then("notify", StepPlan::undo)
                .then("settle", step -> step));
        world.at("settle").sends(decline("closed"));
        return world;
    }
}
