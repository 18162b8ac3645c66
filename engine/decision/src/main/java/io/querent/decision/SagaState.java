package io.querent.decision;

import io.querent.saga.Amount;
import io.querent.saga.SagaKey;
import java.time.Instant;
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
 * @param items items of for-each steps, by step
 * @param orders what people have ordered to be made good for, by step
 */
public record SagaState(
        Origin origin,
        long version,
        Course course,
        Map<String, OperationState> operations,
        Map<String, Review> reviews,
        List<String> handledRequests,
        Map<String, List<Item>> items,
        Map<String, UndoOrders> orders) {
    /** Stands in for an operation's name where a review is about the saga itself. No step can be called so. */
    public static final String WHOLE = ".saga";

    /** How many ids of commands and messages from outside are remembered. */
    static final int REMEMBERED_REQUESTS = 32;

    /** What a saga was started with. */
    public record Origin(
            SagaKey key,
            int definitionVersion,
            String input,
            String inputHash,
            boolean askFirst,
            @Nullable String parent,
            @Nullable String fingerprint,
            Instant startedAt) {
        Origin movedTo(int version, String shape) {
            return new Origin(key, version, input, inputHash, askFirst, parent, shape, startedAt);
        }
    }

    /**
     * Which way a saga goes.
     *
     * @param compensating whether it has turned back
     * @param paused whether a person has stopped it
     * @param overdue whether its deadline has passed
     * @param end how it ended; null before
     * @param revision number of the event that set this course: what a person has to have seen who changes it
     */
    public record Course(
            boolean compensating,
            boolean paused,
            boolean overdue,
            @Nullable SagaStatus end,
            long revision) {
        static final Course FIRST = new Course(false, false, false, null, 1);

        Course turned(boolean back, long number) {
            return new Course(back, paused, overdue, null, number);
        }

        Course paused(boolean yes, long number) {
            return new Course(compensating, yes, overdue, end, number);
        }

        Course overdue(long number) {
            return new Course(compensating, paused, true, end, number);
        }

        Course ended(@Nullable SagaStatus how, long number) {
            return new Course(compensating, paused && how == null, overdue, how, number);
        }
    }

    /** An open case for a person. */
    public record Review(ReviewReason reason, String detail) {}

    public SagaState {
        operations = Collections.unmodifiableMap(operations);
        reviews = Collections.unmodifiableMap(reviews);
        handledRequests = List.copyOf(handledRequests);
        items = Collections.unmodifiableMap(items);
        orders = Collections.unmodifiableMap(orders);
    }

    static SagaState started(Origin origin) {
        return new SagaState(origin, 1, Course.FIRST, Map.of(), Map.of(), List.of(), Map.of(), Map.of());
    }

    /** The saga's identity. */
    public SagaKey key() {
        return origin.key();
    }

    /** Whether the saga has turned back. */
    public boolean compensating() {
        return course.compensating();
    }

    /** Whether a person has stopped it. */
    public boolean paused() {
        return course.paused();
    }

    /** The item of that key of the for-each step {@code step}; empty when it was not listed. */
    public Optional<Item> item(String step, String key) {
        return items.getOrDefault(step, List.of()).stream()
                .filter(item -> item.key().equals(key))
                .findFirst();
    }

    /** Revision of what a review is about: what a person has to have seen who decides about it. */
    public long revisionOf(String operation) {
        return operation.equals(WHOLE)
                ? course.revision()
                : operation(operation).revision();
    }

    /** Whether cases about operations are open: the saga does not end before they are decided. */
    boolean hasOperationReviews() {
        return reviews.keySet().stream().anyMatch(name -> !name.equals(WHOLE));
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

    /** How much the compensation of that name makes good for, where that is less than the whole effect: a part, or what parts have left. */
    public Optional<Amount> amountOf(String undo) {
        return PartsOfEffect.amountOf(this, undo);
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
        return new SagaState(origin, version, course, changed, reviews, handledRequests, items, orders);
    }

    SagaState next() {
        return new SagaState(origin, version + 1, course, operations, reviews, handledRequests, items, orders);
    }

    SagaState turn(boolean back) {
        return on(course.turned(back, version + 1));
    }

    SagaState pause(boolean yes) {
        return on(course.paused(yes, version + 1));
    }

    SagaState moved(int definitionVersion, String fingerprint) {
        Course next = course.paused(course.paused(), version + 1);
        Origin moved = origin.movedTo(definitionVersion, fingerprint);
        return new SagaState(moved, version, next, operations, reviews, handledRequests, items, orders);
    }

    SagaState overdue() {
        return on(course.overdue(version + 1));
    }

    SagaState endAs(SagaStatus status) {
        return on(course.ended(status, version + 1));
    }

    /** An ended saga goes on, the way it went. */
    SagaState reopen() {
        return end() == null ? this : on(course.ended(null, version + 1));
    }

    SagaState list(String step, List<Item> listed) {
        Map<String, List<Item>> changed = new LinkedHashMap<>(items);
        changed.put(step, listed);
        return new SagaState(origin, version, course, operations, reviews, handledRequests, changed, orders);
    }

    private SagaState on(Course next) {
        return new SagaState(origin, version, next, operations, reviews, handledRequests, items, orders);
    }

    SagaState review(String operation, Review review) {
        Map<String, Review> changed = new LinkedHashMap<>(reviews);
        changed.put(operation, review);
        return new SagaState(origin, version, course, operations, changed, handledRequests, items, orders);
    }

    SagaState closeReview(String operation) {
        if (!reviews.containsKey(operation)) {
            return this;
        }
        Map<String, Review> changed = new LinkedHashMap<>(reviews);
        changed.remove(operation);
        return new SagaState(origin, version, course, operations, changed, handledRequests, items, orders);
    }

    /** What a person had to decide for one of these reasons has been decided by the turn that the saga took. */
    SagaState closeReviewsOf(ReviewReason... reasons) {
        Map<String, Review> changed = new LinkedHashMap<>(reviews);
        changed.values().removeIf(review -> List.of(reasons).contains(review.reason()));
        return new SagaState(origin, version, course, operations, changed, handledRequests, items, orders);
    }

    SagaState order(String step, UndoOrders changed) {
        Map<String, UndoOrders> all = new LinkedHashMap<>(orders);
        all.put(step, changed);
        return new SagaState(origin, version, course, operations, reviews, handledRequests, items, all);
    }

    /** Nobody has to decide anything any more. */
    SagaState closeReviews() {
        return new SagaState(origin, version, course, operations, Map.of(), handledRequests, items, orders);
    }

    SagaState handled(String requestId) {
        List<String> changed = new ArrayList<>(handledRequests);
        changed.add(requestId);
        int surplus = Math.max(0, changed.size() - REMEMBERED_REQUESTS);
        return new SagaState(
                origin, version, course, operations, reviews, changed.subList(surplus, changed.size()), items, orders);
    }
}
