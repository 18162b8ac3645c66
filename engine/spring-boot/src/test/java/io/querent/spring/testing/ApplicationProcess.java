package io.querent.spring.testing;

import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A {@link PaymentApplication} in a process of its own, where nothing shows that it is a test: there is code that behaves when it
 * sees one. It pays once, stays a little, and writes down every address it was about to connect to.
 */
public final class ApplicationProcess {
    private static final String CONNECTS_TO = "CONNECTS TO ";
    private static final String PAID = "PAID";

    /** Longer than Axon's update checker waits before it calls home, which is a second. */
    private static final long STAY_MILLIS = 2_500;

    private ApplicationProcess() {}

    /** Runs it to its end and returns what it wrote. */
    public static String run(Path home, TestPostgres.Database database) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-Duser.home=" + home,
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                ApplicationProcess.class.getName()));
        command.addAll(database.properties());
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("AXONIQ"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0 || !output.contains(PAID)) {
            throw new IllegalStateException("the application failed: " + output);
        }
        return output;
    }

    /** Addresses that are not of this machine. */
    public static List<String> connectionsElsewhere(String output) {
        return output.lines()
                .filter(line -> line.startsWith(CONNECTS_TO))
                .filter(line -> !line.contains("127.0.0.1") && !line.contains("localhost"))
                .toList();
    }

    public static void main(String[] properties) throws Exception {
        ProxySelector.setDefault(new WritingSelector());
        try (PaymentNode node = PaymentNode.start(List.of(properties), EndedSagas.class)) {
            node.paid("p-1", "10.00");
            new CountDownLatch(1).await(STAY_MILLIS, TimeUnit.MILLISECONDS);
            print(PAID);
        }
    }

    @SuppressWarnings("SystemOut")
    private static void print(String line) {
        System.out.println(line);
    }

    /** Every HTTP client and every plain socket asks it before it connects. */
    private static final class WritingSelector extends ProxySelector {
        @Override
        public List<Proxy> select(URI uri) {
            print(CONNECTS_TO + uri);
            return List.of(Proxy.NO_PROXY);
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException failure) {
            print(CONNECTS_TO + uri + " " + Map.of("failed", failure));
        }
    }
}
