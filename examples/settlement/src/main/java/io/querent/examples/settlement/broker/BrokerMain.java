package io.querent.examples.settlement.broker;

import io.querent.examples.payment.process.ChildLifetime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.Callable;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The broker as a process. It says {@code broker ready port=NNNN} on standard output once it can be called, logs to standard error, and
 * ends when its standard input does, so that it never outlives whoever started it.
 */
@Command(
        name = "broker",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "The Kafka broker of the settlement example, with its log in a directory.")
public final class BrokerMain implements Callable<Integer> {
    private static final String LOG_SETTINGS = "io/querent/examples/settlement/child-logback.xml";
    private static final String FORMATTED = "meta.properties";

    @Option(names = "--data-dir", required = true, paramLabel = "DIR", description = "Directory of its log.")
    private Path directory = Path.of("");

    @Option(names = "--port", required = true, description = "Port on 127.0.0.1.")
    private int port;

    @Option(names = "--detached", description = "Go on when standard input ends; stop on SIGTERM only.")
    private boolean detached;

    /** Settings of logging come first: they are read when the first logger is made, so this class has none. */
    public static void main(String[] arguments) {
        if (System.getProperty("logback.configurationFile") == null) {
            System.setProperty("logback.configurationFile", LOG_SETTINGS);
        }
        System.exit(new CommandLine(new BrokerMain()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        format();
        Properties settings = BrokerSettings.of(directory, port);
        try (ChildLifetime lifetime = new ChildLifetime(!detached)) {
            KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
            try {
                server.startup();
                announce(port);
                lifetime.awaitEnd();
            } finally {
                server.shutdown();
                server.awaitShutdown();
            }
        }
        return CommandLine.ExitCode.OK;
    }

    /** A directory is formatted once; what is in it stays. */
    @SuppressWarnings("SystemOut")
    private void format() throws Exception {
        Files.createDirectories(directory);
        if (!Files.exists(directory.resolve(FORMATTED))) {
            try {
                new Formatter()
                        .setPrintStream(System.err)
                        .setClusterId(Uuid.randomUuid().toString())
                        .setNodeId(BrokerSettings.NODE)
                        .setControllerListenerName("CONTROLLER")
                        .setMetadataLogDirectory(directory.toString())
                        .addDirectory(directory.toString())
                        .run();
            } catch (IOException refused) {
                throw new IOException("the broker's directory cannot be formatted: " + directory, refused);
            }
        }
    }

    /** The one line on standard output. */
    @SuppressWarnings("SystemOut")
    private static void announce(int port) {
        System.out.println("broker ready port=" + port);
        System.out.flush();
    }
}
