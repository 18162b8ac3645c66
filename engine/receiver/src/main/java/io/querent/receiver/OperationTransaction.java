package io.querent.receiver;

import java.sql.Connection;

/** The transaction in which an operation takes effect. Valid while its work runs, on its thread. */
public interface OperationTransaction {
    /** For the business write. Not to be committed, rolled back or closed. */
    Connection connection();

    /** Who called. */
    String caller();

    /** The operation's key: what to store beside the business row, so that either finds the other. */
    String key();

    /**
     * Refuses when somebody with a newer token has been at the resource; otherwise its own becomes the newest. For resources that are known
     * only inside the work; others are better named in {@link OperationRequest#withFence}.
     *
     * @throws StaleTokenException when it has; let it pass
     */
    void fence(Fence fence);
}
