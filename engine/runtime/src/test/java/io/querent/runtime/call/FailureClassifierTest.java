package io.querent.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import io.querent.decision.QueryAnswer;
import io.querent.saga.Outcome;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** R1: only proof that nothing was sent is NotExecuted. */
class FailureClassifierTest {
    static Stream<Throwable> proofs() {
        return Stream.of(
                new ConnectException("Connection refused"),
                new NoRouteToHostException("No route"),
                new UnknownHostException("bank.invalid"),
                new HttpConnectTimeoutException("connect timed out"),
                new SSLHandshakeException("certificate expired"),
                CallNotPermittedException.createCallNotPermittedException(CircuitBreaker.ofDefaults("bank")),
                BulkheadFullException.createBulkheadFullException(Bulkhead.ofDefaults("bank")),
                RequestNotPermitted.createRequestNotPermitted(RateLimiter.ofDefaults("bank")),
                new UncheckedIOException(new ConnectException("wrapped")),
                new IllegalStateException("wrapped twice", new IOException(new ConnectException("deep"))));
    }

    static Stream<Throwable> noProofs() {
        return Stream.of(
                new SocketTimeoutException("Read timed out"),
                new HttpTimeoutException("request timed out"),
                new IOException("Connection reset"),
                new IOException("HTTP/1.1 header parser received no bytes"),
                new EOFException(),
                new SSLException("closed while reading"),
                new TimeoutException(),
                new InterruptedException(),
                new IllegalStateException("the user's own bug"),
                new NullPointerException(),
                new StackOverflowError());
    }

    @ParameterizedTest
    @MethodSource("proofs")
    void proofThatNothingWasSentIsNotExecuted(Throwable proof) {
        assertThat(FailureClassifier.classify(proof)).isInstanceOf(Outcome.NotExecuted.class);
    }

    @ParameterizedTest
    @MethodSource("noProofs")
    void everythingElseIsUnknown(Throwable failure) {
        assertThat(FailureClassifier.classify(failure)).isInstanceOf(Outcome.Unknown.class);
    }

    @ParameterizedTest
    @MethodSource("proofs")
    void theSameProofSaysThatAQuestionWasNotAsked(Throwable proof) {
        assertThat(FailureClassifier.unanswered(proof)).isInstanceOf(QueryAnswer.NotAsked.class);
    }

    @ParameterizedTest
    @MethodSource("noProofs")
    void everyOtherQuestionMayHaveBeenAskedAndIsUnanswered(Throwable failure) {
        assertThat(FailureClassifier.unanswered(failure))
                .isEqualTo(new QueryAnswer.Unavailable(FailureClassifier.describe(failure)));
    }

    @Test
    void aRefusedConnectionOfARealSocketIsProof() throws IOException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        assertThat(FailureClassifier.classify(failureOf(closed)))
                .isInstanceOfSatisfying(
                        Outcome.NotExecuted.class,
                        outcome -> assertThat(outcome.code()).isEqualTo("connect-refused"));
    }

    @Test
    void aConnectionThatIsResetAfterTheRequestIsNoProof() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            Thread server = new Thread(() -> acceptReadAndReset(socket));
            server.setDaemon(true);
            server.start();
            assertThat(FailureClassifier.classify(failureOf(socket.getLocalPort())))
                    .isInstanceOf(Outcome.Unknown.class);
        }
    }

    @Test
    void aChainOfCausesThatNeverEndsIsDescribedInBoundedLength() {
        Exception one = new Exception("x".repeat(5_000));
        Exception other = new Exception("y", one);
        one.initCause(other);

        assertThat(FailureClassifier.describe(other)).hasSizeLessThanOrEqualTo(1_000);
        assertThat(FailureClassifier.classify(other)).isInstanceOf(Outcome.Unknown.class);
    }

    private static Throwable failureOf(int port) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        try {
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            throw new AssertionError("the server does not answer");
        } catch (IOException | InterruptedException failure) {
            return failure;
        }
    }

    private static void acceptReadAndReset(ServerSocket socket) {
        try (Socket client = socket.accept()) {
            client.setSoLinger(true, 0);
            client.getInputStream().read();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
