package io.querent.examples.payment.faultrun.proxy;

/** Where a request is stopped. */
public enum Side {
    /** The connection is cut and the server never sees the request. */
    BEFORE,
    /** The server carries the request out; the connection is cut instead of bringing its answer. */
    AFTER,
    /** The request is kept in the proxy until it is let go. */
    HELD
}
