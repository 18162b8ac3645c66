package io.querent.runtime.archive;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Archive files in a directory, which every node that runs retention has to see under the same path. What is being written is called
 * {@code NAME.part}.
 */
public final class DirectoryArchive implements HistoryArchive {
    private static final String UNPUBLISHED = ".part";
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path directory;

    /** Files in {@code directory}, which is made when the first is written. */
    public DirectoryArchive(Path directory) {
        this.directory = directory;
    }

    @Override
    public String place() {
        return directory.toString();
    }

    @Override
    public OutputStream create(String name) throws IOException {
        Files.createDirectories(directory);
        FileChannel file = FileChannel.open(
                unpublished(name),
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        return new Durable(file);
    }

    @Override
    public InputStream openUnpublished(String name) throws IOException {
        return Files.newInputStream(unpublished(name));
    }

    @Override
    public void publish(String name) throws IOException {
        Files.move(
                unpublished(name),
                directory.resolve(name),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        // The new name is an entry of the directory, which is forced by itself.
        try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
            names.force(true);
        }
    }

    @Override
    public InputStream open(String name) throws IOException {
        return Files.newInputStream(directory.resolve(name));
    }

    private Path unpublished(String name) {
        return directory.resolve(name + UNPUBLISHED);
    }

    /** Forces all to the disk when it is closed. */
    private static final class Durable extends FilterOutputStream {
        private final FileChannel file;

        Durable(FileChannel file) {
            super(new BufferedOutputStream(Channels.newOutputStream(file), BUFFER_BYTES));
            this.file = file;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void close() throws IOException {
            if (file.isOpen()) {
                try {
                    out.flush();
                    file.force(true);
                } finally {
                    file.close();
                }
            }
        }
    }
}
