package io.querent.saga;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An operation while it is being described: the part that step and compensation builders share. Not thread-safe. */
final class OperationSketch<I, Q, R> {
    private final String saga;
    private final String name;
    private final Class<R> resultType;
    private OperationKind kind = OperationKind.CALL;
    private @Nullable Downstream downstream;
    private @Nullable SagaDefinition<?> child;
    private OperationDefinition.@Nullable RequestType<I, Q> request;
    private @Nullable Action<Q, R> action;
    private @Nullable Function<Q, Amount> amount;
    private boolean inParts;
    private @Nullable Query<Q, R> query;
    private @Nullable Matches<Q, R> matches;
    private boolean cannotBeQueried;
    private RetryBudget retry;
    private RetryBudget queries = RetryBudget.QUERY;
    private @Nullable Duration timeLimit;

    OperationSketch(String saga, String name, Class<R> resultType, RetryBudget retry) {
        this.saga = saga;
        this.name = name;
        this.resultType = resultType;
        this.retry = retry;
    }

    String name() {
        return name;
    }

    OperationKind kind() {
        return kind;
    }

    Class<R> resultType() {
        return resultType;
    }

    /** A step that writes locally may still name the downstream of its compensation. */
    @Nullable
    Downstream downstream() {
        return kind.isElsewhere() ? downstream : null;
    }

    @Nullable
    SagaDefinition<?> child() {
        return child;
    }

    @Nullable
    Inquiry<Q, R> inquiry() {
        return !kind.isElsewhere() || query == null || matches == null ? null : new Inquiry<>(query, matches);
    }

    void downstream(@Nullable Downstream profile) {
        this.downstream = profile;
    }

    void request(Class<Q> type, OperationDefinition.NamedRequestFactory<I, Q> factory) {
        this.request = new OperationDefinition.RequestType<>(type, factory);
    }

    @Nullable
    Function<Q, Amount> amount() {
        return amount;
    }

    boolean inParts() {
        return inParts;
    }

    void amount(Function<Q, Amount> what) {
        this.amount = what;
    }

    /** It may make good for a part: of the amount that the saga's view tells, where it tells one. */
    void inParts(PartialFactory<I, Q> part) {
        OperationDefinition.RequestType<I, Q> whole = request;
        if (whole == null) {
            throw SagaDefinitionException.incomplete(saga, name, "request(...)");
        }
        this.inParts = true;
        request(whole.type(), (view, operation) -> {
            Optional<Amount> amount = view.amountOf(operation);
            return amount.isPresent()
                    ? part.build(view, operation, amount.get())
                    : whole.factory().build(view, operation);
        });
    }

    /** Builds the request of the operation of that name, for that amount. */
    @FunctionalInterface
    interface PartialFactory<I, Q> {
        Q build(SagaView<I> saga, String operation, Amount amount);
    }

    void child(SagaDefinition<?> definition) {
        this.child = definition;
    }

    void perform(OperationKind how, Action<Q, R> what) {
        this.kind = how;
        this.action = what;
    }

    void query(Query<Q, R> how) {
        this.query = how;
    }

    void matches(Matches<Q, R> check) {
        this.matches = check;
    }

    void cannotBeQueried(String reason) {
        requireReason("cannotBeQueried", reason);
        this.cannotBeQueried = true;
    }

    void retry(UnaryOperator<RetryBudget> change) {
        this.retry = changed("retry", retry, change);
    }

    void queries(UnaryOperator<RetryBudget> change) {
        this.queries = changed("queryBudget", queries, change);
    }

    void timeLimit(Duration limit) {
        if (limit.compareTo(Downstream.SHORTEST_TIME_LIMIT) < 0 || limit.compareTo(Downstream.LONGEST_TIME_LIMIT) > 0) {
            throw SagaDefinitionException.budget(
                    saga,
                    name,
                    "time limit " + limit + " must be " + Downstream.SHORTEST_TIME_LIMIT + " to "
                            + Downstream.LONGEST_TIME_LIMIT);
        }
        this.timeLimit = limit;
    }

    void requireReason(String method, String reason) {
        if (reason.isBlank()) {
            throw SagaDefinitionException.incomplete(saga, name, "the reason of " + method + "(\"…\")");
        }
    }

    OperationDefinition<I, Q, R> define() {
        if (request == null) {
            throw SagaDefinitionException.incomplete(saga, name, "request(...)");
        }
        if (action == null) {
            throw SagaDefinitionException.incomplete(saga, name, "call(...) or inTransaction(...)");
        }
        if (kind.isElsewhere()) {
            checkCall();
        }
        return new OperationDefinition<>(this, request, action, new OperationPolicy(retry, queries, limit()));
    }

    private void checkCall() {
        if (downstream == null) {
            throw SagaDefinitionException.noDownstream(saga, name);
        }
        if (query == null && !cannotBeQueried) {
            throw SagaDefinitionException.cannotAsk(saga, name);
        }
        if (query != null && matches == null) {
            throw SagaDefinitionException.noMatches(saga, name);
        }
        if (query != null && queries.within().compareTo(downstream.visibilityWindow()) <= 0) {
            throw SagaDefinitionException.budget(
                    saga,
                    name,
                    "the query budget ends after " + queries.within() + ", before the visibility window "
                            + downstream.visibilityWindow() + " of downstream " + downstream.name()
                            + " has passed; allow more with queryBudget(budget -> budget.within(...))");
        }
    }

    private Duration limit() {
        if (timeLimit != null) {
            return timeLimit;
        }
        return downstream == null ? Downstream.DEFAULT_TIME_LIMIT : downstream.timeLimit();
    }

    private RetryBudget changed(String what, RetryBudget budget, UnaryOperator<RetryBudget> change) {
        try {
            return change.apply(budget);
        } catch (IllegalArgumentException wrong) {
            throw SagaDefinitionException.budget(saga, name, what + "(...): " + wrong.getMessage());
        }
    }
}
