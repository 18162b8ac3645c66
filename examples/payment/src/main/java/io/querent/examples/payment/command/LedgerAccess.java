package io.querent.examples.payment.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;

/** How to reach the database of a service that runs, written down for its owner's other commands. */
record LedgerAccess(String url, String user, String password) {
    private static final String URL = "url";
    private static final String USER = "user";
    private static final String PASSWORD = "password";

    void write(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty(URL, url);
        properties.setProperty(USER, user);
        properties.setProperty(PASSWORD, password);
        OwnersFile.write(file, properties, "Written by the payment service when it starts");
    }

    static LedgerAccess read(Path file) throws IOException {
        Properties properties = OwnersFile.read(file);
        return new LedgerAccess(
                properties.getProperty(URL, ""),
                properties.getProperty(USER, ""),
                properties.getProperty(PASSWORD, ""));
    }
}
