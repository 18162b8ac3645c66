package io.querent.examples.payment.faultrun.site;

import io.querent.examples.payment.faultrun.node.NodeOptions;
import io.querent.examples.payment.faultrun.proxy.Proxy;
import io.querent.postgres.PostgresSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * Everything that runs in a fault run. Each node has a way to the bank of its own, so that a single node's calls can be cut or held.
 * Closing ends all processes; so does the end of this process, however it ends.
 */
public final class Site implements Premises, AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);

    private final Path directory;
    private final DatabaseServer database;
    private final DatabaseServer books;
    private final Proxy databaseProxy;
    private final List<Proxy> bankProxies = new ArrayList<>();
    private final BankChild bank;
    private final List<NodeChild> nodes = new CopyOnWriteArrayList<>();
    private boolean closed;

    private Site(Path directory, int ways, List<String> bankOptions) throws IOException {
        this.directory = directory;
        Files.createDirectories(directory.resolve("log"));
        this.databaseProxy = Proxy.ofPostgres();
        CompletableFuture<DatabaseServer> starting =
                CompletableFuture.supplyAsync(() -> server(directory.resolve("ledger"), "querent"));
        this.books = server(directory.resolve("bank"), "bank");
        try {
            this.database = starting.join();
        } catch (CompletionException refused) {
            books.close();
            throw refused;
        }
        try {
            databaseProxy.forwardTo(database.port());
            for (int way = 0; way < ways; way++) {
                bankProxies.add(Proxy.ofHttp());
            }
        } catch (RuntimeException portTaken) {
            books.close();
            database.close();
            throw portTaken;
        }
        this.bank = BankChild.start(books, bankOptions, bankProxies, log("bank"));
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "site-shutdown"));
    }

    /**
     * Starts the servers and the bank, with empty books, and returns when they can be used.
     *
     * @param ways how many nodes there can be, each with its way to the bank
     */
    public static Site open(Path directory, int ways, List<String> bankOptions)
            throws IOException, InterruptedException {
        Site site = new Site(directory, ways, bankOptions);
        try {
            DataSource source = site.database.direct();
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

    private static DatabaseServer server(Path directory, String database) {
        try {
            return DatabaseServer.in(directory, database);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    /** Starts a node on its way to the bank; does not wait for it. */
    public NodeChild addNode(int way, UnaryOperator<NodeOptions> change, NodeChild.Listener listener) {
        NodeOptions options = NodeOptions.of(
                "node-" + (way + 1),
                database.url(databaseProxy.port()),
                URI.create("http://127.0.0.1:" + bankProxies.get(way).port()));
        NodeChild node = new NodeChild(change.apply(options), database.password(), log(options.name()), listener);
        nodes.add(node);
        return node;
    }

    /** Waits until the node can be given orders. */
    public void awaitReady(NodeChild node) throws IOException, InterruptedException {
        if (!node.awaitReady(START)) {
            throw new IOException(node.name() + " is not ready after " + START + "; see " + log(node.name()));
        }
    }

    /** Ends all nodes, so that others can take their places. */
    public void endNodes() {
        nodes.forEach(NodeChild::close);
        nodes.clear();
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
        return database.direct();
    }

    @Override
    public DataSource books() {
        return books.direct();
    }

    public Proxy databaseProxy() {
        return databaseProxy;
    }

    /** What stands between that node and the bank. */
    public Proxy bankProxy(int way) {
        return bankProxies.get(way);
    }

    /** Stops the engine's database in good order and starts it again. */
    public synchronized void restartDatabase() throws IOException {
        requireOpen();
        databaseProxy.refuse();
        database.stop();
        database.start();
        databaseProxy.forwardTo(database.port());
    }

    /** Kills the engine's database and starts it again: it recovers from its log. */
    public synchronized void killDatabase() throws IOException, InterruptedException {
        requireOpen();
        database.kill();
        databaseProxy.refuse();
        database.start();
        databaseProxy.forwardTo(database.port());
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        nodes.forEach(NodeChild::close);
        bank.close();
        bankProxies.forEach(Proxy::close);
        databaseProxy.close();
        books.close();
        database.close();
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new IOException("the site in " + directory + " is closed");
        }
    }

    private Path log(String name) {
        return directory.resolve("log").resolve(name + ".log");
    }
}
