package io.querent.examples.payment.access;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** How to reach the database of a service that runs, written down for its owner's other commands. */
public record DatabaseAccess(String url, String user, String password) {
    private static final String URL = "url";
    private static final String USER = "user";
    private static final String PASSWORD = "password";

    /** Writes it down for the owner alone. */
    public void write(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty(URL, url);
        properties.setProperty(USER, user);
        properties.setProperty(PASSWORD, password);
        OwnersFile.write(file, properties, "Written by the service when it starts");
    }

    /**
     * Makes sure that it can be reached now.
     *
     * @throws SQLException when it cannot
     */
    public void require() throws SQLException {
        DriverManager.getConnection(url, user, password).close();
    }

    /** What was written there. */
    public static DatabaseAccess read(Path file) throws IOException {
        Properties properties = OwnersFile.read(file);
        return new DatabaseAccess(
                properties.getProperty(URL, ""),
                properties.getProperty(USER, ""),
                properties.getProperty(PASSWORD, ""));
    }
}
