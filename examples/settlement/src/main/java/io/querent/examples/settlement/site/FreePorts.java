package io.querent.examples.settlement.site;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports for processes that have to come back where they were. */
final class FreePorts {
    private FreePorts() {}

    /** A port of 127.0.0.1 that nobody listens on now. Somebody else may take it first; the process then says so and ends. */
    static int one() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
