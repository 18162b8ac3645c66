package io.querent.saga;

import static io.querent.saga.Sketches.pay;
import static io.querent.saga.Sketches.undone;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** C35: undos follow the business, which need not be the reverse of the way forward. */
class UndoOrderTest {
    @Test
    void whereNothingIsDeclaredWhatFollowedIsUndoneFirst() {
        SagaDefinition<String> definition = chargeTransferNotify(undo -> undo, undo -> undo, undo -> undo);

        assertThat(definition.undoAfter("charge")).containsExactly("transfer");
        assertThat(definition.undoAfter("transfer")).containsExactly("notify");
        assertThat(definition.undoAfter("notify")).isEmpty();
    }

    @Test
    void theReversalOfTheTransferMustComeBeforeTheRefund() {
        SagaDefinition<String> definition = chargeTransferNotify(
                undo -> undo.after("transfer"), CompensationBuilder::after, CompensationBuilder::after);

        assertThat(definition.undoAfter("charge")).containsExactly("transfer");
        assertThat(definition.undoAfter("transfer")).isEmpty();
        assertThat(definition.undoAfter("notify")).isEmpty();
    }

    @Test
    void theRefundMayBeDeclaredToComeFirst() {
        SagaDefinition<String> definition =
                chargeTransferNotify(CompensationBuilder::after, undo -> undo.after("charge"), undo -> undo);

        assertThat(definition.undoAfter("charge")).isEmpty();
        assertThat(definition.undoAfter("transfer")).containsExactly("charge");
    }

    @Test
    void stepsSideBySideAreUndoneSideBySide() {
        SagaDefinition<String> definition = pay().step("a", String.class, undone(step -> step, undo -> undo))
                .step("b", String.class, undone(step -> step.after("a"), undo -> undo))
                .step("c", String.class, undone(step -> step.after("a"), undo -> undo))
                .step("d", String.class, undone(step -> step.after("b", "c"), undo -> undo))
                .build();

        assertThat(definition.undoAfter("a")).containsExactly("b", "c");
        assertThat(definition.undoAfter("b")).containsExactly("d");
        assertThat(definition.undoAfter("c")).containsExactly("d");
    }

    @Test
    void anUnknownStepHasNothingBeforeIt() {
        assertThat(chargeTransferNotify(undo -> undo, undo -> undo, undo -> undo)
                        .undoAfter("nobody"))
                .isEmpty();
    }

    private static SagaDefinition<String> chargeTransferNotify(
            UnaryOperator<CompensationBuilder<String, String, Done>> refund,
            UnaryOperator<CompensationBuilder<String, String, Done>> reversal,
            UnaryOperator<CompensationBuilder<String, String, Done>> recall) {
        return pay().step("charge", String.class, undone(step -> step, refund))
                .step("transfer", String.class, undone(step -> step.after("charge"), reversal))
                .step("notify", String.class, undone(step -> step.after("transfer"), recall))
                .build();
    }
}
