package io.querent.testkit.bank;

import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.io.IOException;
import java.net.SocketException;
import java.util.Set;

/** The bank's answers as a careful adapter reads them off the wire. */
final class MethodFace {
    /** Answered before the business layer: nothing was done. */
    private static final Set<Integer> NOT_EXECUTED = Set.of(401, 429);

    /** They prove nothing, although they are client errors. */
    private static final Set<Integer> UNCLEAR = Set.of(408, 409, 425);

    private MethodFace() {}

    static Outcome<Booking> outcome(Reaction reaction) throws IOException {
        if (reaction instanceof Reaction.Booked booked) {
            return Outcome.succeeded(booked.booking());
        } else if (reaction instanceof Reaction.Declined declined) {
            return Outcome.rejected(declined.code(), "declined");
        } else if (reaction instanceof Reaction.Accepted accepted) {
            return Outcome.pending(accepted.reference());
        } else if (reaction instanceof Reaction.Status status) {
            return outcome(status.code());
        }
        throw new SocketException("Connection reset");
    }

    private static Outcome<Booking> outcome(int status) {
        String name = "HTTP " + status;
        if (NOT_EXECUTED.contains(status)) {
            return Outcome.notExecuted(name, "refused before anything was done");
        }
        boolean isNo = status >= 400 && status < 500 && !UNCLEAR.contains(status);
        return isNo ? Outcome.rejected(name, "refused") : Outcome.unknown(name);
    }

    static QueryResult<Booking> result(Reaction reaction) {
        if (reaction instanceof Reaction.Booked booked) {
            return QueryResult.found(booked.booking());
        } else if (reaction instanceof Reaction.Declined declined) {
            return QueryResult.foundRejected(declined.code(), "declined");
        } else if (reaction instanceof Reaction.Accepted accepted) {
            return QueryResult.foundPending(accepted.reference());
        } else if (reaction instanceof Reaction.Unknown) {
            return QueryResult.notFound();
        } else if (reaction instanceof Reaction.Status status) {
            return QueryResult.unavailable("HTTP " + status.code());
        }
        return QueryResult.unavailable("no answer");
    }
}
