package io.querent.runtime.journal;

import java.time.Duration;

/** Who has a saga after an append. Times are counted from the database's clock. */
public sealed interface Possession {
    /** The node owns it and its lease begins now. Only for a {@link Guard.New new} saga. */
    record Take(String node, Duration lease) implements Possession {}

    /** Nothing changes: an owner keeps its lease, which is renewed apart; a saga at rest stays so. */
    record Keep() implements Possession {}

    /** Nobody owns it and it is due after {@code delay}. */
    record DueIn(Duration delay) implements Possession {}

    /** An owner keeps it; without one it is due after {@code delay}. Only for a {@link Guard.Version version} guard. */
    record DueUnlessOwned(Duration delay) implements Possession {}

    /** Nobody owns it and nothing is due: it has ended or is in review. */
    record Rest() implements Possession {}
}
