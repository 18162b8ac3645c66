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
 * @param course which way it goes
 * @param operations operations that left PLANNED, in the order in which they did
 * @param reviews open reviews by operation
 * @param handledRequests ids of the latest commands and messages from outside, for recognising a repeated one
 */
public record SagaState(
        Origin origin,
        long version,
        Course course,
        Map<String, OperationState> operations,
        Map<String, Review> reviews,
        List<String> handledRequests) {
    /** How many ids of commands and messages from outside are remembered. */
    static final int REMEMBERED_REQUESTS = 32;

    /** What a saga was started with. */
    public record Origin(SagaKey key, int definitionVersion, String input, String inputHash, boolean askFirst) {}

    /**
     * Which way a saga goes.
     *
     * @param compensating whether it has turned back
     * @param end how it ended; null before
     * @param revision number of the event that set this course: what a person has to have seen who changes it
     */
    public record Course(boolean compensating, @Nullable SagaStatus end, long revision) {}

    /** An open case for a person. */
    public record Review(ReviewReason reason, String detail) {}

    public SagaState {
        operations = Collections.unmodifiableMap(operations);
        reviews = Collections.unmodifiableMap(reviews);
        handledRequests = List.copyOf(handledRequests);
    }

    static SagaState started(Origin origin) {
        return new SagaState(origin, 1, new Course(false, null, 1), Map.of(), Map.of(), List.of());
    }

    /** The saga's identity. */
    public SagaKey key() {
        return origin.key();
    }

    /** Whether the saga has turned back. */
    public boolean compensating() {
        return course.compensating();
    }

    /** How the saga ended; null before. */
    public @Nullable SagaStatus end() {
        return course.end();
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
        return Optional.ofNullable(end());
    }

    /** Whether such a case is open about the operation. */
    boolean isReviewed(String operation, ReviewReason reason) {
        Review review = reviews.get(operation);
        return review != null && review.reason() == reason;
    }

    SagaState put(OperationState operation) {
        Map<String, OperationState> changed = new LinkedHashMap<>(operations);
        changed.put(operation.name(), operation);
        return new SagaState(origin, version, course, changed, reviews, handledRequests);
    }

    SagaState next() {
        return new SagaState(origin, version + 1, course, operations, reviews, handledRequests);
    }

    SagaState turnBack() {
        return on(new Course(true, null, version + 1));
    }

    SagaState endAs(SagaStatus status) {
        return on(new Course(compensating(), status, version + 1));
    }

    /** An ended saga goes on, the way it went. */
    SagaState reopen() {
        return end() == null ? this : on(new Course(compensating(), null, version + 1));
    }

    private SagaState on(Course next) {
        return new SagaState(origin, version, next, operations, reviews, handledRequests);
    }

    SagaState review(String operation, Review review) {
        Map<String, Review> changed = new LinkedHashMap<>(reviews);
        changed.put(operation, review);
        return new SagaState(origin, version, course, operations, changed, handledRequests);
    }

    SagaState closeReview(String operation) {
        if (!reviews.containsKey(operation)) {
            return this;
        }
        Map<String, Review> changed = new LinkedHashMap<>(reviews);
        changed.remove(operation);
        return new SagaState(origin, version, course, operations, changed, handledRequests);
    }

    /** Nobody has to decide anything any more. */
    SagaState closeReviews() {
        return new SagaState(origin, version, course, operations, Map.of(), handledRequests);
    }

    SagaState handled(String requestId) {
        List<String> changed = new ArrayList<>(handledRequests);
        changed.add(requestId);
        int surplus = Math.max(0, changed.size() - REMEMBERED_REQUESTS);
        return new SagaState(origin, version, course, operations, reviews, changed.subList(surplus, changed.size()));
    }
}
