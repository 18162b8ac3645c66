package io.querent.examples.settlement.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Properties;

/** How the broker is set: one node that is broker and controller, small, and soon back after it was killed. */
final class BrokerSettings {
    static final int NODE = 1;

    private BrokerSettings() {}

    static Properties of(Path directory, int port) {
        int controllerPort = freePort();
        Properties settings = new Properties();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", String.valueOf(NODE));
        settings.put("controller.quorum.voters", NODE + "@127.0.0.1:" + controllerPort);
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        settings.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("log.dirs", directory.toString());
        settings.put("num.partitions", "4");
        settings.put("offsets.topic.num.partitions", "1");
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("share.coordinator.state.topic.replication.factor", "1");
        settings.put("share.coordinator.state.topic.min.isr", "1");
        settings.put("group.initial.rebalance.delay.ms", "0");
        // A broker that was killed is taken for alive so long; its successor has to wait for that.
        settings.put("broker.session.timeout.ms", "2000");
        settings.put("broker.heartbeat.interval.ms", "500");
        settings.put("log.cleaner.threads", "1");
        settings.put("log.cleaner.dedupe.buffer.size", String.valueOf(4 << 20));
        return settings;
    }

    /** Its own business alone: broker and controller are one process. */
    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }
}
