package io.querent.decision.world;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of one send: when it reaches the downstream, what the downstream makes of it, and what the caller gets to see.
 * Its factories are the script words of the failure cases.
 *
 * @param arrival when the request reaches the downstream
 * @param verdict what the downstream makes of it, unless it knows the key
 * @param reply what the caller sees
 */
public record Treatment(Arrival arrival, Verdict verdict, Reply reply) {
    private static final Arrival AT_ONCE = (sent, deadline) -> Optional.of(sent);
    private static final Arrival NEVER = (sent, deadline) -> Optional.empty();
    private static final Reply ANSWER = new Reply.Answers(Duration.ZERO);

    /** When a request reaches the downstream. */
    @FunctionalInterface
    public interface Arrival {
        /** Empty when it never does. */
        Optional<Instant> at(Instant sent, Instant deadline);
    }

    /** What a caller sees. */
    public sealed interface Reply {
        /** The downstream's answer, so long after the request arrived. */
        record Answers(Duration after) implements Reply {}

        /** The connection dies so long after the send. */
        record Resets(Duration after) implements Reply {}

        /** Nothing, until the caller gives up. */
        record Silence() implements Reply {}

        /** Certainty that nothing was sent. */
        record NotSent(String code, @Nullable Duration retryAfter) implements Reply {}
    }

    /** The effect happens and the caller is told. */
    public static Treatment apply() {
        return of(new Verdict.Applied());
    }

    /** A definite business no. */
    public static Treatment decline(String code) {
        return of(new Verdict.Declined(code));
    }

    /** A definite business no that leaves a fee behind. */
    public static Treatment declineWithEffect(String code) {
        return of(new Verdict.DeclinedWithEffect(code));
    }

    /** A server error of which nothing is kept. */
    public static Treatment http(int status) {
        return of(new Verdict.Failed(status));
    }

    /** A server error that is kept and answered to every repetition. */
    public static Treatment keptHttp(int status) {
        return of(new Verdict.KeptFailure(status, false));
    }

    /** The same after the effect. */
    public static Treatment applyThenHttp(int status) {
        return of(new Verdict.KeptFailure(status, true));
    }

    /** Accepted, and settled after a while. */
    public static Treatment pending(Duration settlesAfter, boolean applied) {
        return of(new Verdict.Accepted(settlesAfter, applied));
    }

    /** The connection dies before the request reaches the downstream. */
    public static Treatment lost() {
        return new Treatment(NEVER, new Verdict.Applied(), new Reply.Resets(Duration.ZERO));
    }

    /** Certainty that nothing was sent: circuit open, connect refused. */
    public static Treatment notSent(String code) {
        return new Treatment(NEVER, new Verdict.Applied(), new Reply.NotSent(code, null));
    }

    /** Refused before the business layer, with a wish to be left alone. */
    public static Treatment notSent(String code, Duration retryAfter) {
        return new Treatment(NEVER, new Verdict.Applied(), new Reply.NotSent(code, retryAfter));
    }

    /** The same without an answer: the connection dies. */
    public Treatment reset() {
        return new Treatment(arrival, verdict, new Reply.Resets(Duration.ZERO));
    }

    /** The same, answered so much later. */
    public Treatment hang(Duration time) {
        return new Treatment(arrival, verdict, new Reply.Answers(time));
    }

    /** The same, but the request arrives so long after the caller gave up. */
    public Treatment late(Duration time) {
        return new Treatment((sent, deadline) -> Optional.of(deadline.plus(time)), verdict, new Reply.Silence());
    }

    private static Treatment of(Verdict verdict) {
        return new Treatment(AT_ONCE, verdict, ANSWER);
    }
}
