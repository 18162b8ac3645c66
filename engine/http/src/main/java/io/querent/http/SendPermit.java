package io.querent.http;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Leave to write one request, once. Whoever writes uses it up at the last moment before the first byte; whoever gives up
 * withdraws it. Exactly one of the two succeeds, so a withdrawn permit is proof that nothing was sent and nothing will be.
 */
final class SendPermit {
    private enum State {
        OPEN,
        USED,
        WITHDRAWN
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

    /** @throws HttpStepException QRT-7011 when a request was written under it, or it was withdrawn */
    void use() {
        if (!state.compareAndSet(State.OPEN, State.USED)) {
            throw HttpStepException.resend();
        }
    }

    /** Whether nothing was written, in which case nothing ever will be. */
    boolean withdraw() {
        return state.updateAndGet(now -> now == State.OPEN ? State.WITHDRAWN : now) == State.WITHDRAWN;
    }
}
