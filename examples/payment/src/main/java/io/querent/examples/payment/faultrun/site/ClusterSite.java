package io.querent.examples.payment.faultrun.site;

import io.querent.examples.payment.faultrun.cluster.PatroniCluster;
import io.querent.examples.payment.faultrun.node.NodeOptions;
import io.querent.examples.payment.faultrun.proxy.Proxy;
import io.querent.postgres.PostgresSchema;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * Everything that runs in a failover run: the cluster, nodes that know all its members, and the bank, with its books in a server of
 * its own. Closing ends all processes; so does the end of this process, however it ends.
 */
public final class ClusterSite implements Premises, AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);

    private final Path logs;
    private final PatroniCluster cluster;
    private final DatabaseServer books;
    private final Proxy wayToBank;
    private final BankChild bank;
    private final List<NodeChild> nodes = new ArrayList<>();
    private boolean closed;

    private ClusterSite(Path directory, PatroniCluster cluster, List<String> bankOptions) throws IOException {
        this.cluster = cluster;
        this.logs = Files.createDirectories(directory.resolve("log"));
        this.wayToBank = Proxy.ofHttp();
        this.books = DatabaseServer.in(directory.resolve("bank"), "bank");
        this.bank = BankChild.start(books, bankOptions, List.of(wayToBank), log("bank"));
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "site-shutdown"));
    }

    /**
     * Starts the bank, with empty books, and makes the engine's tables in the cluster; returns when all can be used.
     *
     * @param cluster that works; it is closed with this, and also when this cannot be opened
     */
    public static ClusterSite open(Path directory, PatroniCluster cluster, List<String> bankOptions)
            throws IOException, InterruptedException {
        ClusterSite site;
        try {
            site = new ClusterSite(directory, cluster, bankOptions);
        } catch (IOException | RuntimeException refused) {
            cluster.close();
            throw refused;
        }
        try {
            DataSource source = site.database();
            PostgresSchema.migrate(source);
            Flyway.configure().dataSource(source).defaultSchema("ledger").load().migrate();
            if (!site.bank.awaitReady(START)) {
                throw new IOException("the bank is not ready after " + START + "; see " + site.log("bank"));
            }
            return site;
        } catch (IOException | InterruptedException | RuntimeException refused) {
            site.close();
            throw refused;
        }
    }

    /** Starts nodes and waits until they can be given orders. */
    public void startNodes(int count, UnaryOperator<NodeOptions> change, NodeChild.Listener listener)
            throws IOException, InterruptedException {
        for (int number = 1; number <= count; number++) {
            NodeOptions options = change.apply(NodeOptions.of(
                    "node-" + number, cluster.url(), URI.create("http://127.0.0.1:" + wayToBank.port())));
            nodes.add(new NodeChild(options, cluster.password(), log(options.name()), listener));
        }
        for (NodeChild node : nodes) {
            if (!node.awaitReady(START)) {
                throw new IOException(node.name() + " is not ready after " + START + "; see " + log(node.name()));
            }
        }
    }

    public List<NodeChild> nodes() {
        return nodes;
    }

    @Override
    public BankChild bank() {
        return bank;
    }

    @Override
    public DataSource database() {
        return cluster.database();
    }

    @Override
    public DataSource books() {
        return books.direct();
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        nodes.forEach(NodeChild::close);
        bank.close();
        wayToBank.close();
        books.close();
        cluster.close();
    }

    private Path log(String name) {
        return logs.resolve(name + ".log");
    }
}
