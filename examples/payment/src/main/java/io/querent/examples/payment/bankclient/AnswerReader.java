package io.querent.examples.payment.bankclient;

import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says what an answer of the bank proves. Whatever it does not prove is unknown: a status alone, a body cut short, an answer about
 * another key or another amount. Thread-safe.
 *
 * @param <R> what is booked when all is well
 */
final class AnswerReader<R> {
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int ACCEPTED = 202;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;
    private static final int UNPROCESSABLE_CONTENT = 422;
    private static final int TOO_MANY_REQUESTS = 429;

    private static final String KEY_REUSED = "idempotency-key-reused";
    private static final String UNKNOWN_KEY = "not-found";
    private static final String BOOKED = "BOOKED";
    private static final String DECLINED = "DECLINED";
    private static final String PENDING = "PENDING";

    /**
     * Problems of which the bank says that nothing was done or remembered: the request was refused as such, before the business
     * layer. That is no decline. A decline is a statement about the key, which a repeat gets as well; this is a statement about one
     * request, and an earlier one under the key may have been booked, before a deployment changed what is well formed. So it is
     * {@code NotExecuted}: it settles nothing but its own attempt, and ends in giving up or, after an unknown attempt, in a review.
     */
    private static final Set<String> NOTHING_DONE = Set.of(
            "missing-key",
            "invalid-key",
            "invalid-json",
            "invalid-instruction",
            "unsupported-media-type",
            "body-too-large",
            "no-such-resource",
            "method-not-allowed");

    private final BankJson json = new BankJson();
    private final Class<R> type;

    AnswerReader(Class<R> type) {
        this.type = type;
    }

    /**
     * What an answer to a send proves.
     *
     * @param isAskedFor whether a booking is the one that was asked for
     */
    Outcome<R> toSend(BankReply reply, String key, Predicate<R> isAskedFor) {
        return switch (reply.status()) {
            case OK, CREATED -> booked(reply, key, isAskedFor);
            case ACCEPTED ->
                about(reply, key)
                        .filter(entry -> text(entry, "status").equals(PENDING))
                        .map(entry -> Outcome.<R>pending(key))
                        .orElseGet(() -> unknown(reply));
            case UNPROCESSABLE_CONTENT -> declined(reply, key);
            case UNAUTHORIZED, TOO_MANY_REQUESTS -> notExecuted(reply, "refused-with-" + reply.status());
            default ->
                json.object(reply.body())
                        .map(problem -> text(problem, "code"))
                        .filter(NOTHING_DONE::contains)
                        .map(code -> notExecuted(reply, code))
                        .orElseGet(() -> unknown(reply));
        };
    }

    /** What an answer to a lookup says. */
    QueryResult<R> toLookup(BankReply reply, String key, Predicate<R> isAskedFor) {
        Optional<JsonNode> body = about(reply, key);
        if (body.isEmpty()) {
            return QueryResult.unavailable(reply.evidence());
        }
        if (reply.status() == NOT_FOUND && text(body.get(), "code").equals(UNKNOWN_KEY)) {
            return QueryResult.notFound();
        }
        return reply.status() == OK ? found(reply, body.get(), isAskedFor) : QueryResult.unavailable(reply.evidence());
    }

    private QueryResult<R> found(BankReply reply, JsonNode entry, Predicate<R> isAskedFor) {
        String status = text(entry, "status");
        Optional<R> read = status.equals(BOOKED) ? json.read(entry, type) : withOneBooking(entry);
        if (read.isEmpty()) {
            return QueryResult.unavailable(reply.evidence());
        }
        // Whatever its status: something else under our key is for a person to see, and the engine's match check shows
        // it to one.
        if (status.equals(BOOKED) || !isAskedFor.test(read.get())) {
            return QueryResult.found(read.get());
        }
        return switch (status) {
            case DECLINED -> QueryResult.foundRejected(text(entry, "code"), text(entry, "message"));
            case PENDING -> QueryResult.foundPending(text(entry, "key"));
            default -> QueryResult.unavailable(reply.evidence());
        };
    }

    private Outcome<R> booked(BankReply reply, String key, Predicate<R> isAskedFor) {
        return about(reply, key)
                .filter(entry -> text(entry, "status").equals(BOOKED))
                .flatMap(this::withOneBooking)
                .filter(isAskedFor)
                .map(Outcome::succeeded)
                .orElseGet(() -> unknown(reply));
    }

    /** A definite no, unless it says that the key is taken by something else: then nobody knows what became of ours. */
    private Outcome<R> declined(BankReply reply, String key) {
        return about(reply, key)
                .filter(problem -> !text(problem, "code").isEmpty())
                .filter(problem -> !text(problem, "code").equals(KEY_REUSED))
                .map(problem -> Outcome.<R>rejected(text(problem, "code"), text(problem, "message")))
                .orElseGet(() -> unknown(reply));
    }

    private Outcome<R> notExecuted(BankReply reply, String code) {
        return new Outcome.NotExecuted<>(
                code, reply.evidence(), reply.retryAfter().orElse(null));
    }

    private Outcome<R> unknown(BankReply reply) {
        return Outcome.unknown(reply.evidence());
    }

    /** The body, if it is an object that names our key: a proxy's error page does not. */
    private Optional<JsonNode> about(BankReply reply, String key) {
        return json.object(reply.body()).filter(body -> text(body, "key").equals(key));
    }

    /** Answers to sends do not count bookings, and entries that are not booked have none. */
    private Optional<R> withOneBooking(JsonNode entry) {
        ObjectNode counted = ((ObjectNode) entry).deepCopy().put("bookings", 1);
        return json.read(counted, type);
    }

    private static String text(JsonNode object, String member) {
        JsonNode value = object.path(member);
        return value.isString() ? value.stringValue() : "";
    }
}
