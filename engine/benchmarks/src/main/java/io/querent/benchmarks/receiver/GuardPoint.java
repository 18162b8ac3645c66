package io.querent.benchmarks.receiver;

/**
 * What was measured with so many keys kept, as medians of rounds.
 *
 * @param claimsPerSecond operations done for the first time
 * @param walBytesPerClaim with that of the answer, from a checkpoint on
 * @param walFullPageBytesPerClaim those of them that are whole pages: the fewer, the longer ago the checkpoint
 * @param replaysPerSecond repeats of keys all over the table
 */
record GuardPoint(
        long keptKeys,
        double claimsPerSecond,
        double claimP50Millis,
        double claimP99Millis,
        double walBytesPerClaim,
        double walFullPageBytesPerClaim,
        double replaysPerSecond,
        double replayP50Millis,
        double replayP99Millis,
        KeyTables tables) {}
