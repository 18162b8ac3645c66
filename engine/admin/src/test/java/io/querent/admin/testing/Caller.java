package io.querent.admin.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the API over a real socket. */
public final class Caller {
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final int port;
    private final @Nullable String authorization;

    Caller(int port, @Nullable String name, String password) {
        this(port, name == null ? null : basic(name, password));
    }

    private Caller(int port, @Nullable String authorization) {
        this.port = port;
        this.authorization = authorization;
    }

    /** The same with an identity provider's token. */
    public static Caller withToken(int port, String token) {
        return new Caller(port, "Bearer " + token);
    }

    /** What was answered. */
    public record Answer(int status, String body, HttpResponse<?> response) {
        public JsonNode json() {
            return MAPPER.readTree(body);
        }

        public Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }

        /** A member of the body that is a text. */
        public String text(String member) {
            return json().path(member).asString("");
        }
    }

    public Answer get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    public Answer post(String path, String json, String... headers) {
        return send("POST", path, json.getBytes(StandardCharsets.UTF_8), headers);
    }

    /** Sends bytes as JSON; no body when there are none. */
    public Answer send(String method, String path, byte @Nullable [] body, String... headers) {
        HttpResponse<byte[]> response =
                sent(request(method, path, body, headers), HttpResponse.BodyHandlers.ofByteArray());
        return new Answer(response.statusCode(), new String(response.body(), StandardCharsets.UTF_8), response);
    }

    /** Gets what may have no end: waits for its head, and reads nothing of it. */
    public Answer open(String path, String... headers) {
        HttpResponse<InputStream> response =
                sent(request("GET", path, null, headers), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream unread = response.body()) {
            return new Answer(response.statusCode(), "", response);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private HttpRequest request(String method, String path, byte @Nullable [] body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(60))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        if (body != null && !List.of(headers).contains("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        for (int i = 0; i + 1 < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request.build();
    }

    private static <T> HttpResponse<T> sent(HttpRequest request, HttpResponse.BodyHandler<T> reader) {
        try {
            return CLIENT.send(request, reader);
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static String basic(String name, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }
}
