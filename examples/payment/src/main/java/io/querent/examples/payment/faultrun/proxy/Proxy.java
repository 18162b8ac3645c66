package io.querent.examples.payment.faultrun.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A proxy before a server on this machine, always at the same port, wherever the server is. While there is no server it refuses
 * connections, as a machine without the server would. Thread-safe.
 */
public final class Proxy implements AutoCloseable {
    private static final int BACKLOG = 100;
    private static final int LOWEST_PORT = 15_000;
    private static final int HIGHEST_PORT = 32_000;
    private static final int MOST_TRIES = 100;
    private static final Duration BIND_LIMIT = Duration.ofSeconds(10);
    private static final long BIND_PAUSE_MILLIS = 20;

    private final Supplier<Traffic> traffic;
    private final int port;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Cut> armed = new AtomicReference<>();
    private final Map<Side, AtomicInteger> done = new EnumMap<>(Side.class);
    private volatile CountDownLatch released = new CountDownLatch(1);
    private volatile int serverPort;
    private @Nullable ServerSocket listener;
    private @Nullable Thread acceptor;
    private boolean closed;

    private Proxy(Supplier<Traffic> traffic, ServerSocket first) {
        this.traffic = traffic;
        this.port = first.getLocalPort();
        for (Side side : Side.values()) {
            done.put(side, new AtomicInteger());
        }
    }

    /** A cut that waits for its moment. */
    record Cut(Side side, CountDownLatch happened) {}

    /** A proxy before a server that speaks HTTP. Its moments are POSTs. */
    public static Proxy ofHttp() {
        return reserve(Traffic.http());
    }

    /** A proxy before a PostgreSQL server. Its moments are COMMITs. */
    public static Proxy ofPostgres() {
        return reserve(Traffic.postgres());
    }

    /**
     * Nobody is to be connected yet, but the port is chosen: below those that operating systems give to connections that go out, so
     * that none of these has it while nobody listens.
     */
    private static Proxy reserve(Supplier<Traffic> traffic) {
        for (int tries = 1; ; tries++) {
            int wanted = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
            try (ServerSocket first = new ServerSocket(wanted, BACKLOG, InetAddress.getLoopbackAddress())) {
                return new Proxy(traffic, first);
            } catch (IOException taken) {
                if (tries == MOST_TRIES) {
                    throw new UncheckedIOException(taken);
                }
            }
        }
    }

    /** The port on the loopback address, the same from beginning to end. */
    public int port() {
        return port;
    }

    /** The server listens there now. */
    public synchronized void forwardTo(int newServerPort) {
        serverPort = newServerPort;
        if (listener == null && !closed) {
            ServerSocket bound = bind();
            listener = bound;
            acceptor = inThreadOfItsOwn(() -> accept(bound));
        }
    }

    /** The server is gone: connections end, new ones are refused. */
    public synchronized void refuse() {
        if (listener != null) {
            Link.closeQuietly(listener);
            listener = null;
        }
        if (acceptor != null) {
            // As long as a thread still waits in it, the system goes on taking connections for a socket that was
            // closed.
            awaitEnd(acceptor);
            acceptor = null;
        }
        cutAll();
    }

    /**
     * Cuts a connection at its next request that matters.
     *
     * @return counted down when it has happened
     */
    public CountDownLatch cut(Side side) {
        Cut cut = new Cut(side, new CountDownLatch(1));
        armed.set(cut);
        return cut.happened();
    }

    /** Takes back a cut whose moment has not come. */
    public void disarm() {
        armed.set(null);
    }

    /** Lets all requests go that are held. */
    public void release() {
        released.countDown();
        released = new CountDownLatch(1);
    }

    /** Cuts every connection there is. */
    public void cutAll() {
        links.forEach(Link::close);
    }

    /** How many requests were stopped there. */
    public int count(Side side) {
        return counter(side).get();
    }

    @Override
    public synchronized void close() {
        closed = true;
        refuse();
        release();
    }

    /** The cut that is due at this moment, if one is; it is nobody else's then. */
    @Nullable
    Cut take() {
        Cut cut = armed.get();
        return cut != null && armed.compareAndSet(cut, null) ? cut : null;
    }

    /** Says so before the connection dies: whoever finds it dead finds the cut counted. */
    void happened(Cut cut) {
        counter(cut.side()).incrementAndGet();
        cut.happened().countDown();
    }

    CountDownLatch released() {
        return released;
    }

    void forget(Link link) {
        links.remove(link);
    }

    static Thread inThreadOfItsOwn(Runnable task) {
        Thread thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitEnd(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept(ServerSocket bound) {
        while (!bound.isClosed()) {
            try {
                connect(bound.accept());
            } catch (IOException over) {
                // The listener was closed, which ends the loop.
                continue;
            }
        }
    }

    private void connect(Socket client) {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Link link = new Link(this, client, server, traffic.get());
            links.add(link);
            link.start();
        } catch (IOException serverAway) {
            Link.closeQuietly(client);
        }
    }

    /** Somebody else may have taken our port while nobody listened at it, and may give it back. */
    private ServerSocket bind() {
        long end = System.nanoTime() + BIND_LIMIT.toNanos();
        while (true) {
            try {
                ServerSocket socket = new ServerSocket();
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
                return socket;
            } catch (IOException taken) {
                if (System.nanoTime() - end > 0) {
                    throw new UncheckedIOException(taken);
                }
                pause();
            }
        }
    }

    private static void pause() {
        try {
            boolean unused = new CountDownLatch(1).await(BIND_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private AtomicInteger counter(Side side) {
        AtomicInteger counter = done.get(side);
        if (counter == null) {
            throw new IllegalStateException("no counter for " + side);
        }
        return counter;
    }
}
