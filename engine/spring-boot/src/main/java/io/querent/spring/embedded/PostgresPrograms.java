package io.querent.spring.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the programs of one installation on one directory, each to its end and under a time limit. */
final class PostgresPrograms {

    /** A program that keeps its own time limit gets this much longer before we end it. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final int LONGEST_EXCERPT = 1_500;

    private final ServerDirectory directory;
    private final Path installation;

    PostgresPrograms(ServerDirectory directory, Path installation) {
        this.directory = directory;
        this.installation = installation;
    }

    Path installation() {
        return installation;
    }

    /** For example {@code 18}. */
    String majorVersion() throws IOException {
        Completion completion = run(Duration.ZERO, "postgres", "--version");
        completion.requireSuccess();
        // "postgres (PostgreSQL) 18.4"
        String version = completion.output.substring(completion.output.lastIndexOf(' ') + 1);
        return version.replaceFirst("\\D.*", "");
    }

    /** Passwords by SCRAM for every connection, and a collation that no update of the operating system can change under an index. */
    void createCluster(Path data, Duration limit) throws IOException {
        run(
                        limit,
                        "initdb",
                        "--pgdata=" + data,
                        "--username=" + ServerAddress.USERNAME,
                        "--pwfile=" + directory.passwordFile(),
                        "--auth=scram-sha-256",
                        "--encoding=UTF8",
                        "--locale=C",
                        "--locale-provider=builtin",
                        "--builtin-locale=C.UTF-8")
                .requireSuccess();
    }

    /**
     * Starts the server in a session of its own: it outlives this process and does not hear a Ctrl-C meant for it. Fails if the
     * server ended, or was not ready within the limit; in the second case it goes on.
     */
    Completion start(Duration limit) throws IOException {
        return run(
                limit,
                "pg_ctl",
                "start",
                "--pgdata=" + directory.data(),
                "--log=" + directory.programOutput(),
                "--wait",
                "--timeout=" + limit.toSeconds());
    }

    /** Ends the server: backends are sent away, a checkpoint is written. Fails if it has not ended within the limit. */
    Completion stopFast(Duration limit) throws IOException {
        return stop("fast", limit);
    }

    /** Ends the server as a crash would, but with every backend gone; the next start recovers. */
    Completion stopImmediately(Duration limit) throws IOException {
        return stop("immediate", limit);
    }

    private Completion stop(String mode, Duration limit) throws IOException {
        return run(
                limit,
                "pg_ctl",
                "stop",
                "--pgdata=" + directory.data(),
                "--mode=" + mode,
                "--wait",
                "--timeout=" + limit.toSeconds());
    }

    private Completion run(Duration limit, String program, String... arguments) throws IOException {
        Path output = directory.programOutput();
        Files.write(output, new byte[0]);
        ProcessBuilder builder = new ProcessBuilder(commandLine(program, arguments))
                .directory(directory.root().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
        int exitCode = awaitEnd(builder.start(), limit.plus(GRACE), program);
        return new Completion(program, exitCode, new String(Files.readAllBytes(output), UTF_8).strip());
    }

    private List<String> commandLine(String program, String... arguments) {
        List<String> commandLine = new ArrayList<>();
        if (LinuxUtils.isUnshareAvailable()) {
            // We are root, which PostgreSQL refuses to run as. In a user namespace of its own it is nobody, yet owns
            // our files.
            commandLine.addAll(List.of("unshare", "-U"));
        }
        commandLine.add(installation.resolve("bin").resolve(program).toString());
        commandLine.addAll(List.of(arguments));
        return commandLine;
    }

    private int awaitEnd(Process process, Duration limit, String program) {
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw EmbeddedPostgresException.interrupted(directory.root(), program);
        }
    }

    /** How a program ended. */
    final class Completion {

        private final String program;
        private final int exitCode;
        private final String output;

        private Completion(String program, int exitCode, String output) {
            this.program = program;
            this.exitCode = exitCode;
            this.output = output;
        }

        boolean succeeded() {
            return exitCode == 0;
        }

        /** PostgreSQL found that backends of an earlier server still hold the memory they shared with it. */
        boolean metOldBackends() {
            return output.contains("pre-existing shared memory block");
        }

        void requireSuccess() {
            if (!succeeded()) {
                throw failure();
            }
        }

        EmbeddedPostgresException failure() {
            String excerpt = output.substring(Math.max(0, output.length() - LONGEST_EXCERPT));
            return EmbeddedPostgresException.programFailed(
                    directory.root(), program, "exit code " + exitCode + ", '" + excerpt + "'");
        }
    }
}
