package io.querent.examples.settlement.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Keeps every payment file as it was sent, for auditors, before it is sent. Thread-safe. */
final class OutgoingFiles {
    private final Path directory;

    OutgoingFiles(Path directory) {
        this.directory = directory;
    }

    /** Keeps it, whole, and on the disk when this returns. The same message again is the same file. */
    void keep(String messageId, byte[] file) throws IOException {
        Files.createDirectories(directory);
        Path place = directory.resolve(messageId + ".xml");
        if (Files.exists(place)) {
            return;
        }
        Path beside =
                directory.resolve(messageId + "." + ProcessHandle.current().pid() + ".part");
        try (FileChannel channel = FileChannel.open(
                beside, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(file);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
        Files.move(beside, place, StandardCopyOption.ATOMIC_MOVE);
    }
}
