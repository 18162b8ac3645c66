package io.querent.receiver.kafka;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;

/** A Kafka broker as a process: directory, port, port of its controller. It ends with its standard input. */
final class BrokerMain {
    private static final int NODE = 1;

    private BrokerMain() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        if (!Files.exists(directory.resolve("meta.properties"))) {
            new Formatter()
                    .setPrintStream(System.err)
                    .setClusterId(Uuid.randomUuid().toString())
                    .setNodeId(NODE)
                    .setControllerListenerName("CONTROLLER")
                    .setMetadataLogDirectory(directory.toString())
                    .addDirectory(directory.toString())
                    .run();
        }
        KafkaRaftServer server =
                new KafkaRaftServer(new KafkaConfig(settings(directory, arguments[1], arguments[2])), Time.SYSTEM);
        server.startup();
        System.out.println("ready");
        while (System.in.read() >= 0) {
            // Whoever started it says nothing, and is gone when this ends.
        }
        Runtime.getRuntime().halt(0);
    }

    private static Properties settings(Path directory, String port, String controllerPort) {
        Properties settings = new Properties();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", String.valueOf(NODE));
        settings.put("controller.quorum.voters", NODE + "@127.0.0.1:" + controllerPort);
        settings.put("listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        settings.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("log.dirs", directory.toString());
        settings.put("num.partitions", "2");
        settings.put("offsets.topic.num.partitions", "1");
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("group.min.session.timeout.ms", "1000");
        return settings;
    }
}
