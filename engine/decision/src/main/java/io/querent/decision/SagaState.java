package io.querent.decision;

import io.querent.saga.SagaKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * State of one saga: nothing but what its events say. Immutable.
 *
 * @param origin what the saga was started with
 * @param version number of events so far
 * @param compensating whether the saga has turned back
 * @param end how it ended; null before
 * @param operations operations that left PLANNED, in the order in which they did
 * @param reviews open reviews by operation
 * @param handledRequests ids of the latest commands of people, for recognising a repeated one
 */
public record SagaState(
        Origin origin,
        long version,
        boolean compensating,
        @Nullable SagaStatus end,
        Map<String, OperationState> operations,
        Map<String, Review> reviews,
        List<String> handledRequests) {
    /** How many request ids of people are remembered. */
    static final int REMEMBERED_REQUESTS = 32;

    /** What a saga was started with. */
    public record Origin(SagaKey key, int definitionVersion, String input, String inputHash, boolean askFirst) {}

    /** An open case for a person. */
    public record Review(ReviewReason reason, String detail) {}

    public SagaState {
        operations = Collections.unmodifiableMap(operations);
        reviews = Collections.unmodifiableMap(reviews);
        handledRequests = List.copyOf(handledRequests);
    }

    static SagaState started(Origin origin) {
        return new SagaState(origin, 1, false, null, Map.of(), Map.of(), List.of());
    }

    /** The saga's identity. */
    public SagaKey key() {
        return origin.key();
    }

    /** The operation's state; PLANNED when nothing happened to it yet. */
    public OperationState operation(String name) {
        OperationState known = operations.get(name);
        return known == null ? OperationState.planned(name) : known;
    }

    /** Where the operation stands. */
    public OperationStatus statusOf(String name) {
        return operation(name).status();
    }

    /** How the saga ended. */
    public Optional<SagaStatus> ended() {
        return Optional.ofNullable(end);
    }

    SagaState put(OperationState operation) {
        Map<String, OperationState> changed = new LinkedHashMap<>(operations);
        changed.put(operation.name(), operation);
        return new SagaState(origin, version, compensating, end, changed, reviews, handledRequests);
    }

    SagaState next() {
        return new SagaState(origin, version + 1, compensating, end, operations, reviews, handledRequests);
    }

    SagaState turnBack() {
        return new SagaState(origin, version, true, end, operations, reviews, handledRequests);
    }

    SagaState endAs(SagaStatus status) {
        return new SagaState(origin, version, compensating, status, operations, reviews, handledRequests);
    }

    SagaState review(String operation, Review review) {
        Map<String, Review> changed = new LinkedHashMap<>(reviews);
        changed.put(operation, review);
        return new SagaState(origin, version, compensating, end, operations, changed, handledRequests);
    }

    SagaState handled(String requestId) {
        List<String> changed = new ArrayList<>(handledRequests);
        changed.add(requestId);
        int surplus = Math.max(0, changed.size() - REMEMBERED_REQUESTS);
        return new SagaState(
                origin, version, compensating, end, operations, reviews, changed.subList(surplus, changed.size()));
    }
}
