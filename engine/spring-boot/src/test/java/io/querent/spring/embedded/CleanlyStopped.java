package io.querent.spring.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/** A directory that a server was started in and stopped: made once, copied for each test, its programs linked. */
final class CleanlyStopped {

    private static final Path ORIGINAL = make();

    private CleanlyStopped() {}

    static void copyTo(Path directory) throws IOException {
        Files.createDirectories(directory);
        try (Stream<Path> entries = Files.list(ORIGINAL)) {
            for (Path entry : entries.toList()) {
                Path target = directory.resolve(entry.getFileName());
                if (isPrograms(entry)) {
                    Files.createSymbolicLink(target, entry);
                } else {
                    copyTree(entry, target);
                }
            }
        }
    }

    /** Spares JUnit the doubt whether to delete beyond the link. */
    static void unlink(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path link : entries.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    private static boolean isPrograms(Path entry) {
        return entry.getFileName().toString().startsWith("programs-");
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> entries = Files.walk(from)) {
            for (Path entry : entries.toList()) {
                Files.copy(entry, to.resolve(from.relativize(entry)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static Path make() {
        try {
            Path original = Path.of(
                    "target", "embedded-postgres-" + ProcessHandle.current().pid());
            EmbeddedPostgresServer.start(EmbeddedPostgresSettings.in(original)).close();
            return original.toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
