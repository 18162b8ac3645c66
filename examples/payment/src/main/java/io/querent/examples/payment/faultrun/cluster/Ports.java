package io.querent.examples.payment.faultrun.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports that nobody listens on. They are below those that the system gives to outgoing connections: a member that is down must find its
 * port free when it comes back. Not thread-safe.
 */
final class Ports {
    private static final int LOWEST = 15_000;
    private static final int HIGHEST = 31_000;
    private static final int TRIES = 1_000;

    private final Set<Integer> given = new HashSet<>();

    /** Another one. */
    int next() throws IOException {
        for (int tries = 0; tries < TRIES; tries++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (isFree(port) && given.add(port)) {
                return port;
            }
        }
        throw new IOException("no free port from " + LOWEST + " to " + HIGHEST);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
