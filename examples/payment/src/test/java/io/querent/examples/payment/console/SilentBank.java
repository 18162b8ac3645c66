package io.querent.examples.payment.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A bank that takes every instruction in, hangs up without a word, and answers no question: nobody can say of any payment whether it was made. */
final class SilentBank implements AutoCloseable {
    private static final int AWAY = 503;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private SilentBank(HttpServer server) {
        this.server = server;
    }

    static SilentBank open() throws IOException {
        SilentBank bank =
                new SilentBank(HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 100));
        bank.server.createContext("/", SilentBank::handle);
        bank.server.setExecutor(bank.threads);
        bank.server.start();
        return bank;
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] unused = exchange.getRequestBody().readAllBytes();
            if (exchange.getRequestMethod().equals("GET")) {
                exchange.sendResponseHeaders(AWAY, -1);
            }
        }
    }
}
