package io.querent.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server that speaks no HTTP of its own: it counts the requests that arrive and answers each with the bytes, or the misdeed, of a script. */
final class RawServer implements AutoCloseable {
    /** What is done to a request that has arrived whole. */
    interface Misdeed {
        void commit(Connection connection) throws IOException;
    }

    /** A request as it arrived. Its head is counted even when its body never comes. */
    record Arrived(String line, Map<String, List<String>> headers, byte[] body) {
        String header(String name) {
            List<String> values = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
            return values.size() == 1 ? values.get(0) : values.toString();
        }
    }

    private final ServerSocket listening;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final List<Arrived> arrived = new CopyOnWriteArrayList<>();
    private final Queue<Misdeed> script = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch clientGone = new CountDownLatch(1);
    private final Misdeed usual;

    /** Does the same to every request for which {@link #then} left nothing. */
    RawServer(Misdeed usual) {
        this(plain(), usual);
    }

    /** The same behind a socket of another kind. */
    RawServer(ServerSocket listening, Misdeed usual) {
        this.usual = usual;
        this.listening = listening;
        background(this::accept);
    }

    private static ServerSocket plain() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers every request with these bytes. */
    static RawServer answering(String answer) {
        return new RawServer(connection -> connection.write(answer));
    }

    /** What is done to the next request that has nothing in store yet. */
    RawServer then(Misdeed misdeed) {
        script.add(misdeed);
        return this;
    }

    String url() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    List<Arrived> arrived() {
        return List.copyOf(arrived);
    }

    /** Waits until a client has closed its end of a connection that a misdeed held. */
    boolean sawClientGo() throws InterruptedException {
        return clientGone.await(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        closing.countDown();
        listening.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    private void accept() throws IOException {
        while (!listening.isClosed()) {
            Socket socket = listening.accept();
            open.add(socket);
            background(() -> new Connection(socket).serve());
        }
    }

    private static void background(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (IOException ended) {
                // closed by the test, or by the client, which is what many tests are about
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private interface Task {
        void run() throws IOException;
    }

    /** One connection, and the ways to treat it badly. */
    final class Connection {
        private final Socket socket;
        private final InputStream in;

        private Connection(Socket socket) throws IOException {
            this.socket = socket;
            this.in = socket.getInputStream();
        }

        private void serve() throws IOException {
            for (String line = line(); line != null; line = line()) {
                Arrived request = read(line);
                arrived.add(request);
                Misdeed next = script.poll();
                (next == null ? usual : next).commit(this);
            }
        }

        void write(String text) throws IOException {
            write(text.getBytes(StandardCharsets.UTF_8));
        }

        void write(byte[] bytes) throws IOException {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        }

        /** Ends the connection in order. */
        void end() throws IOException {
            socket.close();
        }

        /** Kills the connection: the client reads a reset. */
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /** Answers nothing until the client gives up. */
        void hang() throws IOException {
            try {
                in.transferTo(OutputStream.nullOutputStream());
            } finally {
                clientGone.countDown();
            }
        }

        /** Writes a character at a time, with a pause after each, until the client gives up. */
        void drip(String text) throws IOException {
            try {
                for (int at = 0; at < text.length(); at++) {
                    write(text.substring(at, at + 1));
                    if (closing.await(20, TimeUnit.MILLISECONDS)) {
                        return;
                    }
                }
            } catch (IOException gone) {
                clientGone.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private Arrived read(String line) throws IOException {
            Map<String, List<String>> headers = new TreeMap<>();
            for (String header = line(); header != null && header.contains(":"); header = line()) {
                String name = header.substring(0, header.indexOf(':')).toLowerCase(Locale.ROOT);
                headers.computeIfAbsent(name, unused -> new CopyOnWriteArrayList<>())
                        .add(header.substring(name.length() + 1).strip());
            }
            int length = Integer.parseInt(
                    headers.getOrDefault("content-length", List.of("0")).get(0));
            return new Arrived(line, headers, in.readNBytes(length));
        }

        private String line() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int c = in.read(); c >= 0; c = in.read()) {
                if (c == '\n') {
                    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
                }
                line.write(c);
            }
            return null;
        }
    }
}
