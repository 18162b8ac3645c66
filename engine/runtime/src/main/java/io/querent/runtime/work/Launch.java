package io.querent.runtime.work;

import io.querent.runtime.call.DownstreamGate;

/** Something to carry out once a turn's events are committed. */
sealed interface Launch {
    /** Name of the operation. */
    String operation();

    /** The right to do it. */
    DownstreamGate.Permit permit();

    /** Perform attempt {@code attempt}. */
    record Attempt(String operation, int attempt, DownstreamGate.Permit permit) implements Launch {}

    /** Ask what became of the operation. */
    record Question(String operation, DownstreamGate.Permit permit) implements Launch {}

    /** Run the local transaction of the operation. */
    record Local(String operation, DownstreamGate.Permit permit) implements Launch {}
}
