package io.querent.examples.payment.bank.http;

import java.time.Duration;
import java.util.function.Supplier;

/** What the bank does about a request. */
sealed interface Reaction {
    /** It answers. */
    record Reply(Answer answer) implements Reaction {}

    /** It ends the connection without a word. */
    record HangUp() implements Reaction {}

    /**
     * It does nothing for a while.
     *
     * @param then what it does afterwards; always asked, once, and earlier than after {@code delay} where too many are waiting
     */
    record Later(Duration delay, Supplier<Reaction> then) implements Reaction {}
}
