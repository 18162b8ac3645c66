package io.querent.saga;

import static io.querent.saga.Sketches.pay;
import static io.querent.saga.Sketches.stays;
import static io.querent.saga.Sketches.undone;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A saga whose steps do not make a way from beginning to end does not build. */
class DefinitionShapeRefusalTest {
    @Test
    void aSagaWithoutStepsIsRefused() {
        Refused.definition("QRT-2001", "saga pay has no step; add one with step(...)", () -> pay().build());
    }

    @Test
    void twoStepsOfOneNameAreRefused() {
        Refused.definition(
                "QRT-2002",
                "saga pay, step a: the name is taken; step names are part of operation keys, choose another",
                () -> pay().step("a", String.class, stays(step -> step))
                        .step("a", String.class, stays(step -> step.after("a")))
                        .build());
    }

    @Test
    void followingAnUnknownStepIsRefused() {
        Refused.definition(
                "QRT-2003",
                "saga pay, step b: after(\"c\") names no step of this saga; known=[a, b]",
                () -> pay().step("a", String.class, stays(step -> step))
                        .step("b", String.class, stays(step -> step.after("a", "c", "d")))
                        .build());
    }

    @Test
    void stepsThatWaitForEachOtherAreRefused() {
        Refused.definition(
                "QRT-2004",
                "saga pay: steps wait for each other: b -> d -> c -> b; remove one of these after(...)",
                () -> pay().step("a", String.class, stays(step -> step))
                        .step("b", String.class, stays(step -> step.after("a", "d")))
                        .step("c", String.class, stays(step -> step.after("b")))
                        .step("d", String.class, stays(step -> step.after("c")))
                        .step("e", String.class, stays(step -> step.after("d")))
                        .build());
    }

    @Test
    void aStepThatWaitsForItselfIsRefused() {
        Refused.definition(
                "QRT-2004",
                "saga pay: steps wait for each other: a -> a; remove one of these after(...)",
                () -> pay().step("a", String.class, stays(step -> step.after("a")))
                        .build());
    }

    @Test
    void aStepAfterThePivotThatMayBeRejectedIsRefused() {
        Refused.definition(
                "QRT-2010",
                "saga pay, step b: it may be rejected although it does not come before the pivot a, and the saga cannot go"
                        + " back then; put it before the pivot, or say retriable(\"why it is never refused\"), or otherwise(...)"
                        + " where it is a wait",
                () -> pay().step("a", String.class, stays(StepBuilder::pivot))
                        .step("b", String.class, stays(step -> step.after("a")))
                        .build());
    }

    @Test
    void aStepBesideThePivotThatMayBeRejectedIsRefused() {
        Refused.definition(
                "QRT-2010",
                "saga pay, step b: it may be rejected although it does not come before the pivot a, and the saga cannot go"
                        + " back then; put it before the pivot, or say retriable(\"why it is never refused\"), or otherwise(...)"
                        + " where it is a wait",
                () -> pay().step("a", String.class, stays(StepBuilder::pivot))
                        .step("b", String.class, undone(StepBuilder::atStart, UnaryOperator.identity()))
                        .build());
    }

    @Test
    void aSagaWithoutBusinessKeyIsRefused() {
        Refused.definition(
                "QRT-2011",
                "saga pay has no businessKey(...); derive it from the input so that a repeated start is recognised",
                () -> Saga.define("pay", String.class)
                        .step("a", String.class, stays(step -> step))
                        .build());
    }

    @Test
    void aSecondStartThatWasNotAskedForIsRefused() {
        Refused.definition(
                "QRT-2013",
                "saga pay, step b: it names no step to follow and would run beside a at once; say after(...), or atStart()"
                        + " if that is meant",
                () -> pay().step("a", String.class, stays(step -> step))
                        .step("b", String.class, stays(step -> step))
                        .build());
    }

    @Test
    void aSecondPivotIsRefused() {
        Refused.definition(
                "QRT-2014",
                "saga pay, step b: the pivot is already a; a saga has one point of no return",
                () -> pay().step("a", String.class, stays(StepBuilder::pivot))
                        .step("b", String.class, stays(step -> step.after("a").pivot()))
                        .build());
    }

    @Test
    void namesThatLeaveNoRoomForTheBusinessKeyAreRefused() {
        String longest = "s".repeat(48);
        Refused.definition(
                "QRT-2015",
                "saga " + longest + ", step " + longest
                        + ": definition and operation name take 101 characters together; at most 100 leave room for the"
                        + " business key",
                () -> Saga.define(longest, String.class)
                        .businessKey(input -> input)
                        .step(longest, String.class, stays(step -> step))
                        .build());
    }

    @Test
    void aVersionBelowOneIsRefused() {
        Refused.definition("QRT-2017", "saga pay: version must be 1 or more, not 0", () -> pay().version(0));
    }
}
