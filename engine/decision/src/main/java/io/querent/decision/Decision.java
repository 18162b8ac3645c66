package io.querent.decision;

import java.util.List;

/** What comes of a command: events, or a refusal. A refusal is a value, not an exception. */
public sealed interface Decision {
    /** The command is accepted; {@code events} may be empty where there was nothing to do. */
    record Accepted(List<SagaEvent> events, SagaState state) implements Decision {
        public Accepted {
            events = List.copyOf(events);
        }
    }

    /** The command is refused and nothing happened. */
    record Refused(Refusal refusal, String message) implements Decision {}

    /** Why a command is refused. */
    enum Refusal {
        /** The saga does not exist yet. */
        NOT_STARTED,
        /** The saga exists already. */
        ALREADY_STARTED,
        /** The definition has no such operation. */
        NO_SUCH_OPERATION,
        /** The operation is not one to attempt now. */
        NOT_DUE,
        /** The outcome or answer is not of what is going on now: it can only be evidence. */
        STALE,
        /** The saga has ended. */
        ENDED,
        /** A command or message with this id was carried out before. */
        REPEATED,
        /** The case has moved since the person who decides looked at it. */
        MOVED,
        /** A rule forbids it; the message says which, and what may be done instead. */
        NOT_ALLOWED
    }
}
