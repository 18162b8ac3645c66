package io.querent.receiver.web;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/** Somebody who calls over HTTP. */
final class Caller {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final int port;
    private final String name;

    Caller(int port, String name) {
        this.port = port;
        this.name = name;
    }

    HttpResponse<String> post(String path, String key, String body, String... headers)
            throws IOException, InterruptedException {
        return CLIENT.send(request(path, key, body, headers), BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> posting(String path, String key, String body) {
        return CLIENT.sendAsync(request(path, key, body), BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return CLIENT.send(to(path).GET().build(), BodyHandlers.ofString());
    }

    HttpResponse<Void> head(String path) throws IOException, InterruptedException {
        return CLIENT.send(to(path).method("HEAD", BodyPublishers.noBody()).build(), BodyHandlers.discarding());
    }

    private HttpRequest request(String path, String key, String body, String... headers) {
        HttpRequest.Builder request = to(path).header("Content-Type", "application/json");
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        for (int i = 0; i < headers.length; i += 2) {
            if (headers[i].equals("Content-Type")) {
                request.setHeader(headers[i], headers[i + 1]);
            } else {
                request.header(headers[i], headers[i + 1]);
            }
        }
        return request.POST(BodyPublishers.ofString(body)).build();
    }

    private HttpRequest.Builder to(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        return name == null ? request : request.header("Test-Caller", name);
    }
}
