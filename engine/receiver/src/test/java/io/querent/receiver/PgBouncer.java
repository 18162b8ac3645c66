package io.querent.receiver;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.postgresql.ds.PGSimpleDataSource;

/** A real PgBouncer in transaction mode before a server; every transaction of a client may run on another of few server connections. */
public final class PgBouncer implements AutoCloseable {
    /** Set where the program has been installed for these tests, so that they cannot be passed over there. */
    private static final String REQUIRED = "QUERENT_REQUIRES_PGBOUNCER";

    private final Process process;
    private final ReceiverDatabase database;
    private final int port;

    private PgBouncer(Process process, ReceiverDatabase database, int port) {
        this.process = process;
        this.database = database;
        this.port = port;
    }

    /** Starts it with so many connections to the server; skips the test where the program is not installed. */
    public static PgBouncer before(ReceiverDatabase database, int serverConnections) throws IOException {
        Path program = program();
        int port = freePort();
        Path directory = Files.createTempDirectory("querent-pgbouncer");
        Path configuration = directory.resolve("pgbouncer.ini");
        Files.writeString(configuration, """
                [databases]
                * = host=127.0.0.1 port=%d user=postgres

                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = %d
                max_client_conn = 200
                server_round_robin = 1
                server_reset_query =
                ignore_startup_parameters = extra_float_digits
                """.formatted(ReceiverServer.port(), port, serverConnections));
        List<String> command = new ArrayList<>(List.of(program.toString()));
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("-u", "nobody"));
        }
        command.add(configuration.toString());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        PgBouncer bouncer = new PgBouncer(process, database, port);
        await("pgbouncer; its log is in " + directory).until(bouncer::answers);
        return bouncer;
    }

    /** Without prepared statements: PgBouncer knows them from 1.21 on, and only if told to. */
    public PGSimpleDataSource source() {
        PGSimpleDataSource source = database.simple(port);
        source.setPrepareThreshold(0);
        return source;
    }

    /** A client's connection without a pool of the client's. */
    public Connection connect() throws SQLException {
        return source().getConnection();
    }

    private boolean answers() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }

    private static Path program() {
        Optional<Path> found = Stream.concat(
                        Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1)), Stream.of("/usr/sbin"))
                .map(folder -> Path.of(folder, "pgbouncer"))
                .filter(Files::isExecutable)
                .findFirst();
        if (found.isEmpty() && System.getenv(REQUIRED) != null) {
            throw new AssertionError("pgbouncer is missing although " + REQUIRED + " is set");
        }
        Assumptions.assumeTrue(found.isPresent(), "pgbouncer is not installed; the Debian package is called pgbouncer");
        return found.orElseThrow();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
