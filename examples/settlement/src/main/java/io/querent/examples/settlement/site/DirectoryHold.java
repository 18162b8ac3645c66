package io.querent.examples.settlement.site;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The right of this process to start the processes of one directory. It is had before the first of them is started, and the operating
 * system takes it back when this process ends, however it ends. Thread-safe.
 */
public final class DirectoryHold implements AutoCloseable {
    /** On POSIX, closing any descriptor of a file drops every lock this process has on it: never open it a second time. */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private DirectoryHold(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes it at once, or not at all.
     *
     * @param data has to be there
     * @return empty when this or another process has it
     * @throws IOException when there can be no lock in that directory
     */
    public static Optional<DirectoryHold> of(DataDirectory data) throws IOException {
        Path file = new DataDirectory(data.root().toRealPath()).hold();
        if (!HELD_HERE.add(file)) {
            return Optional.empty();
        }
        Optional<FileChannel> locked = Optional.empty();
        try {
            locked = lock(file);
            return locked.map(channel -> new DirectoryHold(file, channel));
        } finally {
            if (locked.isEmpty()) {
                HELD_HERE.remove(file);
            }
        }
    }

    private static Optional<FileChannel> lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, CREATE, WRITE);
        boolean isLocked = false;
        try {
            isLocked = channel.tryLock() != null;
            return isLocked ? Optional.of(channel) : Optional.empty();
        } finally {
            if (!isLocked) {
                channel.close();
            }
        }
    }

    /** Gives it back. The file stays: another process may be about to lock it. */
    @Override
    public void close() throws IOException {
        channel.close();
        HELD_HERE.remove(file);
    }
}
