package io.querent.receiver;

import java.time.Duration;

/** What a {@link Resolver} found out about an operation of which nobody knew. */
public sealed interface Resolution {
    /** It took effect, or was refused: this is written here and answered, as it would have been then. */
    record Found(OperationWork completion) implements Resolution {}

    /** It took no effect and cannot any more. It is done now, under the same key. */
    record NothingHappened() implements Resolution {}

    /** It is still under way. Ask again later; nothing is done meanwhile. */
    record StillOpen(Duration askAgainAfter) implements Resolution {}

    /** It cannot be told. A person has to find out. */
    record CannotTell(String evidence) implements Resolution {}
}
