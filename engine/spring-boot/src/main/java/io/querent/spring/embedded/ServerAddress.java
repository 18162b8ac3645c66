package io.querent.spring.embedded;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.postgresql.ds.PGSimpleDataSource;

/** Where the server listens and how its only user gets in. */
final class ServerAddress {

    /** Not called like the schema: PostgreSQL looks for unqualified names in the schema that is called like the role. */
    static final String USERNAME = "querent_admin";

    private static final String HOST = "127.0.0.1";
    private static final String MAINTENANCE_DATABASE = "postgres";
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration STATEMENT_TIMEOUT = Duration.ofMinutes(1);
    private static final String CANNOT_CONNECT_NOW = "57P03";
    private static final String TOO_MANY_CONNECTIONS = "53300";
    private static final String INVALID_AUTHORIZATION_CLASS = "28";

    private final int port;
    private final String password;

    ServerAddress(int port, String password) {
        this.port = port;
        this.password = password;
    }

    int port() {
        return port;
    }

    String password() {
        return password;
    }

    String jdbcUrl(String databaseName) {
        return "jdbc:postgresql://%s:%d/%s".formatted(HOST, port, databaseName);
    }

    /** What a server has to say to us. */
    enum Answer {
        /** Ours, and taking our statements. */
        READY,
        /** Ours or not, it is starting, recovering or stopping. */
        BUSY,
        /** It does not know our password. */
        REFUSED,
        /** Another server got hold of the port. */
        OTHER_SERVER,
        SILENT
    }

    /** Asks once, for a few seconds at most, whether the server at this address serves that data. */
    Answer ask(Path data) {
        try (Connection connection = connect(MAINTENANCE_DATABASE, PROBE_TIMEOUT);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW data_directory")) {
            return row.next() && Path.of(row.getString(1)).equals(data) ? Answer.READY : Answer.OTHER_SERVER;
        } catch (SQLException e) {
            return answerOf(e);
        }
    }

    void createDatabaseIfMissing(String databaseName) throws SQLException {
        try (Connection connection = connect(MAINTENANCE_DATABASE, STATEMENT_TIMEOUT);
                Statement statement = connection.createStatement()) {
            if (!exists(statement, databaseName)) {
                statement.execute("CREATE DATABASE \"" + databaseName + "\"");
            }
        }
    }

    /** The name cannot hold a quote: the settings checked it. */
    private static boolean exists(Statement statement, String databaseName) throws SQLException {
        try (ResultSet row =
                statement.executeQuery("SELECT 1 FROM pg_catalog.pg_database WHERE datname = '" + databaseName + "'")) {
            return row.next();
        }
    }

    private static Answer answerOf(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        if (state.equals(CANNOT_CONNECT_NOW) || state.equals(TOO_MANY_CONNECTIONS)) {
            return Answer.BUSY;
        }
        return state.startsWith(INVALID_AUTHORIZATION_CLASS) ? Answer.REFUSED : Answer.SILENT;
    }

    private Connection connect(String databaseName, Duration socketTimeout) throws SQLException {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setServerNames(new String[] {HOST});
        dataSource.setPortNumbers(new int[] {port});
        dataSource.setDatabaseName(databaseName);
        dataSource.setUser(USERNAME);
        dataSource.setPassword(password);
        dataSource.setApplicationName("querent-embedded");
        dataSource.setConnectTimeout((int) PROBE_TIMEOUT.toSeconds());
        dataSource.setSocketTimeout((int) socketTimeout.toSeconds());
        return dataSource.getConnection();
    }
}
