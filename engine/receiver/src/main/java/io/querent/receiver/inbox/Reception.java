package io.querent.receiver.inbox;

/** Whether a message may be acknowledged to its broker. */
public enum Reception {
    /** It was handled now. Acknowledge it. */
    HANDLED(true),
    /** It was handled before. Acknowledge it. */
    DUPLICATE(true),
    /** It waits with the service, to be handled again. Acknowledge it. */
    DEFERRED(true),
    /** It waits with the service for a person. Acknowledge it. */
    PARKED(true),
    /** A copy is being handled. Do not acknowledge it; offer it again in a moment. */
    BUSY(false),
    /** So many wait that no further one is taken. Do not acknowledge it; offer it again in a while. */
    NO_ROOM(false);

    private final boolean acknowledgeable;

    Reception(boolean acknowledgeable) {
        this.acknowledgeable = acknowledgeable;
    }

    /** Whether the broker may forget it. */
    public boolean isAcknowledgeable() {
        return acknowledgeable;
    }
}
