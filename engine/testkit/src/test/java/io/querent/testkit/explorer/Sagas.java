package io.querent.testkit.explorer;

import io.querent.saga.Amount;
import io.querent.saga.CompensationBuilder;
import io.querent.saga.Done;
import io.querent.saga.Downstream;
import io.querent.saga.OperationBuilder;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.RetryBudget;
import io.querent.saga.Saga;
import io.querent.saga.SagaBuilder;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaView;
import io.querent.saga.StepBuilder;
import java.time.Duration;
import java.util.List;

/**
 * Definitions to explore. Their functions are never called. Budgets are small and delays coarse, so that a run is short and many
 * different ones fit into a bound.
 */
final class Sagas {
    static final String REASON = "a test's money";
    private static final RetryBudget ATTEMPTS =
            new RetryBudget(3, Duration.ofHours(2), Duration.ofMinutes(1), Duration.ofMinutes(4));
    private static final RetryBudget QUESTIONS =
            new RetryBudget(6, Duration.ofHours(1), Duration.ofMinutes(2), Duration.ofMinutes(8));

    /** Keys for a day, effects visible within 5 min, 30 s a call. */
    static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofHours(24))
            .visibleWithin(Duration.ofMinutes(5))
            .timeLimit(Duration.ofSeconds(30))
            .build();

    /** Treats every request as new. */
    static final Downstream SHOP = Downstream.named("shop")
            .ignoresOperationKey()
            .visibleWithin(Duration.ofMinutes(5))
            .timeLimit(Duration.ofSeconds(30))
            .build();

    /** Forgets keys soon. */
    static final Downstream FORGETFUL = Downstream.named("forgetful")
            .honoursOperationKey(Duration.ofMinutes(8), Duration.ZERO)
            .visibleWithin(Duration.ofMinutes(5))
            .timeLimit(Duration.ofSeconds(30))
            .build();

    private Sagas() {}

    /** All of them. */
    static List<SagaDefinition<String>> all() {
        return List.of(
                single(), keyless(), forgetful(), sequence(), branches(), pivot(), unaskable(), local(), ordered());
    }

    /** One step: little enough to go deep. */
    static SagaDefinition<String> single() {
        return saga("single")
                .step("a", String.class, step -> undone(asked(step.downstream(BANK))))
                .build();
    }

    /** One after the other. */
    static SagaDefinition<String> sequence() {
        return saga("sequence")
                .step("a", String.class, step -> undone(asked(step.downstream(BANK))))
                .step(
                        "b",
                        String.class,
                        step -> undone(asked(step.downstream(BANK).after("a"))))
                .step(
                        "c",
                        String.class,
                        step -> stays(asked(step.downstream(BANK).after("b"))))
                .build();
    }

    /** Two branches and what follows both. */
    static SagaDefinition<String> branches() {
        return saga("branches")
                .step("a", String.class, step -> undone(asked(step.downstream(BANK))))
                .step(
                        "b",
                        String.class,
                        step -> undone(asked(step.downstream(BANK).atStart())))
                .step(
                        "c",
                        String.class,
                        step -> undone(asked(step.downstream(BANK).after("a", "b"))))
                .build();
    }

    /** A point of no return, and what never refuses after it. */
    static SagaDefinition<String> pivot() {
        return saga("pivot")
                .step("a", String.class, step -> undone(asked(step.downstream(BANK))))
                .step(
                        "b",
                        String.class,
                        step -> stays(asked(step.downstream(BANK).after("a").pivot())))
                .step(
                        "c",
                        String.class,
                        step -> stays(asked(step.downstream(BANK).after("b"))).retriable(REASON))
                .build();
    }

    /** A step and its compensation that nobody can ask about; the key makes sending again safe for a day. */
    static SagaDefinition<String> unaskable() {
        return saga("unaskable")
                .step(
                        "a",
                        String.class,
                        step -> unasked(step.downstream(BANK))
                                .compensate(Done.class, undo -> act(undo).cannotBeQueried(REASON)))
                .step(
                        "b",
                        String.class,
                        step -> stays(asked(step.downstream(BANK).after("a"))))
                .build();
    }

    /** The same where keys are soon forgotten. */
    static SagaDefinition<String> forgetful() {
        return saga("forgetful")
                .step("a", String.class, step -> undone(unasked(step.downstream(FORGETFUL))))
                .step(
                        "b",
                        String.class,
                        step -> stays(asked(step.downstream(FORGETFUL).after("a"))))
                .build();
    }

    /** Downstreams that do not honour keys; the last one cannot even be asked. */
    static SagaDefinition<String> keyless() {
        return saga("keyless")
                .step("a", String.class, step -> undone(asked(step.downstream(SHOP))))
                .step(
                        "b",
                        String.class,
                        step -> undone(asked(step.downstream(SHOP).after("a"))))
                .step(
                        "c",
                        String.class,
                        step -> stays(unasked(step.downstream(SHOP).after("b"))))
                .build();
    }

    /** Business writes in the engine's own database, before and after a call. */
    static SagaDefinition<String> local() {
        return saga("local")
                .step("a", String.class, step -> undone(locally(step.downstream(BANK))))
                .step(
                        "b",
                        String.class,
                        step -> undone(asked(step.downstream(BANK).after("a"))))
                .step("c", String.class, step -> stays(locally(step.after("b"))))
                .build();
    }

    /** Two branches whose compensations have an order of their own. */
    static SagaDefinition<String> ordered() {
        return saga("ordered")
                .step(
                        "a",
                        String.class,
                        step -> asked(step.downstream(BANK)).compensate(Done.class, undo -> askedToo(undo.after("b"))))
                .step(
                        "b",
                        String.class,
                        step -> undone(asked(step.downstream(BANK).atStart())))
                .step(
                        "c",
                        String.class,
                        step -> stays(asked(step.downstream(BANK).after("a", "b"))))
                .build();
    }

    static SagaBuilder<String> saga(String name) {
        return Saga.define(name, String.class).businessKey(input -> input);
    }

    static OperationBuilder<String, String, String> asked(StepBuilder<String, String> step) {
        return asked(step.request(String.class, SagaView::input));
    }

    /** What is called and may be asked about; also for each item. */
    static OperationBuilder<String, String, String> asked(OperationBuilder<String, String, String> operation) {
        return called(operation)
                .query((call, request) -> QueryResult.notFound())
                .matchesByKeyAlone(REASON);
    }

    private static OperationBuilder<String, String, String> unasked(StepBuilder<String, String> step) {
        return called(step.request(String.class, SagaView::input)).cannotBeQueried(REASON);
    }

    private static OperationBuilder<String, String, String> called(OperationBuilder<String, String, String> operation) {
        return operation
                .call((call, request) -> Outcome.succeeded(request))
                .retry(budget -> ATTEMPTS)
                .queryBudget(budget -> QUESTIONS);
    }

    private static OperationBuilder<String, String, String> locally(StepBuilder<String, String> step) {
        return step.request(String.class, SagaView::input)
                .inTransaction((call, request) -> Outcome.succeeded(request))
                .retry(budget -> ATTEMPTS);
    }

    static OperationBuilder<String, String, String> stays(OperationBuilder<String, String, String> step) {
        return step.needsNoUndo(REASON);
    }

    static OperationBuilder<String, String, String> undone(OperationBuilder<String, String, String> step) {
        return step.compensate(Done.class, Sagas::askedToo);
    }

    static CompensationBuilder.Described<String, String, String, Done> askedToo(
            CompensationBuilder<String, String, Done> undo) {
        return act(undo).query((call, request) -> QueryResult.notFound()).matchesByKeyAlone(REASON);
    }

    private static CompensationBuilder.Described<String, String, String, Done> act(
            CompensationBuilder<String, String, Done> undo) {
        return undo.request(String.class, (saga, original) -> original)
                .call((call, request) -> Outcome.done())
                .retry(budget -> ATTEMPTS)
                .queryBudget(budget -> QUESTIONS);
    }

    /** {@code hold -> charge}: a charge that people may have made good for in parts. */
    static SagaDefinition<String> inParts() {
        return saga("in-parts")
                .step("hold", String.class, step -> undone(asked(step.downstream(BANK))))
                .step(
                        "charge",
                        String.class,
                        step -> asked(step.downstream(BANK).after("hold"))
                                .amount(request -> Amount.of("100", "EUR"))
                                .compensate(
                                        Done.class,
                                        undo -> askedToo(undo).partial((saga, done, amount) -> amount.toString())))
                .build();
    }
}
