package io.querent.saga;

import static io.querent.saga.Sketches.BANK;
import static io.querent.saga.Sketches.act;
import static io.querent.saga.Sketches.pay;
import static io.querent.saga.Sketches.undo;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operation that could lose an answer for good does not build. */
class OperationRefusalTest {
    private static final String DAY_LIMIT = " must be PT0.001S to PT24H";

    @Test
    void aCallThatCannotBeAskedForIsRefused() {
        refused(
                "QRT-2005",
                "there is no query(...), so a lost answer could never be resolved; add query(...) with matches(...), or say"
                        + " cannotBeQueried(\"why\")",
                step -> request(step.downstream(BANK)).call((call, request) -> Outcome.succeeded(request)));
    }

    @Test
    void aQueryThatMatchesNothingIsRefused() {
        refused(
                "QRT-2006",
                "query(...) has no matches(...), so somebody else's payment could pass for this one; compare amount,"
                        + " currency and counterparty in matches(...), or say matchesByKeyAlone(\"why\")",
                step -> request(step.downstream(BANK))
                        .call((call, request) -> Outcome.succeeded(request))
                        .query((call, request) -> QueryResult.notFound()));
    }

    @Test
    void aCallWithoutDownstreamIsRefused() {
        refused(
                "QRT-2012",
                "call(...) needs downstream(...): its profile says if keys are honoured and when a lost request shows",
                Sketches::act);
    }

    @Test
    void aQueryBudgetThatEndsBeforeAbsenceCanBeProvedIsRefused() {
        refused(
                "QRT-2016",
                "the query budget ends after PT10M, before the visibility window PT10M of downstream bank has passed; allow"
                        + " more with queryBudget(budget -> budget.within(...))",
                step -> act(step.downstream(BANK)).queryBudget(budget -> budget.within(Duration.ofMinutes(10))));
    }

    @Test
    void aBudgetOutsideItsBoundsIsRefusedByNameOfStepAndMethod() {
        refused(
                "QRT-2016",
                "retry(...): attempts must be 1 to 1000, not 0",
                step -> act(step.downstream(BANK)).retry(budget -> budget.attempts(0)));
        refused(
                "QRT-2016",
                "queryBudget(...): attempts must be 1 to 1000, not 1001",
                step -> act(step.downstream(BANK)).queryBudget(budget -> budget.attempts(1001)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1S", "PT0S", "PT0.000999S", "PT24H0.001S"})
    void aTimeLimitOutsideItsBoundsIsRefused(Duration limit) {
        refused(
                "QRT-2016",
                "time limit " + limit + DAY_LIMIT,
                step -> act(step.downstream(BANK)).timeLimit(limit));
    }

    @Test
    void anOperationThatDoesNothingIsRefused() {
        refused("QRT-2018", "call(...) or inTransaction(...) is missing", step -> request(step.downstream(BANK)));
    }

    @Test
    void reasonsAreNotOptional() {
        refusedReason("matchesByKeyAlone", operation -> operation.matchesByKeyAlone(" "));
        refusedReason("cannotBeQueried", operation -> operation.cannotBeQueried(""));
        refusedReason("retriable", operation -> operation.retriable("\t"));
        refusedReason("needsNoUndo", operation -> operation.needsNoUndo(""));
    }

    @Test
    void aCompensationIsHeldToTheSameRulesUnderItsOwnName() {
        Refused.definition(
                "QRT-2005",
                "saga pay, step a.undo: there is no query(...), so a lost answer could never be resolved; add query(...)"
                        + " with matches(...), or say cannotBeQueried(\"why\")",
                () -> pay().step(
                                "a",
                                String.class,
                                step -> act(step.downstream(BANK))
                                        .compensate(
                                                Done.class,
                                                undo -> undo.request(String.class, (saga, original) -> original)
                                                        .call((call, request) -> Outcome.done()))));
        Refused.definition(
                "QRT-2016",
                "saga pay, step a.undo: time limit PT0S" + DAY_LIMIT,
                () -> pay().step(
                                "a",
                                String.class,
                                step -> act(step.downstream(BANK))
                                        .compensate(
                                                Done.class, undo -> undo(undo).timeLimit(Duration.ZERO))));
    }

    private static void refusedReason(String method, UnaryOperator<OperationBuilder<String, String, String>> say) {
        refused(
                "QRT-2018",
                "the reason of " + method + "(\"…\") is missing",
                step -> say.apply(act(step.downstream(BANK))));
    }

    private static void refused(
            String code,
            String message,
            Function<StepBuilder<String, String>, OperationBuilder<String, ?, String>> describe) {
        Refused.definition(code, "saga pay, step a: " + message, () -> pay().step("a", String.class, describe));
    }

    private static OperationBuilder<String, String, String> request(StepBuilder<String, String> step) {
        return step.request(String.class, SagaView::input);
    }
}
