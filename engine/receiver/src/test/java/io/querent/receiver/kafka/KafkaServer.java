package io.querent.receiver.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The one broker of this test JVM, in a process that can be killed and started again. */
final class KafkaServer {
    private static final Path DIRECTORY = directory();
    private static final int PORT = freePort();
    private static final int CONTROLLER_PORT = freePort();
    private static ChildProcess broker = started();

    private KafkaServer() {}

    /** For producers and consumers. Whoever is gone is soon missed. */
    static Map<String, Object> properties() {
        return new HashMap<>(Map.of("bootstrap.servers", "127.0.0.1:" + PORT));
    }

    static Map<String, Object> consumerProperties() {
        Map<String, Object> properties = properties();
        properties.put("session.timeout.ms", 2_000);
        properties.put("heartbeat.interval.ms", 300);
        properties.put("metadata.max.age.ms", 500);
        return properties;
    }

    static int port() {
        return PORT;
    }

    static void kill() {
        broker.kill();
    }

    static void startAgain() {
        broker = started();
    }

    private static ChildProcess started() {
        ChildProcess process = new ChildProcess(
                BrokerMain.class, DIRECTORY.toString(), String.valueOf(PORT), String.valueOf(CONTROLLER_PORT));
        try {
            process.awaitLine("ready");
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return process;
    }

    private static Path directory() {
        try {
            Path directory = Files.createTempDirectory("querent-kafka");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            return directory;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void delete(Path directory) {
        broker.kill();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
        } catch (IOException left) {
            // The system's own cleaning takes what is left.
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
