package io.querent.examples.payment.access;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Properties;

/** A file of names and values that only its owner can read. */
public final class OwnersFile {
    private OwnersFile() {}

    /** Writes it anew. */
    public static void write(Path file, Properties properties, String comment) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file);
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(
                    file, EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
        }
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, comment);
        }
    }

    /** Reads it. */
    public static Properties read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return properties;
    }
}
