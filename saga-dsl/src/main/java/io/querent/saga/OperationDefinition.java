package io.querent.saga;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One business operation at a downstream, or in the local database: a step's action or a compensation. Immutable; the
 * functions in it are the user's and must be safe to call from many threads.
 *
 * @param <I> type of the saga's input
 * @param <Q> type of the request
 * @param <R> type of the result
 */
public final class OperationDefinition<I, Q, R> implements StepBody<I> {
    private final String name;
    private final OperationKind kind;
    private final @Nullable Downstream downstream;
    private final @Nullable SagaDefinition<?> child;
    private final RequestType<I, Q> request;
    private final Class<R> resultType;
    private final Action<Q, R> action;
    private final @Nullable Inquiry<Q, R> inquiry;
    private final OperationPolicy policy;
    private final @Nullable Function<Q, Amount> amount;
    private final boolean inParts;

    /** How a request comes to be. */
    record RequestType<I, Q>(Class<Q> type, NamedRequestFactory<I, Q> factory) {}

    /** Builds the request of the operation of that name, which an item's depends on. */
    @FunctionalInterface
    interface NamedRequestFactory<I, Q> {
        Q build(SagaView<I> saga, String operation);
    }

    OperationDefinition(
            OperationSketch<I, Q, R> sketch, RequestType<I, Q> request, Action<Q, R> action, OperationPolicy policy) {
        this.name = sketch.name();
        this.kind = sketch.kind();
        this.downstream = sketch.downstream();
        this.child = sketch.child();
        this.request = request;
        this.resultType = sketch.resultType();
        this.action = action;
        this.inquiry = sketch.inquiry();
        this.policy = policy;
        this.amount = sketch.amount();
        this.inParts = sketch.inParts();
    }

    private OperationDefinition(OperationDefinition<I, Q, R> other, String name) {
        this.name = name;
        this.kind = other.kind;
        this.downstream = other.downstream;
        this.child = other.child;
        this.request = other.request;
        this.resultType = other.resultType;
        this.action = other.action;
        this.inquiry = other.inquiry;
        this.policy = other.policy;
        this.amount = other.amount;
        this.inParts = other.inParts;
    }

    /** The same operation under the name of an item. */
    OperationDefinition<I, Q, R> named(String item) {
        return new OperationDefinition<>(this, item);
    }

    /** Name within the saga: the step's, an item's of it, or {@link OperationKey#compensationOf(String)} of one of these. */
    public String name() {
        return name;
    }

    /** How it takes effect. */
    public OperationKind kind() {
        return kind;
    }

    /** The definition of the saga that it starts or has compensated; empty for other kinds. */
    public Optional<SagaDefinition<?>> child() {
        return Optional.ofNullable(child);
    }

    /** The provider's profile; empty for a local transaction and a message. */
    public Optional<Downstream> downstream() {
        return Optional.ofNullable(downstream);
    }

    /** Class of the request. */
    public Class<Q> requestType() {
        return request.type();
    }

    /** Class of the result. */
    public Class<R> resultType() {
        return resultType;
    }

    /** Builds the request; called until it succeeds once, then never again. */
    public Q buildRequest(SagaView<I> saga) {
        return request.factory().build(saga, name);
    }

    /** Performs one attempt. */
    public Action<Q, R> action() {
        return action;
    }

    /** How to ask; empty for what is not elsewhere and for a call declared {@code cannotBeQueried}. */
    public Optional<Inquiry<Q, R>> inquiry() {
        return Optional.ofNullable(inquiry);
    }

    /** Whether an unknown outcome can be asked for. */
    public boolean queryable() {
        return inquiry != null;
    }

    /** Limits. */
    public OperationPolicy policy() {
        return policy;
    }

    /** Whether the definition says what amount an effect of it has. */
    public boolean statesAmount() {
        return amount != null;
    }

    /**
     * The amount of the effect that {@code request} asks for.
     *
     * @return empty where the definition states none, or its function gives null or throws: an amount is told to people, and never
     *     keeps a saga from going on
     */
    public Optional<Amount> amountOf(Q request) {
        return amount == null ? Optional.empty() : StatedAmount.of(amount, request);
    }

    /** Whether it is a compensation that can make good for a part of the effect. */
    public boolean inParts() {
        return inParts;
    }

    /** The key's form to send: fits the downstream's limit. */
    public String encode(OperationKey key) {
        return downstream == null ? key.value() : key.encodedTo(downstream.keyLength());
    }
}
