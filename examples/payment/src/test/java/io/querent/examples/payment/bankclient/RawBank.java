package io.querent.examples.payment.bankclient;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that takes requests off raw sockets, counts them, and does to the connection what the test says. */
final class RawBank implements BankAddress, AutoCloseable {
    private final ServerSocket server;
    private final Conduct conduct;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();

    /** What happens to a connection after a request has arrived. */
    interface Conduct {
        void react(Socket connection, String request) throws IOException;
    }

    private RawBank(ServerSocket server, Conduct conduct) {
        this.server = server;
        this.conduct = conduct;
    }

    static RawBank with(Conduct conduct) throws IOException {
        RawBank bank = new RawBank(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), conduct);
        daemon(bank::accept);
        return bank;
    }

    /** Answers, and keeps the connection. */
    static RawBank answering(int status, String body, String... headers) throws IOException {
        return with((connection, request) -> write(connection, answer(status, body, headers)));
    }

    static String answer(int status, String body, String... headers) {
        StringBuilder text = new StringBuilder("HTTP/1.1 " + status + " Whatever\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        return text.append("Content-Length: " + body.getBytes(UTF_8).length + "\r\n\r\n")
                .append(body)
                .toString();
    }

    static void write(Socket connection, String text) throws IOException {
        connection.getOutputStream().write(text.getBytes(UTF_8));
        connection.getOutputStream().flush();
    }

    /** Ends the connection as a crash does: the peer sees a reset. */
    static void reset(Socket connection) throws IOException {
        connection.setSoLinger(true, 0);
        connection.close();
    }

    @Override
    public URI current() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    int connections() {
        return connections.get();
    }

    /** Requests that arrived, headers and body. */
    List<String> requests() {
        return requests;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket connection : open) {
            connection.close();
        }
    }

    private void accept() throws IOException {
        while (true) {
            Socket connection = server.accept();
            open.add(connection);
            connections.incrementAndGet();
            daemon(() -> serve(connection));
        }
    }

    private void serve(Socket connection) throws IOException {
        while (!connection.isClosed()) {
            String request = read(connection.getInputStream());
            requests.add(request);
            conduct.react(connection, request);
        }
    }

    private static String read(InputStream stream) throws IOException {
        StringBuilder request = new StringBuilder();
        while (request.indexOf("\r\n\r\n") < 0) {
            int next = stream.read();
            if (next < 0) {
                throw new IOException("the client has gone");
            }
            request.append((char) next);
        }
        int length = request.toString()
                .lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(
                        line.substring("content-length:".length()).strip()))
                .findFirst()
                .orElse(0);
        return request.append(new String(stream.readNBytes(length), ISO_8859_1)).toString();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                // The test is over, or the client has hung up.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
