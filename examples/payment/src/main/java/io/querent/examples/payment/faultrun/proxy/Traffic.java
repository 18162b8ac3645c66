package io.querent.examples.payment.faultrun.proxy;

import java.util.function.Supplier;

/** What a proxy knows of the language that is spoken through it: one object a connection, not thread-safe. */
interface Traffic {
    /**
     * Whether what the client has said so far may be passed on or stopped as one piece. Where a request can arrive in several parts and
     * must be stopped as a whole, this is false until its last byte is there.
     */
    boolean isWhole(byte[] piece, int length);

    /** Whether this piece of what the client says completes a request that matters. */
    boolean matters(byte[] piece, int length);

    /** Whether this piece of what the server says ends its answer to such a request. */
    boolean endsAnswer(byte[] piece, int length);

    /** The language of the bank: what matters is a POST, and whatever the server says then is the answer. */
    static Supplier<Traffic> http() {
        return HttpTraffic::new;
    }

    /** The language of PostgreSQL: what matters is a COMMIT. */
    static Supplier<Traffic> postgres() {
        return PostgresTraffic::new;
    }
}
