package io.querent.testkit.bank;

import io.querent.saga.Outcome;
import java.time.Duration;
import java.util.Set;

/**
 * What the bank does with one send; several words are done in their order, and the first that answers is the last. Where none answers, the
 * bank does, by booking; to a request that is held up it does not answer.
 */
public sealed interface SendWord {
    /** The effect happens now. */
    record Apply() implements SendWord {}

    /** The effect happens {@code after} this, whatever the caller was told: a request that was held up on its way. */
    record Late(Duration after) implements SendWord {}

    /** The test does something at this very moment, such as letting a node die. */
    record Run(Runnable action) implements SendWord {}

    /** The answer takes {@code time}, by the bank's clock. */
    record Hang(Duration time) implements SendWord {}

    /** The connection dies without an answer. */
    record Reset() implements SendWord {}

    /** A definite no; nothing happens. */
    record Decline(String code) implements SendWord {}

    /** That HTTP status. */
    record Http(int status) implements SendWord {
        /** Answered before the business layer: nothing was done. */
        private static final Set<Integer> NOT_EXECUTED = Set.of(401, 429);

        /** What a careful adapter makes of a bare status: without a code that the provider documents as final it proves nothing. */
        public <R> Outcome<R> outcome() {
            String name = "HTTP " + status;
            if (NOT_EXECUTED.contains(status)) {
                return Outcome.notExecuted(name, "refused before anything was done");
            }
            return Outcome.unknown(name);
        }
    }

    /** Accepted and not final, until {@link FakeBank#complete} or {@link FakeBank#refuse}. */
    record Pending() implements SendWord {}

    /** The effect happens now. */
    static SendWord apply() {
        return new Apply();
    }

    /** The effect happens {@code after} this. */
    static SendWord late(Duration after) {
        return new Late(after);
    }

    /** The test does something at this very moment. */
    static SendWord run(Runnable action) {
        return new Run(action);
    }

    /** The answer takes {@code time}. */
    static SendWord hang(Duration time) {
        return new Hang(time);
    }

    /** No answer ever comes, until the bank is closed or the caller's thread interrupted. */
    static SendWord hang() {
        return new Hang(Duration.ofDays(36_500));
    }

    /** The connection dies without an answer. */
    static SendWord reset() {
        return new Reset();
    }

    /** A definite no. */
    static SendWord decline(String code) {
        return new Decline(code);
    }

    /** That HTTP status. */
    static SendWord http(int status) {
        return new Http(status);
    }

    /** Accepted and not final. */
    static SendWord pending() {
        return new Pending();
    }
}
