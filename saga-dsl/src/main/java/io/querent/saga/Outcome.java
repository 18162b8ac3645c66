package io.querent.saga;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one attempt of an operation. What cannot be proved is {@link Unknown}: the default is pessimistic, so an
 * exception that nobody classified becomes {@code Unknown} as well.
 *
 * @param <R> type of the operation's result
 */
public sealed interface Outcome<R> {
    /** The effect happened; {@code result} is what later steps may use. */
    record Succeeded<R>(R result) implements Outcome<R> {}

    /** A definite no: there is no effect and there never will be under this key. */
    record Rejected<R>(String code, String message) implements Outcome<R> {}

    /**
     * A definite no, and yet something of it took effect and has to be made good for: a fee was taken, a part was booked. The saga turns
     * back as after a refusal, and the step's compensation is sent with {@code effect}.
     */
    record RefusedWithEffect<R>(String code, String message, R effect) implements Outcome<R> {}

    /**
     * It is certain that nothing was sent or run, so the same operation may be tried again.
     *
     * @param retryAfter the downstream's wish, or null
     */
    record NotExecuted<R>(
            String code, String message, @Nullable Duration retryAfter) implements Outcome<R> {
        /** How long the downstream asked to be left alone. */
        public Optional<Duration> retryAfterIfKnown() {
            return Optional.ofNullable(retryAfter);
        }
    }

    /** Accepted, not final. {@code reference} is the downstream's own name for it. */
    record Pending<R>(String reference) implements Outcome<R> {}

    /** Nobody can say. {@code evidence} is what was seen, for the query and for people. */
    record Unknown<R>(String evidence) implements Outcome<R> {}

    /** The effect happened. */
    static <R> Outcome<R> succeeded(R result) {
        return new Succeeded<>(result);
    }

    /** The effect happened and there is nothing to say about it. */
    static Outcome<Done> done() {
        return new Succeeded<>(Done.DONE);
    }

    /** A definite no without effect. */
    static <R> Outcome<R> rejected(String code, String message) {
        return new Rejected<>(code, message);
    }

    /** A definite no that left something to make good for. */
    static <R> Outcome<R> refusedWithEffect(String code, String message, R effect) {
        return new RefusedWithEffect<>(code, message, effect);
    }

    /** Proof that nothing was sent or run. */
    static <R> Outcome<R> notExecuted(String code, String message) {
        return new NotExecuted<>(code, message, null);
    }

    /** Proof that nothing was run, with the downstream's wish to be left alone for a while. */
    static <R> Outcome<R> notExecuted(String code, String message, Duration retryAfter) {
        return new NotExecuted<>(code, message, retryAfter);
    }

    /** Accepted, not final. */
    static <R> Outcome<R> pending(String reference) {
        return new Pending<>(reference);
    }

    /** Nobody can say. */
    static <R> Outcome<R> unknown(String evidence) {
        return new Unknown<>(evidence);
    }
}
