package io.querent.receiver.jdbc;

/** What a failed try of a transaction leads to. */
enum Judgement {
    /** The database gave it up for another transaction: all of it runs again. */
    AGAIN,
    /** Somebody else held the key for longer than we wait. */
    HELD,
    /** All was written and the answer to the commit was lost. */
    IN_DOUBT,
    /** The database failed under statements of ours; nothing is committed. */
    UNAVAILABLE,
    /** The work's own failure, or a commit that was refused for what the work wrote. Nothing is committed. */
    THROWN;

    static Judgement of(ShortAttempt.Phase phase, Exception failed) {
        if (SqlFailure.isConflict(failed)) {
            return AGAIN;
        }
        return switch (phase) {
            case CLAIMING -> {
                if (SqlFailure.isLockTimeout(failed)) {
                    yield HELD;
                }
                yield SqlFailure.isDatabase(failed) ? UNAVAILABLE : THROWN;
            }
            case WORKING -> THROWN;
            case ANSWERING -> SqlFailure.isDatabase(failed) && !SqlFailure.isRolledBack(failed) ? UNAVAILABLE : THROWN;
            case COMMITTING -> SqlFailure.isRolledBack(failed) ? THROWN : IN_DOUBT;
        };
    }
}
