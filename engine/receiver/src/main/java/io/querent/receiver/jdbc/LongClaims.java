package io.querent.receiver.jdbc;

import io.querent.receiver.Execution;
import io.querent.receiver.OperationRequest;
import io.querent.receiver.OperationStatus;
import io.querent.receiver.OperationTransition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides, in one transaction, whether long work may begin, has to be found out about first, or is somebody else's. */
final class LongClaims {
    private final LongClaim claims;
    private final RecordMoves moves;
    private final Attempts attempts;
    private final ShortPath path;
    private final GuardSettings settings;
    private final String owner;

    LongClaims(
            LongClaim claims,
            RecordMoves moves,
            Attempts attempts,
            ShortPath path,
            GuardSettings settings,
            String owner) {
        this.owner = owner;
        this.claims = claims;
        this.moves = moves;
        this.attempts = attempts;
        this.path = path;
        this.settings = settings;
    }

    /** What a claim comes to. */
    sealed interface Result {
        /** Ours, and nothing was done before. */
        record Begin(Held held) implements Result {}

        /** Ours, and nobody knows what was done before. */
        record FindOut(Held held) implements Result {}

        /** Not ours. */
        record Told(Execution execution) implements Result {}
    }

    /** @param earlier what a try came to whose commit is in doubt; null without one */
    Result claim(Connection connection, OperationRequest request, @Nullable Result earlier) throws Exception {
        Held first = Held.of(request, owner, 1, 1);
        if (claims.claim(connection, first.id(), request, owner)) {
            attempts.begin(connection, first);
            return new Result.Begin(first);
        }
        Optional<StoredOperation> existing = claims.existing(connection, first.id());
        if (existing.isEmpty()) {
            throw new SQLException("the key was let go meanwhile", "40001");
        } else if (earlier != null && isOurs(existing.get(), earlier)) {
            return earlier;
        }
        return request.asksForTheSameAs(existing.get().hash())
                ? again(connection, request, first.id(), existing.get())
                : new Result.Told(new Execution.Conflict());
    }

    /** Nobody else of that name has that token: the commit came through although its answer was lost. */
    private static boolean isOurs(StoredOperation stored, Result earlier) {
        if (earlier instanceof Result.Begin begin) {
            return isHeldBy(stored, begin.held());
        }
        return earlier instanceof Result.FindOut findOut && isHeldBy(stored, findOut.held());
    }

    private static boolean isHeldBy(StoredOperation stored, Held held) {
        return stored.token() == held.token() && held.owner().equals(stored.owner());
    }

    private Result again(Connection connection, OperationRequest request, OperationId id, StoredOperation stored)
            throws Exception {
        boolean open = !stored.isHeld() && stored.isDue();
        if (stored.hasEnded() || !open) {
            return new Result.Told(
                    stored.hasEnded() || stored.isDue()
                            ? path.repeated(connection, stored, request)
                            : new Execution.InProgress(Objects.requireNonNull(stored.pauseLeft())));
        }
        OperationTransition transition = transition(stored.status());
        Move take = Move.taking(transition, stored.token(), owner, settings.lease());
        if (!moves.move(connection, id, take)) {
            return new Result.Told(new Execution.InProgress(settings.retryAfter()));
        }
        if (transition == OperationTransition.RETRY) {
            Held held = Held.of(request, owner, take.tokenAfter(), stored.attempts() + 1);
            attempts.begin(connection, held);
            return new Result.Begin(held);
        }
        if (transition == OperationTransition.EXPIRE) {
            attempts.end(
                    connection, id, stored.token(), OperationStatus.UNKNOWN, "LEASE_EXPIRED", "of " + stored.owner());
        }
        return new Result.FindOut(Held.of(request, owner, take.tokenAfter(), stored.attempts()));
    }

    private static OperationTransition transition(OperationStatus from) {
        return switch (from) {
            case PROCESSING -> OperationTransition.EXPIRE;
            case RETRYABLE_FAILED -> OperationTransition.RETRY;
            case UNKNOWN -> OperationTransition.ASK;
            case SUCCEEDED, FAILED -> throw new IllegalStateException(from + " is the end");
        };
    }
}
