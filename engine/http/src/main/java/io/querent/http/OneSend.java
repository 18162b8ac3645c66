package io.querent.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * The innermost interceptor, which sends by itself: what stands in front may add headers, sign or trace, but cannot change body, key
 * or token, and cannot make it send twice. One request goes out, or none, and the socket is closed at the attempt's deadline.
 */
final class OneSend implements ClientHttpRequestInterceptor {
    /** Set by the client itself; {@code Transfer-Encoding} and {@code Content-Length} follow from the frozen bytes. */
    static final Set<String> CONNECTION_HEADERS =
            Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

    private final HttpClient client;
    private final int longestAnswerBytes;

    OneSend(HttpClient client, int longestAnswerBytes) {
        this.client = client;
        this.longestAnswerBytes = longestAnswerBytes;
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] ignored, ClientHttpRequestExecution unused)
            throws IOException {
        if (!(request.getAttributes().get(Attempt.ATTRIBUTE) instanceof Attempt attempt)) {
            throw HttpStepException.noAttempt();
        }
        attempt.begin();
        Duration limit = attempt.timeLeft();
        if (limit.isZero() || limit.isNegative()) {
            throw HttpStepException.tooLate();
        }
        CompletableFuture<HttpResponse<BoundedBody.Bytes>> exchange =
                client.sendAsync(toSend(request, attempt), head -> {
                    attempt.statusSeen(head.statusCode());
                    return new BoundedBody(longestAnswerBytes);
                });
        ReceivedAnswer answer = new ReceivedAnswer(await(exchange, attempt, limit));
        attempt.received(answer);
        return answer;
    }

    private static java.net.http.HttpRequest toSend(HttpRequest request, Attempt attempt) {
        java.net.http.HttpRequest.Builder built = java.net.http.HttpRequest.newBuilder(request.getURI())
                .method(request.getMethod().name(), attempt.body());
        request.getHeaders().forEach((name, values) -> {
            if (!CONNECTION_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> built.header(name, value));
            }
        });
        attempt.headersIfAbsent().forEach((name, value) -> {
            if (!request.getHeaders().containsHeader(name)) {
                built.setHeader(name, value);
            }
        });
        attempt.headers().forEach(built::setHeader);
        return built.build();
    }

    /** Cancelling an exchange closes its socket. The permit is withdrawn first: a connection that comes up now writes nothing. */
    private static <T> T await(CompletableFuture<T> exchange, Attempt attempt, Duration limit) throws IOException {
        try {
            return exchange.get(saturatedNanos(limit), TimeUnit.NANOSECONDS);
        } catch (TimeoutException overdue) {
            attempt.withdraw();
            exchange.cancel(true);
            throw new HttpTimeoutException("no whole answer within " + limit);
        } catch (InterruptedException interrupted) {
            attempt.withdraw();
            exchange.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the answer");
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            attempt.failedWith(cause);
            throw cause instanceof IOException known ? known : new IOException(cause);
        }
    }

    private static long saturatedNanos(Duration limit) {
        return limit.compareTo(Duration.ofDays(1)) > 0 ? TimeUnit.DAYS.toNanos(1) : limit.toNanos();
    }
}
