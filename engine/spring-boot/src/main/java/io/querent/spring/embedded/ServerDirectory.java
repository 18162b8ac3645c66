package io.querent.spring.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What lies where below the directory of one embedded server. The directory is for its owner alone (mode 0700): it holds the
 * password, and programs that we run.
 *
 * @param root a real path, so that one directory has one name
 */
record ServerDirectory(Path root) {

    private static final Logger LOG = LoggerFactory.getLogger(ServerDirectory.class);
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OWNER_ONLY_FILE = PosixFilePermissions.fromString("rw-------");
    private static final String LOCK_FILE = "querent-postgres.lock";
    private static final String PROGRAMS_PREFIX = "programs-";
    private static final String UNFINISHED_SUFFIX = ".unfinished";

    /** A file system brings this one with it. */
    private static final String LOST_AND_FOUND = "lost+found";

    /**
     * Creates the directory or accepts one that an earlier start made.
     *
     * @throws EmbeddedPostgresException QRT-5002 if it holds anything else
     */
    static ServerDirectory prepare(Path directory) throws IOException {
        Files.createDirectories(directory);
        ServerDirectory prepared = new ServerDirectory(directory.toRealPath());
        prepared.refuseForeignContent();
        if (isPosix()) {
            Files.setPosixFilePermissions(prepared.root, OWNER_ONLY);
        }
        return prepared;
    }

    Path lockFile() {
        return root.resolve(LOCK_FILE);
    }

    /** PostgreSQL's own data directory. */
    Path data() {
        return root.resolve("data");
    }

    Path passwordFile() {
        return root.resolve("password");
    }

    /** The server's log, a file for each day of the week. */
    Path log() {
        return root.resolve("log");
    }

    /** What the program run last had to say; a server writes here until its log is open. */
    Path programOutput() {
        return log().resolve("last-program.log");
    }

    /** Named by content, so that another release brings its own. */
    Path programs(String digest) {
        return root.resolve(PROGRAMS_PREFIX + digest);
    }

    /** A new place to build something in that must never be seen half done; {@link #publish} moves it where it belongs. */
    Path unfinished(String name) {
        return root.resolve(
                "%s-%d-%d%s".formatted(name, ProcessHandle.current().pid(), System.nanoTime(), UNFINISHED_SUFFIX));
    }

    /** Moves a finished file or folder to its final name, for good: a power cut afterwards does not undo it. */
    void publish(Path finished, Path target) throws IOException {
        Files.move(finished, target);
        if (isPosix()) {
            try (FileChannel directory = FileChannel.open(root, StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }

    /** Removes what crashed starts and earlier releases left. Only for a caller whose own server runs: nobody uses them then. */
    void sweep(Path programsInUse) {
        try (Stream<Path> entries = Files.list(root)) {
            entries.filter(entry -> isLeftover(entry, programsInUse)).forEach(ServerDirectory::delete);
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("Leftovers in {} stay until the next start", root, e);
        }
    }

    private static boolean isLeftover(Path entry, Path programsInUse) {
        String name = entry.getFileName().toString();
        return name.endsWith(UNFINISHED_SUFFIX) || (name.startsWith(PROGRAMS_PREFIX) && !entry.equals(programsInUse));
    }

    private static void delete(Path tree) {
        try (Stream<Path> entries = Files.walk(tree)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Attributes of a new file that nobody else may read or write. */
    static FileAttribute<?>[] forOwnerOnly() {
        return isPosix()
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY_FILE)}
                : new FileAttribute<?>[0];
    }

    private void refuseForeignContent() throws IOException {
        if (Files.exists(lockFile())) {
            return;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root)) {
            for (Path entry : entries) {
                if (!entry.endsWith(LOST_AND_FOUND) && !entry.endsWith(LOCK_FILE)) {
                    throw EmbeddedPostgresException.foreignDirectory(
                            root, entry.getFileName().toString());
                }
            }
        }
    }

    private static boolean isPosix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
