package io.querent.examples.payment.bankclient;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends one request and waits for the whole of its answer. Repeats nothing and follows no redirect. Thread-safe. */
final class BankConnection {
    /** Longest answer, in bytes: far more than any entry, and room for a page of the books. */
    private static final int LONGEST_BODY = 1024 * 1024;

    /** Longest file, in bytes: a statement of many thousand bookings. */
    private static final int LONGEST_FILE = 64 * 1024 * 1024;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    private static final Duration LOOKUP_LIMIT = Duration.ofSeconds(2);

    private final BankAddress address;
    private final HttpClient http;

    BankConnection(BankAddress address) {
        HttpClientRules.apply();
        this.address = address;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
    }

    /** Sends {@code body}, byte for byte, under {@code key}, and listens for so long. */
    BankReply post(String path, String key, byte[] body, Duration limit) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.current().resolve(path))
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return BankReply.of(exchange(request, LONGEST_BODY, limit));
    }

    /** Sends a file, byte for byte. It has no key but what is in it. */
    FileReply postFile(String path, String contentType, byte[] file, Duration limit)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.current().resolve(path))
                .header("Content-Type", contentType)
                .POST(HttpRequest.BodyPublishers.ofByteArray(file))
                .build();
        return fileReply(exchange(request, LONGEST_FILE, limit));
    }

    FileReply getFile(String path, Duration limit) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(address.current().resolve(path)).GET().build();
        return fileReply(exchange(request, LONGEST_FILE, limit));
    }

    private static FileReply fileReply(HttpResponse<byte[]> response) {
        BankReply reply = BankReply.of(response);
        return new FileReply(
                reply.status(), reply.body(), response.headers().firstValue("Location"), reply.retryAfter());
    }

    /** A lookup has a limit of its own, shorter than a send's: asking again costs nothing. */
    BankReply get(String path) throws IOException, InterruptedException {
        return get(path, LOOKUP_LIMIT);
    }

    BankReply get(String path, Duration limit) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(address.current().resolve(path)).GET().build();
        return BankReply.of(exchange(request, LONGEST_BODY, limit));
    }

    /** The client's own time limit ends with the headers; this one covers the body as well. */
    private HttpResponse<byte[]> exchange(HttpRequest request, int longest, Duration limit)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(request, BoundedBody.atMost(longest));
        try {
            return answer.get(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            throw new HttpTimeoutException("no complete answer within " + limit.toMillis() + " ms");
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof IOException cause ? cause : new IOException(failed.getCause());
        } finally {
            answer.cancel(true);
        }
    }
}
