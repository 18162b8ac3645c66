package io.querent.spring.embedded;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A JVM that starts an embedded server and holds it until it is killed. */
final class ServerProcess {

    private static final String STARTED = "STARTED ";
    private static final String REFUSED = "REFUSED ";

    private final Process process;
    private final Path log;

    private ServerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static ServerProcess start(Path directory, Path log) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath,
                        Program.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(new File(log.toString()))
                .start();
        return new ServerProcess(process, log);
    }

    long processId() {
        return process.pid();
    }

    ServerProcess awaitStarted() {
        if (!awaitOutcome().startsWith(STARTED)) {
            throw new AssertionError("Not started, see " + log + ": " + outcome());
        }
        return this;
    }

    boolean isStarted() {
        return awaitOutcome().startsWith(STARTED);
    }

    String awaitOutcome() {
        await().atMost(Duration.ofSeconds(60)).until(() -> outcome().isPresent());
        return outcome().orElseThrow();
    }

    /** {@code kill -9}. */
    void kill() {
        Workplace.kill(process.pid());
    }

    private Optional<String> outcome() throws AssertionError {
        try {
            return Files.readString(log)
                    .lines()
                    .filter(line -> line.startsWith(STARTED) || line.startsWith(REFUSED))
                    .findFirst();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            try {
                EmbeddedPostgresServer server =
                        EmbeddedPostgresServer.start(EmbeddedPostgresSettings.in(Path.of(arguments[0])));
                System.out.println(STARTED + server.port());
            } catch (EmbeddedPostgresException e) {
                System.out.println(REFUSED + e.getMessage());
            }
            System.in.read();
        }
    }
}
