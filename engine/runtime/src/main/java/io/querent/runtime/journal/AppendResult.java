package io.querent.runtime.journal;

/** What came of an append. */
public sealed interface AppendResult {
    /** The events are committed; the saga has {@code version} events now. */
    record Appended(long version) implements AppendResult {}

    /** Nothing was written: the row did not fulfil the {@link Guard}. {@code row} is what stands there. */
    record Stale(SagaRow row) implements AppendResult {}

    /** Nothing was written: a new saga exists already, as {@code row}. */
    record Exists(SagaRow row) implements AppendResult {}

    /** Nothing was written: there is no such saga. */
    record Missing() implements AppendResult {}
}
