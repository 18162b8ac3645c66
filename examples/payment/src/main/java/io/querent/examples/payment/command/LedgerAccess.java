package io.querent.examples.payment.command;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Properties;

/** How to reach the database of a service that runs, written down for its owner's other commands. */
record LedgerAccess(String url, String user, String password) {
    private static final String URL = "url";
    private static final String USER = "user";
    private static final String PASSWORD = "password";

    void write(Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file);
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(
                    file, EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
        }
        Properties properties = new Properties();
        properties.setProperty(URL, url);
        properties.setProperty(USER, user);
        properties.setProperty(PASSWORD, password);
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, "Written by the payment service when it starts");
        }
    }

    static LedgerAccess read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return new LedgerAccess(
                properties.getProperty(URL, ""),
                properties.getProperty(USER, ""),
                properties.getProperty(PASSWORD, ""));
    }
}
