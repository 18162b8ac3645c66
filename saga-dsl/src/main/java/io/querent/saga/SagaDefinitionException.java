package io.querent.saga;

import java.util.Collection;

/**
 * A definition could lose money, or makes no sense. Thrown by {@code build()}; the message names step and remedy. Each cause
 * has a code of its own, {@code QRT-2001} to {@code QRT-2049}.
 */
public final class SagaDefinitionException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private SagaDefinitionException(String code, String message) {
        super(code, message);
    }

    private static SagaDefinitionException step(String code, String saga, String step, String message) {
        return new SagaDefinitionException(code, "saga " + saga + ", step " + step + ": " + message);
    }

    static SagaDefinitionException noSteps(String saga) {
        return new SagaDefinitionException("QRT-2001", "saga " + saga + " has no step; add one with step(...)");
    }

    static SagaDefinitionException duplicateStep(String saga, String step) {
        return step("QRT-2002", saga, step, "the name is taken; step names are part of operation keys, choose another");
    }

    static SagaDefinitionException unknownStep(String saga, String step, String named, Collection<String> known) {
        return step("QRT-2003", saga, step, "after(\"" + named + "\") names no step of this saga; known=" + known);
    }

    static SagaDefinitionException cycle(String saga, Collection<String> path) {
        return new SagaDefinitionException(
                "QRT-2004",
                "saga " + saga + ": steps wait for each other: " + String.join(" -> ", path)
                        + "; remove one of these after(...)");
    }

    static SagaDefinitionException cannotAsk(String saga, String operation) {
        return step(
                "QRT-2005",
                saga,
                operation,
                "there is no query(...), so a lost answer could never be resolved; add query(...) with matches(...), "
                        + "or say cannotBeQueried(\"why\")");
    }

    static SagaDefinitionException noMatches(String saga, String operation) {
        return step(
                "QRT-2006",
                saga,
                operation,
                "query(...) has no matches(...), so somebody else's payment could pass for this one; compare amount, "
                        + "currency and counterparty in matches(...), or say matchesByKeyAlone(\"why\")");
    }

    static SagaDefinitionException noCompensation(String saga, String step, String rejecting) {
        return step(
                "QRT-2007",
                saga,
                step,
                "it can succeed and step " + rejecting
                        + " can be rejected afterwards, but nothing says how to make good; "
                        + "add compensate(...), or say needsNoUndo(\"why\")");
    }

    static SagaDefinitionException undoUnknown(String saga, String step, String named) {
        return step(
                "QRT-2008",
                saga,
                step,
                "its compensation is ordered after that of \"" + named + "\", which is no step with a compensation; "
                        + "name a step that declares compensate(...)");
    }

    static SagaDefinitionException undoCycle(String saga, Collection<String> path) {
        return new SagaDefinitionException(
                "QRT-2009",
                "saga " + saga + ": compensations wait for each other: " + String.join(" -> ", path)
                        + "; change the after(...) of one of these compensations");
    }

    static SagaDefinitionException rejectableAfterPivot(String saga, String step, String pivot) {
        return step(
                "QRT-2010",
                saga,
                step,
                "it may be rejected although it does not come before the pivot " + pivot
                        + ", and the saga cannot go back then; "
                        + "put it before the pivot, or say retriable(\"why it is never refused\"), or otherwise(...)"
                        + " where it is a wait");
    }

    static SagaDefinitionException noBusinessKey(String saga) {
        return new SagaDefinitionException(
                "QRT-2011",
                "saga " + saga + " has no businessKey(...); derive it from the input so that a repeated start is "
                        + "recognised");
    }

    static SagaDefinitionException noDownstream(String saga, String operation) {
        return step(
                "QRT-2012",
                saga,
                operation,
                "call(...) needs downstream(...): its profile says if keys are honoured and when a lost request shows");
    }

    static SagaDefinitionException ambiguousStart(String saga, String step, String first) {
        return step(
                "QRT-2013",
                saga,
                step,
                "it names no step to follow and would run beside " + first + " at once; say after(...), or atStart() "
                        + "if that is meant");
    }

    static SagaDefinitionException secondPivot(String saga, String step, String pivot) {
        return step("QRT-2014", saga, step, "the pivot is already " + pivot + "; a saga has one point of no return");
    }

    static SagaDefinitionException keyTooLong(String saga, String operation, int length, int longest) {
        return step(
                "QRT-2015",
                saga,
                operation,
                "definition and operation name take " + length + " characters together; at most " + longest
                        + " leave room for the business key");
    }

    static SagaDefinitionException budget(String saga, String operation, String message) {
        return step("QRT-2016", saga, operation, message);
    }

    static SagaDefinitionException version(String saga, int version) {
        return new SagaDefinitionException("QRT-2017", "saga " + saga + ": version must be 1 or more, not " + version);
    }

    static SagaDefinitionException incomplete(String saga, String operation, String missing) {
        return step("QRT-2018", saga, operation, missing + " is missing");
    }

    static SagaDefinitionException downstream(String name, String message) {
        return new SagaDefinitionException("QRT-2019", "downstream " + name + ": " + message);
    }

    static SagaDefinitionException alternativeOfNothing(String saga, String step, String alternative) {
        return step(
                "QRT-2020",
                saga,
                step,
                "orCompensate(\"" + alternative
                        + "\", …) needs a compensate(...) before it and the codes of the refusals that lead"
                        + " to it");
    }

    static SagaDefinitionException branches(String saga, String step, Collection<String> branches) {
        return step(
                "QRT-2021",
                saga,
                step,
                "a choice needs at least one branch(...) before otherwise(...), each with another name; found="
                        + branches);
    }

    static SagaDefinitionException unknownBranch(String saga, String step, Branch branch, Collection<String> known) {
        return step(
                "QRT-2022",
                saga,
                step,
                "when(\"" + branch.choice() + "\", \"" + branch.name()
                        + "\") names no branch of a choice of this saga; branches=" + known);
    }

    static SagaDefinitionException unreachable(String saga, String step, String choice) {
        return step(
                "QRT-2023",
                saga,
                step,
                "it could never run: it belongs to two branches of choice " + choice + "; name one of them");
    }

    static SagaDefinitionException deadline(String saga, Object time) {
        return new SagaDefinitionException(
                "QRT-2024", "saga " + saga + ": deadline(" + time + ") must be PT0.001S to " + WaitDefinition.LONGEST);
    }

    static SagaDefinitionException attribute(String saga, String attribute, int most) {
        return new SagaDefinitionException(
                "QRT-2025",
                "saga " + saga + ": attribute \"" + attribute + "\" is declared twice, or is one too many; at most "
                        + most);
    }

    static SagaDefinitionException startAndFollow(String saga, String step) {
        return step("QRT-2026", saga, step, "atStart() and after(...) contradict each other; remove one");
    }

    static SagaDefinitionException undoOfWhatNeedsNone(String saga, String step) {
        return step("QRT-2027", saga, step, "needsNoUndo(...) and compensate(...) contradict each other; remove one");
    }

    static SagaDefinitionException partsOfNothing(String saga, String step) {
        return step(
                "QRT-2028",
                saga,
                step,
                "partial(...) makes good for a part of an amount, and the step states none; add amount(request -> ...)");
    }

    static SagaDefinitionException alternativeLikePart(String saga, String step, String name) {
        return step(
                "QRT-2029",
                saga,
                step,
                "compensation " + name
                        + " could be taken for a part, as partial(...) is declared; choose a name that is no"
                        + " number of one or two digits");
    }
}
