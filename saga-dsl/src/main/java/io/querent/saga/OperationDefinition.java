package io.querent.saga;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One business operation at a downstream, or in the local database: a step's action or a compensation. Immutable; the
 * functions in it are the user's and must be safe to call from many threads.
 *
 * @param <I> type of the saga's input
 * @param <Q> type of the request
 * @param <R> type of the result
 */
public final class OperationDefinition<I, Q, R> {
    private final String name;
    private final OperationKind kind;
    private final @Nullable Downstream downstream;
    private final RequestType<I, Q> request;
    private final Class<R> resultType;
    private final Action<Q, R> action;
    private final @Nullable Inquiry<Q, R> inquiry;
    private final OperationPolicy policy;

    /** How a request comes to be. */
    record RequestType<I, Q>(Class<Q> type, RequestFactory<I, Q> factory) {}

    OperationDefinition(
            OperationSketch<I, Q, R> sketch, RequestType<I, Q> request, Action<Q, R> action, OperationPolicy policy) {
        this.name = sketch.name();
        this.kind = sketch.kind();
        this.downstream = sketch.downstream();
        this.request = request;
        this.resultType = sketch.resultType();
        this.action = action;
        this.inquiry = sketch.inquiry();
        this.policy = policy;
    }

    /** Name within the saga: the step's, or {@link OperationKey#compensationOf(String)} of it. */
    public String name() {
        return name;
    }

    /** How it takes effect. */
    public OperationKind kind() {
        return kind;
    }

    /** The provider's profile; empty for a local transaction. */
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
        return request.factory().build(saga);
    }

    /** Performs one attempt. */
    public Action<Q, R> action() {
        return action;
    }

    /** How to ask; empty for a local transaction and for a call declared {@code cannotBeQueried}. */
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

    /** The key's form to send: fits the downstream's limit. */
    public String encode(OperationKey key) {
        return downstream == null ? key.value() : key.encodedTo(downstream.keyLength());
    }
}
