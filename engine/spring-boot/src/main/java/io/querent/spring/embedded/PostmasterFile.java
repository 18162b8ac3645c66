package io.querent.spring.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What PostgreSQL's {@code postmaster.pid} says: the note a server leaves in its data directory while it runs, and after a
 * crash. Its lines are process id, data directory, start time, port, socket directory, listen address, shared memory, status
 * (PostgreSQL sources, {@code pidfile.h}); the later ones appear while the server starts.
 */
final class PostmasterFile {

    private static final int PORT_LINE = 3;
    private static final int STATUS_LINE = 7;
    private static final int ABSENT = 0;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private final Path file;
    private final Path data;
    private final List<String> lines;

    private PostmasterFile(Path file, Path data, List<String> lines) {
        this.file = file;
        this.data = data;
        this.lines = lines;
    }

    static Optional<PostmasterFile> read(Path data) throws IOException {
        Path file = data.resolve("postmaster.pid");
        try {
            List<String> lines =
                    Files.readString(file, UTF_8).lines().map(String::strip).toList();
            return Optional.of(new PostmasterFile(file, data, lines));
        } catch (NoSuchFileException notRunning) {
            return Optional.empty();
        }
    }

    /**
     * 0 if the file does not say: it was met while being written, or emptied by a power cut. PostgreSQL writes it negative when
     * somebody runs it in single-user mode.
     */
    long processId() {
        return number(line(0).replaceFirst("^-", ""));
    }

    /** 0 if the server has not come so far. */
    int port() {
        return number(line(PORT_LINE));
    }

    boolean saysReady() {
        return line(STATUS_LINE).equals("ready");
    }

    /** Whether the process is alive and really the server of this directory: ids are used again, soon so in a container. */
    boolean isServerAlive() {
        return ProcessHandle.of(processId())
                .filter(ProcessHandle::isAlive)
                .map(ProcessHandle::info)
                .filter(this::isThisServer)
                .isPresent();
    }

    /**
     * Makes the note of a dead server harmless; false if it was already. PostgreSQL takes any living process of this id and user
     * for a server and refuses to start, except its own ancestors: so we put down ourselves. The line on shared memory must stay,
     * by it the next server finds backends that outlived the dead one.
     */
    boolean disarm() throws IOException {
        long self = ProcessHandle.current().pid();
        if (processId() == self) {
            return false;
        }
        if (processId() == ABSENT) {
            Files.delete(file);
        } else {
            Stream<String> disarmed =
                    Stream.concat(Stream.of(Long.toString(self)), lines.stream().skip(1));
            Files.writeString(file, disarmed.collect(Collectors.joining("\n", "", "\n")), UTF_8);
        }
        return true;
    }

    /** Windows does not show arguments: there any postgres of this id is taken for ours, and asked before it is used. */
    private boolean isThisServer(ProcessHandle.Info process) {
        boolean isPostgres = process.command().map(Path::of).map(Path::getFileName).stream()
                .anyMatch(program -> program.toString().startsWith("postgres"));
        boolean mayServeThisData = process.arguments()
                .map(arguments -> Arrays.asList(arguments).contains(data.toString()))
                .orElse(true);
        return isPostgres && mayServeThisData;
    }

    private static int number(String line) {
        return NUMBER.matcher(line).matches() ? Integer.parseInt(line) : ABSENT;
    }

    private String line(int index) {
        return index < lines.size() ? lines.get(index) : "";
    }
}
