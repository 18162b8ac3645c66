package io.querent.spring.embedded;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A test's directory for an embedded server, and the processes at work on it; none of them outlives the test. */
final class Workplace implements AutoCloseable {

    private final Path temporary;
    private final List<ServerProcess> processes = new ArrayList<>();
    private final List<EmbeddedPostgresServer> servers = new ArrayList<>();

    Workplace(Path temporary) {
        this.temporary = temporary;
    }

    /** Its name shows whether everything is quoted that passes through a shell. */
    Path directory() {
        return temporary.resolve("not yet there").resolve("querent's");
    }

    Path data() {
        return directory().resolve("data");
    }

    /** As an earlier start would have left it, without the time that a first one takes. */
    Workplace usedBefore() throws IOException {
        CleanlyStopped.copyTo(directory());
        return this;
    }

    void forgetData() throws IOException {
        Files.delete(directory().resolve("password"));
        try (Stream<Path> entries = Files.walk(data())) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }

    EmbeddedPostgresSettings settings() {
        return EmbeddedPostgresSettings.in(directory());
    }

    EmbeddedPostgresServer start() {
        return start(settings());
    }

    EmbeddedPostgresServer start(EmbeddedPostgresSettings settings) {
        EmbeddedPostgresServer server = EmbeddedPostgresServer.start(settings);
        servers.add(server);
        return server;
    }

    ServerProcess startProcess() throws IOException {
        ServerProcess process =
                ServerProcess.start(directory(), temporary.resolve("process-" + processes.size() + ".log"));
        processes.add(process);
        return process;
    }

    /** The process id that PostgreSQL noted in the data directory. */
    long postmaster() throws IOException {
        return PostmasterFile.read(data()).orElseThrow().processId();
    }

    /** A connection to the server that runs here, whoever started it. */
    Connection connect() throws IOException, SQLException {
        int port = PostmasterFile.read(data()).orElseThrow().port();
        String password = Files.readString(directory().resolve("password")).strip();
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/querent", ServerAddress.USERNAME, password);
    }

    /** Has a backend compute without end, deaf to the death of its postmaster, and returns its process id. */
    long startEndlessStatement() throws IOException, SQLException {
        Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()");
        row.next();
        long backend = row.getLong(1);
        Thread thread = new Thread(() -> executeUntilKilled(statement), "endless statement");
        thread.setDaemon(true);
        thread.start();
        try (Connection observer = connect();
                Statement observation = observer.createStatement()) {
            await().until(() -> isActive(observation, backend));
        }
        return backend;
    }

    private static void executeUntilKilled(Statement statement) {
        try {
            statement.execute("SELECT count(*) FROM (SELECT generate_series(1, 1000000000000)) AS numbers");
        } catch (SQLException killed) {
            // What the test is about to do.
        }
    }

    private static boolean isActive(Statement observation, long backend) throws SQLException {
        try (ResultSet row = observation.executeQuery(
                "SELECT state = 'active' AND query LIKE '%generate_series%' FROM pg_stat_activity WHERE pid = "
                        + backend)) {
            return row.next() && row.getBoolean(1);
        }
    }

    static void execute(EmbeddedPostgresServer server, String sql) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static String queryOne(EmbeddedPostgresServer server, String sql) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    static Connection connect(EmbeddedPostgresServer server) throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl(), server.username(), server.password());
    }

    static void signal(String name, long processId) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(processId)).start().waitFor();
    }

    /** {@code kill -9}, to its end. */
    static void kill(long processId) {
        Optional<ProcessHandle> process = ProcessHandle.of(processId);
        process.ifPresent(ProcessHandle::destroyForcibly);
        await().until(() -> process.filter(ProcessHandle::isAlive).isEmpty());
    }

    static void awaitEnd(long processId) {
        await().until(() ->
                ProcessHandle.of(processId).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Override
    public void close() throws IOException {
        servers.forEach(EmbeddedPostgresServer::close);
        processes.forEach(ServerProcess::kill);
        endServer();
        CleanlyStopped.unlink(directory());
    }

    private void endServer() throws IOException {
        if (!Files.exists(data())) {
            return;
        }
        Optional<PostmasterFile> left = PostmasterFile.read(data()).filter(PostmasterFile::isServerAlive);
        if (left.isPresent()) {
            List<ProcessHandle> backends = ProcessHandle.of(left.get().processId()).stream()
                    .flatMap(ProcessHandle::descendants)
                    .toList();
            kill(left.get().processId());
            backends.forEach(ProcessHandle::destroyForcibly);
            await().atMost(Duration.ofSeconds(10)).until(() -> backends.stream().noneMatch(ProcessHandle::isAlive));
        }
    }
}
