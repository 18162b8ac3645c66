package io.querent.benchmarks.server;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/** Sockets for the PostgreSQL driver that count {@link RoundTrips}. The driver makes it, from its properties. */
public final class CountingSocketFactory extends SocketFactory {
    private final RoundTrips roundTrips;

    /** @param name under which round trips are counted */
    public CountingSocketFactory(String name) {
        this.roundTrips = RoundTrips.of(name);
    }

    @Override
    public Socket createSocket() {
        return new CountingSocket(roundTrips);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return createSocket(InetAddress.getByName(host), port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw new UnsupportedOperationException("the driver binds a socket itself");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        Socket socket = createSocket();
        socket.connect(new InetSocketAddress(host, port));
        return socket;
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) {
        throw new UnsupportedOperationException("the driver binds a socket itself");
    }

    /** A first read after a write is a round trip. */
    private static final class CountingSocket extends Socket {
        private final RoundTrips roundTrips;

        /** One thread at a time uses a connection, handed on by its pool. */
        private boolean hasSent;

        CountingSocket(RoundTrips roundTrips) {
            this.roundTrips = roundTrips;
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            return new FilterOutputStream(super.getOutputStream()) {
                @Override
                public void write(int oneByte) throws IOException {
                    hasSent = true;
                    out.write(oneByte);
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    hasSent = true;
                    out.write(bytes, offset, length);
                }
            };
        }

        @Override
        public InputStream getInputStream() throws IOException {
            return new FilterInputStream(super.getInputStream()) {
                @Override
                public int read() throws IOException {
                    countTrip();
                    return in.read();
                }

                @Override
                public int read(byte[] bytes, int offset, int length) throws IOException {
                    countTrip();
                    return in.read(bytes, offset, length);
                }
            };
        }

        private void countTrip() {
            if (hasSent) {
                hasSent = false;
                roundTrips.add();
            }
        }
    }
}
