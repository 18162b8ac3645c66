package io.querent.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A TCP proxy before a server that can cut the connection at a message of the client's: before or after the server has acted on it. */
public final class CuttingProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int serverPort;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Cut> armed = new AtomicReference<>();

    public CuttingProxy(int serverPort) {
        this.serverPort = serverPort;
        try {
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        start(this::accept);
    }

    /** Which message to cut at: the first that holds {@code text}. */
    private record Cut(String text, Kind kind, CountDownLatch done) {}

    private enum Kind {
        BEFORE,
        AFTER,
        SILENT
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Arms one cut at the first message with this text that the server shall never see. */
    public CountDownLatch cutBefore(String text) {
        return arm(text, Kind.BEFORE);
    }

    /** Arms one silence: from the first message with this text on nothing passes any more, and no connection is closed. */
    CountDownLatch fallSilentBefore(String text) {
        return arm(text, Kind.SILENT);
    }

    /** Arms one cut at the first message with this text, once the server has acted on it; its answer is lost. */
    public CountDownLatch cutAfter(String text) {
        return arm(text, Kind.AFTER);
    }

    private CountDownLatch arm(String text, Kind kind) {
        Cut cut = new Cut(text, kind, new CountDownLatch(1));
        armed.set(cut);
        return cut.done;
    }

    /** Cuts every connection there is. */
    public void cutAll() {
        sockets.forEach(CuttingProxy::closeQuietly);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                sockets.add(server);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                Link link = new Link(client, server);
                start(link::clientToServer);
                start(link::serverToClient);
            } catch (IOException closedOrServerAway) {
                cutAll();
            }
        }
    }

    private static void start(Runnable pump) {
        Thread thread = new Thread(pump, "cutting-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        closeQuietly(listener);
        cutAll();
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception closedAnyway) {
            // Nothing is left to do with it.
        }
    }

    /** One connection through the proxy. */
    private final class Link {
        private final Socket client;
        private final Socket server;
        private volatile @Nullable Cut awaitingAnswer;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void clientToServer() {
            pump(client, server, (chunk, length) -> {
                Cut cut = armed.get();
                if (cut == null || !text(chunk, length).contains(cut.text) || !armed.compareAndSet(cut, null)) {
                    return true;
                }
                switch (cut.kind) {
                    case AFTER -> awaitingAnswer = cut;
                    case BEFORE -> end(cut);
                    case SILENT -> cut.done.countDown();
                }
                return cut.kind == Kind.AFTER;
            });
        }

        void serverToClient() {
            pump(server, client, (chunk, length) -> {
                Cut cut = awaitingAnswer;
                if (cut == null) {
                    return true;
                }
                if (isReadyAndIdle(chunk, length)) {
                    end(cut);
                }
                return false;
            });
        }

        /** Says so before it cuts: whoever finds the connection dead finds the cut done. */
        private void end(Cut cut) {
            cut.done.countDown();
            closeQuietly(client);
            closeQuietly(server);
        }

        private void pump(Socket from, Socket to, Filter filter) {
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
            } finally {
                sockets.remove(from);
                sockets.remove(to);
            }
        }

        private static String text(byte[] chunk, int length) {
            return new String(chunk, 0, length, StandardCharsets.ISO_8859_1);
        }

        /** Whether the server's answer ends with ReadyForQuery outside of a transaction. */
        private static boolean isReadyAndIdle(byte[] chunk, int length) {
            return length >= 6 && chunk[length - 6] == 'Z' && chunk[length - 1] == 'I';
        }
    }

    private interface Filter {
        boolean passes(byte[] chunk, int length);
    }
}
