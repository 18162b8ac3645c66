package io.querent.receiver;

import io.querent.saga.QuerentException;

/** Somebody with a newer fencing token has been at the resource. Nothing was written; stop writing. */
public final class StaleTokenException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private final Fence fence;

    /** For whoever guards a resource of their own by its fence. */
    public StaleTokenException(Fence fence) {
        super(
                "QRT-9010",
                "a newer owner has been at " + fence.resource() + "; presented token=" + fence.token()
                        + ", expected=the newest; nothing was written: stop, and let the newer owner go on");
        this.fence = fence;
    }

    /** What was presented. */
    public Fence fence() {
        return fence;
    }
}
