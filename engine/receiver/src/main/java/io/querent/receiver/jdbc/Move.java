package io.querent.receiver.jdbc;

import io.querent.receiver.OperationTransition;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One change of an operation's row.
 *
 * @param seenToken the newest token that whoever moves it has seen, or was given with the lease
 * @param owner who holds it, for moves of the owner; who shall hold it, for others that begin a lease; null when nobody
 * @param lease how long it is held from then on; null to let it go
 * @param pause how long it is then let alone; null when not at all
 * @param changesHands whether the token grows
 * @param isAttempt whether one more attempt begins
 * @param errorClass null to leave what was there
 */
record Move(
        OperationTransition transition,
        long seenToken,
        @Nullable String owner,
        @Nullable Duration lease,
        @Nullable Duration pause,
        boolean changesHands,
        boolean isAttempt,
        @Nullable String errorClass,
        @Nullable String error) {

    /** By whoever holds the lease, who lets it go. */
    static Move ending(OperationTransition transition, Held held) {
        return new Move(transition, held.token(), held.owner(), null, null, false, false, null, null);
    }

    /** By whoever comes next, who holds it from then on. */
    static Move taking(OperationTransition transition, long seenToken, String owner, Duration lease) {
        boolean isAttempt = transition == OperationTransition.RETRY;
        return new Move(transition, seenToken, owner, lease, null, true, isAttempt, null, null);
    }

    /** By nobody in particular, or by a person; nobody holds it from then on. */
    static Move leaving(OperationTransition transition, long seenToken) {
        return new Move(transition, seenToken, null, null, null, true, false, null, null);
    }

    Move withPause(Duration other) {
        return new Move(transition, seenToken, owner, lease, other, changesHands, isAttempt, errorClass, error);
    }

    Move withError(String itsClass, @Nullable String text) {
        return new Move(transition, seenToken, owner, lease, pause, changesHands, isAttempt, itsClass, text);
    }

    long tokenAfter() {
        return changesHands ? seenToken + 1 : seenToken;
    }
}
