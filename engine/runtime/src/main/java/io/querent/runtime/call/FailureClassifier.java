package io.querent.runtime.call;

import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.querent.decision.QueryAnswer;
import io.querent.outbox.FailureText;
import io.querent.saga.Outcome;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;

/**
 * Reads what an action threw (R1). Only what proves that nothing was sent is {@link Outcome.NotExecuted}: connection refused,
 * name not found, connect timeout, handshake failed, a cap or an open circuit in front of the call. Everything else is
 * {@link Outcome.Unknown}. It relies on an action sending one request: a second one refused after a first one sent would be
 * misread.
 */
public final class FailureClassifier {
    private static final int DEEPEST_CAUSE = 16;

    private static final List<Proof> PROOFS = List.of(
            new Proof(HttpConnectTimeoutException.class, "connect-timeout"),
            new Proof(ConnectException.class, "connect-refused"),
            new Proof(NoRouteToHostException.class, "no-route"),
            new Proof(UnknownHostException.class, "name-not-found"),
            new Proof(UnresolvedAddressException.class, "name-not-found"),
            new Proof(SSLHandshakeException.class, "tls-handshake"),
            new Proof(CallNotPermittedException.class, "circuit-open"),
            new Proof(BulkheadFullException.class, "bulkhead-full"),
            new Proof(RequestNotPermitted.class, "rate-limited"));

    private FailureClassifier() {}

    /** What {@code failure}, thrown by an action, proves. */
    public static <R> Outcome<R> classify(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            for (Proof proof : PROOFS) {
                if (proof.type().isInstance(cause)) {
                    return Outcome.notExecuted(proof.code(), describe(cause));
                }
            }
            cause = cause.getCause();
        }
        return Outcome.unknown(describe(failure));
    }

    /** What {@code failure}, thrown by a query, proves: that nothing was asked, or nothing. */
    public static QueryAnswer unanswered(Throwable failure) {
        return classify(failure) instanceof Outcome.NotExecuted<?> notSent
                ? new QueryAnswer.NotAsked(notSent.code() + ": " + notSent.message())
                : new QueryAnswer.Unavailable(describe(failure));
    }

    /** One line about a failure and its causes, bounded in length. */
    public static String describe(Throwable failure) {
        return FailureText.of(failure);
    }

    private record Proof(Class<? extends Throwable> type, String code) {}
}
