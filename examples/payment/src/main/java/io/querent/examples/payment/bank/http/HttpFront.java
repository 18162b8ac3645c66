package io.querent.examples.payment.bank.http;

import com.sun.net.httpserver.HttpServer;
import io.querent.examples.payment.bank.books.OpenBooks;
import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.instruction.InstructionReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import tools.jackson.databind.json.JsonMapper;

/** The bank's door: an HTTP server on the loopback address. */
public final class HttpFront implements AutoCloseable {
    private static final int BACKLOG = 512;

    /** In numbers, because by name the system may prefer IPv6. */
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final HttpServer server;

    private HttpFront(HttpServer server) {
        this.server = server;
    }

    /**
     * What the front needs and does not own: the caller ends {@code workers} and {@code timer} after closing the front.
     *
     * @param timer only waits; work is done by {@code workers}
     */
    public record Needs(
            OpenBooks books,
            InstructionReader instructions,
            JsonMapper json,
            BankFaults faults,
            boolean honoursKeys,
            ExecutorService workers,
            ScheduledExecutorService timer) {}

    /**
     * Opens the door.
     *
     * @param port 0 for any free port
     * @throws UncheckedIOException when the port is taken
     */
    public static HttpFront open(int port, Needs needs) {
        HttpLimits.apply();
        Router.Endpoints endpoints = new Router.Endpoints(
                new SendEndpoint(needs.books(), needs.instructions(), needs.faults(), needs.honoursKeys()),
                new LookupEndpoint(needs.books(), needs.faults()),
                new PaymentFileEndpoint(needs.books(), needs.instructions(), needs.faults()),
                new StatementEndpoint(needs.books(), needs.faults()),
                new BooksEndpoint(needs.books()));
        Router router = new Router(endpoints, new HeldRequests(needs.timer(), needs.workers()), needs.json());
        try {
            InetAddress loopback = InetAddress.getByAddress(LOOPBACK);
            HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), BACKLOG);
            server.setExecutor(needs.workers());
            server.createContext("/", router);
            server.start();
            return new HttpFront(server);
        } catch (IOException refused) {
            throw new UncheckedIOException("port " + port + " cannot be opened", refused);
        }
    }

    /** The port that is open. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Ends all connections, also those with a request in progress: to their callers the bank has crashed. */
    @Override
    public void close() {
        server.stop(0);
    }
}
