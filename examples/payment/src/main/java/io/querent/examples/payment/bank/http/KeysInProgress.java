package io.querent.examples.payment.bank.http;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keys that a request of this process is working on, for the 409 that tells a repeat so. No safeguard: that one instruction is booked
 * once is the unique index's doing, in whatever process. Bounded by the number of open connections.
 */
final class KeysInProgress {
    private final Set<String> keys = ConcurrentHashMap.newKeySet();

    /** Whether {@code key} was free; if so it is taken until {@link #leave}. */
    boolean enter(String key) {
        return keys.add(key);
    }

    void leave(String key) {
        keys.remove(key);
    }
}
