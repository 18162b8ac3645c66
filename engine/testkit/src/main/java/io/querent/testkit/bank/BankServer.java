package io.querent.testkit.bank;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The bank's HTTP face. */
final class BankServer implements AutoCloseable {
    private static final String PATH = "/operations";

    private final HttpServer server;
    private final ExecutorService threads;

    private BankServer(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    static BankServer start(FakeBank bank) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            ExecutorService threads = Executors.newCachedThreadPool(task -> {
                Thread thread = new Thread(task, "querent-test-bank");
                thread.setDaemon(true);
                return thread;
            });
            server.setExecutor(threads);
            server.createContext(PATH, exchange -> serve(bank, exchange));
            server.start();
            return new BankServer(server, threads);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static void serve(FakeBank bank, HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Reaction reaction = react(bank, exchange, body);
            if (!(reaction instanceof Reaction.Nothing)) {
                answer(exchange, reaction);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private static Reaction react(FakeBank bank, HttpExchange exchange, String body) throws InterruptedException {
        if (exchange.getRequestMethod().equals("GET")) {
            String path = exchange.getRequestURI().getPath();
            String key = path.substring(Math.min(path.length(), PATH.length() + 1));
            return bank.ask(key, Tally.operationOf(key));
        }
        String key = Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Idempotency-Key"), "");
        return key.isEmpty() ? new Reaction.Status(400) : bank.send(key, Tally.operationOf(key), body);
    }

    private static void answer(HttpExchange exchange, Reaction reaction) throws IOException {
        byte[] body = body(reaction).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status(reaction), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private static int status(Reaction reaction) {
        if (reaction instanceof Reaction.Booked) {
            return 200;
        } else if (reaction instanceof Reaction.Accepted) {
            return 202;
        } else if (reaction instanceof Reaction.Declined) {
            return 422;
        }
        return reaction instanceof Reaction.Status status ? status.code() : 404;
    }

    private static String body(Reaction reaction) {
        if (reaction instanceof Reaction.Booked booked) {
            Booking booking = booked.booking();
            return "{\"reference\":\"" + booking.reference() + "\",\"request\":" + quoted(booking.request()) + "}";
        } else if (reaction instanceof Reaction.Accepted accepted) {
            return "{\"reference\":\"" + accepted.reference() + "\"}";
        }
        if (reaction instanceof Reaction.Declined declined) {
            return "{\"code\":\"" + declined.code() + "\"}";
        }
        return reaction instanceof Reaction.Unknown ? "{\"code\":\"not-found\"}" : "";
    }

    /** A request is text to the bank: it is given back as it came. */
    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                json.append('\\').append((char) c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", c));
            } else {
                json.append((char) c);
            }
        });
        return json.append('"').toString();
    }
}
