package io.querent.benchmarks.console;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** Somebody at a browser who is signed in, and who calls the API as well. Not thread-safe. */
final class Visitor {
    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");
    private static final String SIGN_IN = "/console/sign-in";
    private static final int REDIRECTED = 302;

    private final HttpClient client = HttpClient.newBuilder()
            .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final int port;

    private Visitor(int port) {
        this.port = port;
    }

    /**
     * What was answered.
     *
     * @param wallNanos until the last byte was there
     * @param sentBytes of the body, as it came
     */
    record Answer(int status, String body, int bytes, int sentBytes, long wallNanos) {}

    /** Signs in by the page that is there for it. */
    static Visitor signedIn(int port, String name, String password) throws IOException, InterruptedException {
        Visitor visitor = new Visitor(port);
        Matcher token = TOKEN.matcher(visitor.get(SIGN_IN).body());
        if (!token.find()) {
            throw new IllegalStateException("the page to sign in has no token");
        }
        String form = "_csrf=" + encoded(token.group(1)) + "&name=" + encoded(name) + "&password=" + encoded(password);
        HttpResponse<Void> in = visitor.client.send(
                HttpRequest.newBuilder(visitor.uri(SIGN_IN))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form))
                        .build(),
                HttpResponse.BodyHandlers.discarding());
        if (in.statusCode() != REDIRECTED) {
            throw new IllegalStateException("not signed in: the server answers " + in.statusCode());
        }
        return visitor;
    }

    /** Asks for a page, or for a part of one, as a browser does; for what the API has, with name and password. */
    Answer get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .timeout(Duration.ofSeconds(60))
                .header("Accept-Encoding", "gzip");
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (path.startsWith("/api/")) {
            request.header("Authorization", basic());
        }
        long begun = System.nanoTime();
        HttpResponse<byte[]> response = client.send(request.GET().build(), HttpResponse.BodyHandlers.ofByteArray());
        long nanos = System.nanoTime() - begun;
        boolean zipped = response.headers()
                .firstValue("Content-Encoding")
                .filter("gzip"::equals)
                .isPresent();
        byte[] body = zipped ? unzipped(response.body()) : response.body();
        return new Answer(
                response.statusCode(),
                new String(body, StandardCharsets.UTF_8),
                body.length,
                response.body().length,
                nanos);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static byte[] unzipped(byte[] body) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return in.readAllBytes();
        }
    }

    private static String basic() {
        byte[] credentials = (ConsoleNode.OPERATOR + ":" + ConsoleNode.PASSWORD).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(credentials);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }
}
