package io.querent.examples.payment.faultrun.proxy;

import io.querent.examples.payment.faultrun.proxy.Proxy.Cut;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** One connection through a proxy: two threads, one for each direction. */
final class Link {
    private static final int PIECE = 64 * 1024;

    private final Proxy proxy;
    private final Socket client;
    private final Socket server;
    private final Traffic traffic;
    /** Set when a request has gone out whose answer must not come back. */
    private volatile @Nullable Cut unanswered;

    Link(Proxy proxy, Socket client, Socket server, Traffic traffic) {
        this.proxy = proxy;
        this.client = client;
        this.server = server;
        this.traffic = traffic;
    }

    private interface Filter {
        boolean passes(byte[] piece, int length) throws InterruptedException;
    }

    void start() {
        Proxy.inThreadOfItsOwn(() -> pump(client, server, traffic::isWhole, this::toServer));
        Proxy.inThreadOfItsOwn(() -> pump(server, client, (piece, length) -> true, this::toClient));
    }

    void close() {
        closeQuietly(client);
        closeQuietly(server);
        proxy.forget(this);
    }

    static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception closedAnyway) {
            // Nothing is left to do with it.
        }
    }

    private boolean toServer(byte[] piece, int length) throws InterruptedException {
        Cut cut = traffic.matters(piece, length) ? proxy.take() : null;
        if (cut == null) {
            return true;
        }
        switch (cut.side()) {
            case AFTER -> unanswered = cut;
            case BEFORE -> end(cut);
            case HELD -> {
                var released = proxy.released();
                proxy.happened(cut);
                released.await();
            }
        }
        return cut.side() != Side.BEFORE;
    }

    private boolean toClient(byte[] piece, int length) {
        Cut cut = unanswered;
        if (cut == null) {
            return true;
        }
        if (traffic.endsAnswer(piece, length)) {
            end(cut);
        }
        return false;
    }

    private void end(Cut cut) {
        proxy.happened(cut);
        close();
    }

    /** Passes on what is whole, or as much as a piece can hold. */
    private void pump(Socket from, Socket to, Filter whole, Filter filter) {
        byte[] piece = new byte[PIECE];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int kept = 0;
            for (int read = in.read(piece); read >= 0; read = in.read(piece, kept, PIECE - kept)) {
                kept += read;
                if (kept == PIECE || whole.passes(piece, kept)) {
                    if (filter.passes(piece, kept)) {
                        out.write(piece, 0, kept);
                    }
                    kept = 0;
                }
            }
        } catch (IOException broken) {
            // The other end learns of it when its socket is closed.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            close();
        }
    }
}
