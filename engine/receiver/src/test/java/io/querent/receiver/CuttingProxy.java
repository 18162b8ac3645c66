package io.querent.receiver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** A TCP proxy before a server that cuts a connection at one message of the client's: before or after the server has acted on it. */
public final class CuttingProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int serverPort;
    private final AtomicReference<Cut> armed = new AtomicReference<>();

    public CuttingProxy(int serverPort) {
        this.serverPort = serverPort;
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        start(this::accept);
    }

    private record Cut(String text, boolean afterwards, CountDownLatch done) {}

    public int port() {
        return listener.getLocalPort();
    }

    /** Arms one cut at the first message with this text: the server never sees it, or has acted on it and its answer is lost. */
    public CountDownLatch cut(String text, boolean afterwards) {
        Cut cut = new Cut(text, afterwards, new CountDownLatch(1));
        armed.set(cut);
        return cut.done;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), serverPort));
                start(link::clientToServer);
                start(link::serverToClient);
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void start(Runnable pump) {
        Thread thread = new Thread(pump, "cutting-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    /** One connection through the proxy. */
    private final class Link {
        private final Socket client;
        private final Socket server;
        private volatile Cut awaitingAnswer;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void clientToServer() {
            pump(client, server, (chunk, length) -> {
                Cut cut = armed.get();
                String text = new String(chunk, 0, length, StandardCharsets.ISO_8859_1);
                if (cut == null || !text.contains(cut.text) || !armed.compareAndSet(cut, null)) {
                    return true;
                } else if (cut.afterwards) {
                    awaitingAnswer = cut;
                    return true;
                }
                end(cut);
                return false;
            });
        }

        void serverToClient() {
            pump(server, client, (chunk, length) -> {
                Cut cut = awaitingAnswer;
                // The answer ends with ReadyForQuery, outside of a transaction.
                if (cut != null && length >= 6 && chunk[length - 6] == 'Z' && chunk[length - 1] == 'I') {
                    end(cut);
                }
                return cut == null;
            });
        }

        private void end(Cut cut) {
            cut.done.countDown();
            close(client);
            close(server);
        }

        private static void close(Socket socket) {
            try {
                socket.close();
            } catch (IOException closedAnyway) {
                // Nothing is left to do with it.
            }
        }

        private static void pump(Socket from, Socket to, Filter filter) {
            byte[] chunk = new byte[256 * 1024];
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
                    if (filter.passes(chunk, length)) {
                        out.write(chunk, 0, length);
                    }
                }
            } catch (IOException cut) {
                // The other end learns of it by the closing of its socket.
            }
        }
    }

    private interface Filter {
        boolean passes(byte[] chunk, int length);
    }
}
