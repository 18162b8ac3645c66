package io.querent.postgres.cases;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.querent.outbox.MessagePublisher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A broker behind a real socket. It writes down what arrives, in order, and answers as it was told to. */
final class BrokerServer implements AutoCloseable {
    /** How the broker takes a message. */
    interface Manner {
        /** Returns the status to answer with. */
        int take(Arrival arrival) throws InterruptedException;
    }

    /** A message as it arrived. */
    record Arrival(String id, String topic, String key, String payload, int times) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final List<Arrival> arrivals = new CopyOnWriteArrayList<>();
    private final List<Arrival> acknowledged = new CopyOnWriteArrayList<>();
    private final ConcurrentHashMap<String, AtomicInteger> times = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, AtomicInteger> now = new ConcurrentHashMap<>();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private volatile Manner manner = arrival -> 200;

    BrokerServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(threads);
        server.createContext("/", this::receive);
        server.start();
    }

    void behave(Manner other) {
        manner = other;
    }

    /** A publisher that waits for the broker's acknowledgement. */
    MessagePublisher publisher() {
        URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return message -> {
            HttpRequest request = HttpRequest.newBuilder(base.resolve("/"))
                    .header("id", message.id())
                    .header("topic", encoded(message.topic()))
                    .header("key", encoded(message.orderingKey() == null ? "" : message.orderingKey()))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(message.payload()))
                    .build();
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException("the broker answered " + answer.statusCode());
            }
        };
    }

    /** All that arrived. */
    List<Arrival> arrivals() {
        return arrivals;
    }

    /** Ids of what was acknowledged, in order. */
    List<String> acknowledgedIds() {
        return acknowledged.stream().map(Arrival::id).toList();
    }

    /** Most copies of one message that were there at the same time. */
    int mostAtOnce() {
        return mostAtOnce.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void receive(HttpExchange exchange) throws IOException {
        String id = exchange.getRequestHeaders().getFirst("id");
        String payload = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Arrival arrival = new Arrival(
                id,
                exchange.getRequestHeaders().getFirst("topic"),
                exchange.getRequestHeaders().getFirst("key"),
                payload,
                times.computeIfAbsent(id, key -> new AtomicInteger()).incrementAndGet());
        AtomicInteger here = now.computeIfAbsent(id, key -> new AtomicInteger());
        mostAtOnce.accumulateAndGet(here.incrementAndGet(), Math::max);
        int status = 500;
        try {
            arrivals.add(arrival);
            status = manner.take(arrival);
            if (status == 200) {
                acknowledged.add(arrival);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } finally {
            here.decrementAndGet();
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
