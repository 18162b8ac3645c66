package io.querent.examples.payment.faultrun.proxy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.function.Supplier;

/** What a proxy knows of the language that is spoken through it: one object a connection, not thread-safe. */
interface Traffic {
    /** Whether this piece of what the client says completes a request that matters. */
    boolean matters(byte[] piece, int length);

    /** Whether this piece of what the server says ends its answer to such a request. */
    boolean endsAnswer(byte[] piece, int length);

    /** The language of the bank: what matters is a POST, and whatever the server says then is the answer. */
    static Supplier<Traffic> http() {
        return () -> new Traffic() {
            @Override
            public boolean matters(byte[] piece, int length) {
                return new String(piece, 0, Math.min(length, 5), ISO_8859_1).equals("POST ");
            }

            @Override
            public boolean endsAnswer(byte[] piece, int length) {
                return true;
            }
        };
    }

    /** The language of PostgreSQL: what matters is a COMMIT. */
    static Supplier<Traffic> postgres() {
        return PostgresTraffic::new;
    }
}
