package io.querent.spring.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The right of this process to run the server of one directory; the operating system takes it back when the process dies. */
final class DirectoryLock implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DirectoryLock.class);

    /** Beyond any content, so that the process id stays readable where locks are mandatory (Windows). */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private static final int LONGEST_PROCESS_ID = 20;

    /** On POSIX, closing any descriptor of a file drops every lock this process has on it: never open it a second time. */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    /** For the same reason a channel that met a lock of another class loader in this process must stay open, uncollected. */
    private static final Queue<FileChannel> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

    private final Path file;
    private final FileChannel channel;

    private DirectoryLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** @throws EmbeddedPostgresException QRT-5001 if this or another process holds it */
    static DirectoryLock acquire(ServerDirectory directory) throws IOException {
        Path file = directory.lockFile();
        if (!HELD_HERE.add(file)) {
            throw EmbeddedPostgresException.directoryInUse(directory.root(), thisProcess());
        }
        try {
            return new DirectoryLock(file, lock(directory));
        } catch (IOException | RuntimeException failure) {
            HELD_HERE.remove(file);
            throw failure;
        }
    }

    /** @throws EmbeddedPostgresException QRT-5001 if this or another process holds it; a process that died does not */
    static void requireFree(ServerDirectory directory) throws IOException {
        if (Files.exists(directory.lockFile())) {
            acquire(directory).close();
        }
    }

    private static FileChannel lock(ServerDirectory directory) throws IOException {
        FileChannel channel = FileChannel.open(directory.lockFile(), CREATE, READ, WRITE);
        String holder;
        try {
            if (channel.tryLock(LOCKED_BYTE, 1, false) != null) {
                writeProcessId(channel);
                return channel;
            }
            holder = "process " + readProcessId(channel);
            channel.close();
        } catch (OverlappingFileLockException heldByOtherClassLoader) {
            NEVER_CLOSED.add(channel);
            holder = thisProcess();
        }
        throw EmbeddedPostgresException.directoryInUse(directory.root(), holder);
    }

    private static void writeProcessId(FileChannel channel) throws IOException {
        byte[] processId = Long.toString(ProcessHandle.current().pid()).getBytes(US_ASCII);
        channel.truncate(0).write(ByteBuffer.wrap(processId), 0);
    }

    /** May be empty for the moment between the holder's lock and its writing. */
    private static String readProcessId(FileChannel channel) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(LONGEST_PROCESS_ID);
        channel.read(content, 0);
        return US_ASCII.decode(content.flip()).toString();
    }

    private static String thisProcess() {
        return "this very process, " + ProcessHandle.current().pid();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("The lock {} could not be given back and ends with this process", file, e);
            return;
        }
        HELD_HERE.remove(file);
    }
}
