package io.querent.examples.settlement.site;

import io.querent.examples.payment.access.OwnersFile;
import io.querent.examples.payment.process.ChildProcess;
import io.querent.examples.settlement.service.ServiceAddresses;
import java.io.IOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Bank, ledger and broker as child processes. One that dies is started again, on the same port, so that nobody has to be told. Those that
 * run elsewhere already are left alone. Thread-safe.
 */
public final class Site implements AutoCloseable {
    private static final String BANK = "bank";
    private static final String LEDGER = "ledger";
    private static final String KAFKA = "kafka";
    private static final String BROKER = "broker";

    private final Map<String, ChildProcess> children;
    private final ServiceAddresses addresses;

    private Site(Map<String, ChildProcess> children, ServiceAddresses addresses) {
        this.children = children;
        this.addresses = addresses;
    }

    /**
     * What runs elsewhere already.
     *
     * @param bank null to start one
     * @param ledger null to start one
     * @param kafka broker as {@code host:port}; null to start one
     */
    public record Elsewhere(
            @Nullable URI bank,
            @Nullable URI ledger,
            @Nullable String kafka) {
        /** Nothing does. */
        public static final Elsewhere NOTHING = new Elsewhere(null, null, null);
    }

    /**
     * Begins to start what is needed.
     *
     * @param startClass whose sub-commands the processes are
     * @param bankOptions for the bank's command line
     * @param notices told when one has died and is started again
     */
    public static Site start(
            Class<?> startClass,
            DataDirectory data,
            Elsewhere elsewhere,
            List<String> bankOptions,
            Consumer<String> notices)
            throws IOException {
        Map<String, ChildProcess> children = new LinkedHashMap<>();
        String kafka = elsewhere.kafka();
        if (kafka == null) {
            int port = FreePorts.one();
            kafka = "127.0.0.1:" + port;
            children.put(BROKER, child(BROKER, startClass, data, data.broker(), port, List.of(), notices));
        }
        URI ledger = elsewhere.ledger();
        if (ledger == null) {
            int port = FreePorts.one();
            ledger = local(port);
            children.put(
                    LEDGER, child(LEDGER, startClass, data, data.ledger(), port, List.of("--kafka=" + kafka), notices));
        }
        URI bank = elsewhere.bank();
        if (bank == null) {
            int port = FreePorts.one();
            bank = local(port);
            children.put(BANK, child(BANK, startClass, data, data.bank(), port, bankOptions, notices));
        }
        ServiceAddresses addresses = new ServiceAddresses(bank, ledger, kafka, data.reports(), data.outgoing());
        write(data, addresses);
        return new Site(children, addresses);
    }

    /**
     * Where a run in progress in that directory has its processes.
     *
     * @throws NoSuchFileException when it has not written that down, or not all of it
     */
    public static ServiceAddresses inProgress(DataDirectory data) throws IOException {
        Properties written = OwnersFile.read(data.addresses());
        String bank = written.getProperty(BANK);
        String ledger = written.getProperty(LEDGER);
        String kafka = written.getProperty(KAFKA);
        if (bank == null || ledger == null || kafka == null) {
            // It is written anew by whoever starts.
            throw new NoSuchFileException(data.addresses().toString());
        }
        return new ServiceAddresses(URI.create(bank), URI.create(ledger), kafka, data.reports(), data.outgoing());
    }

    /**
     * Waits until all can be called for the first time.
     *
     * @throws IOException when one cannot be started
     */
    public void awaitReady(Duration limit) throws IOException, InterruptedException {
        for (ChildProcess child : children.values()) {
            child.awaitReady(limit);
        }
    }

    /** Where everybody is. */
    public ServiceAddresses addresses() {
        return addresses;
    }

    /** Names of the processes that were started here. */
    public List<String> names() {
        return List.copyOf(children.keySet());
    }

    /** Whether all can be called, as far as is known. */
    public boolean isReady() {
        return children.values().stream().allMatch(ChildProcess::isReady);
    }

    /** Ends one with SIGKILL. It is started again. */
    public void kill(String name) {
        ChildProcess child = children.get(name);
        if (child == null) {
            throw new IllegalArgumentException("no process of that name was started here: " + name);
        }
        child.kill();
    }

    /** Lets all end, the last one first. */
    @Override
    public void close() {
        List<ChildProcess> all = new ArrayList<>(children.values());
        for (int i = all.size() - 1; i >= 0; i--) {
            all.get(i).close();
        }
    }

    private static ChildProcess child(
            String name,
            Class<?> startClass,
            DataDirectory data,
            Path directory,
            int port,
            List<String> options,
            Consumer<String> notices) {
        List<String> arguments = new ArrayList<>(List.of("--data-dir=" + directory, "--port=" + port));
        arguments.addAll(options);
        return ChildProcess.start(name, startClass, arguments, data.log(name), notices);
    }

    private static URI local(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }

    private static void write(DataDirectory data, ServiceAddresses addresses) throws IOException {
        Properties properties = new Properties();
        properties.setProperty(BANK, addresses.bank().toString());
        properties.setProperty(LEDGER, addresses.ledger().toString());
        properties.setProperty(KAFKA, addresses.kafka());
        OwnersFile.write(data.addresses(), properties, "Where the processes of the run in progress listen");
    }
}
