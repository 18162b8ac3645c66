package io.querent.benchmarks.growth;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.querent.postgres.PostgresSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Pattern;

/** Databases of one server, each with the schema. What is said of a database is kept with it, so that a filled one is found again. */
public final class Databases implements AutoCloseable {
    private static final Pattern NAME_IN_URL = Pattern.compile("(jdbc:postgresql://[^/]*/)([^?]*)(.*)");
    private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1,60}");

    private static final String SELECT_REMARK =
            "SELECT coalesce(shobj_description(oid, 'pg_database'), '') FROM pg_database WHERE datname = ?";

    private final HikariDataSource server;

    /** @param server connections to any database of the server; closed with this */
    public Databases(HikariDataSource server) {
        this.server = server;
    }

    /** Connections to the database that the server was found by. */
    public HikariDataSource server() {
        return server;
    }

    /** A new database, in place of one that has the name. */
    public HikariDataSource createAnew(String name, int connections) throws SQLException {
        drop(name);
        try (Connection connection = server.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + checked(name));
        }
        HikariDataSource made = connect(name, connections);
        PostgresSchema.migrate(made);
        return made;
    }

    /** Connections to a database that exists. */
    public HikariDataSource connect(String name, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(urlOf(name));
        config.setMaximumPoolSize(connections);
        return new HikariDataSource(config);
    }

    /** Drops it if it exists, and ends whatever is connected to it. */
    public void drop(String name) throws SQLException {
        try (Connection connection = server.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + checked(name) + " WITH (FORCE)");
        }
    }

    /** What was last said of it; empty when nothing was, or there is no such database. */
    public String remarkOn(String name) throws SQLException {
        try (Connection connection = server.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT_REMARK)) {
            select.setString(1, name);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getString(1) : "";
            }
        }
    }

    /** Says something of it. */
    public void remark(String name, String text) throws SQLException {
        try (Connection connection = server.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("COMMENT ON DATABASE " + checked(name) + " IS '" + text.replace("'", "''") + "'");
        }
    }

    @Override
    public void close() {
        server.close();
    }

    private String urlOf(String name) {
        return NAME_IN_URL.matcher(server.getJdbcUrl()).replaceFirst("$1" + checked(name) + "$3");
    }

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("no name of a database here: " + name);
        }
        return name;
    }
}
