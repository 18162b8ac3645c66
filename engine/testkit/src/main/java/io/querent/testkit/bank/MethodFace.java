package io.querent.testkit.bank;

import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.io.IOException;
import java.net.SocketException;

/** The bank's answers as a careful adapter reads them off the wire. */
final class MethodFace {
    private MethodFace() {}

    static Outcome<Booking> outcome(Reaction reaction) throws IOException {
        if (reaction instanceof Reaction.Booked booked) {
            return Outcome.succeeded(booked.booking());
        } else if (reaction instanceof Reaction.Declined declined) {
            return Outcome.rejected(declined.code(), "declined");
        } else if (reaction instanceof Reaction.Accepted accepted) {
            return Outcome.pending(accepted.reference());
        } else if (reaction instanceof Reaction.Status status) {
            return new SendWord.Http(status.code()).outcome();
        }
        throw new SocketException("Connection reset");
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
