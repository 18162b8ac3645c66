package io.querent.receiver;

import java.time.Duration;

/** What came of asking for an operation. */
public sealed interface Execution {
    /** It was done now, or refused now. */
    record Applied(OperationAnswer answer) implements Execution {}

    /** It was done, or refused, before; this is the first answer, byte for byte. */
    record Replayed(OperationAnswer answer) implements Execution {}

    /** It was done before, so long ago that its answer is no longer kept. It is not done again. */
    record Gone() implements Execution {}

    /** Somebody is at it. Nothing was done here. */
    record InProgress(Duration retryAfter) implements Execution {}

    /** What became of it is not known, and a person has to find out. Nothing was done here. */
    record InReview() implements Execution {}

    /** The key was used for other parameters ({@code IDEMPOTENCY_PARAMETER_CONFLICT}). Nothing was done here; the first stands. */
    record Conflict() implements Execution {}

    /** Somebody with a newer token has been at the resource. Nothing was done here. */
    record Stale(Fence fence) implements Execution {}
}
