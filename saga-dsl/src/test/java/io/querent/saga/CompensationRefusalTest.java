package io.querent.saga;

import static io.querent.saga.Sketches.BANK;
import static io.querent.saga.Sketches.act;
import static io.querent.saga.Sketches.pay;
import static io.querent.saga.Sketches.stays;
import static io.querent.saga.Sketches.undone;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A saga that could be left with an effect nobody makes good for, or with undos that wait for each other, does not build. */
class CompensationRefusalTest {
    @Test
    void aStepThatCouldBeLeftStandingIsRefused() {
        Refused.definition(
                "QRT-2007",
                leftStanding("a", "b"),
                () -> pay().step("a", String.class, step -> act(step.downstream(BANK)))
                        .step("b", String.class, stays(step -> step.after("a")))
                        .build());
    }

    @Test
    void aStepBesideOneThatMayBeRejectedIsRefusedAsWell() {
        Refused.definition(
                "QRT-2007",
                leftStanding("b", "a"),
                () -> pay().step("a", String.class, stays(step -> step))
                        .step(
                                "b",
                                String.class,
                                step -> act(step.downstream(BANK).atStart()))
                        .build());
    }

    @Test
    void theLastStepNeedsNoCompensation() {
        pay().step("a", String.class, stays(step -> step))
                .step("b", String.class, step -> act(step.downstream(BANK).after("a")))
                .build();
    }

    @Test
    void aStepThatOnlyRetriableOnesFollowNeedsNoCompensation() {
        pay().step("a", String.class, step -> act(step.downstream(BANK)))
                .step(
                        "b",
                        String.class,
                        step -> act(step.downstream(BANK).after("a")).retriable("a message to ourselves"))
                .build();
    }

    @Test
    void anUndoOrderedAfterAnUnknownStepIsRefused() {
        Refused.definition(
                "QRT-2008",
                noUndo("a", "c"),
                () -> pay().step("a", String.class, undone(step -> step, undo -> undo.after("c")))
                        .build());
    }

    @Test
    void anUndoOrderedAfterAStepWithoutUndoIsRefused() {
        Refused.definition(
                "QRT-2008",
                noUndo("a", "b"),
                () -> pay().step("a", String.class, undone(step -> step, undo -> undo.after("b")))
                        .step("b", String.class, stays(step -> step.after("a")))
                        .build());
    }

    @Test
    void undosThatWaitForEachOtherAreRefused() {
        Refused.definition(
                "QRT-2009",
                "saga pay: compensations wait for each other: a -> b -> a; change the after(...) of one of these"
                        + " compensations",
                () -> pay().step("a", String.class, undone(step -> step, UnaryOperator.identity()))
                        .step("b", String.class, undone(step -> step.after("a"), undo -> undo.after("a")))
                        .build());
    }

    @Test
    void undosThatWaitForEachOtherThroughAStepWithoutUndoAreRefused() {
        Refused.definition(
                "QRT-2009",
                "saga pay: compensations wait for each other: a -> b -> c -> a; change the after(...) of one of these"
                        + " compensations",
                () -> pay().step("a", String.class, undone(step -> step, UnaryOperator.identity()))
                        .step("b", String.class, stays(step -> step.after("a")))
                        .step("c", String.class, undone(step -> step.after("b"), undo -> undo.after("a")))
                        .build());
    }

    private static String leftStanding(String step, String rejecting) {
        return "saga pay, step " + step + ": it can succeed and step " + rejecting
                + " can be rejected afterwards, but nothing says how to make good; add compensate(...), or say"
                + " needsNoUndo(\"why\")";
    }

    private static String noUndo(String step, String named) {
        return "saga pay, step " + step + ": its compensation is ordered after that of \"" + named
                + "\", which is no step with a compensation; name a step that declares compensate(...)";
    }
}
