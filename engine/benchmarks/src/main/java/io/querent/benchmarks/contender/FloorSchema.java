package io.querent.benchmarks.contender;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The tables of the floors: as little as a hand-written saga needs to know what was started and what has succeeded. */
final class FloorSchema {
    static final String INSERT_SAGA = "INSERT INTO floor.saga (business_key, input) VALUES (?, ?)";
    static final String INSERT_STEP = "INSERT INTO floor.step (business_key, number, result) VALUES (?, ?, ?)";

    private static final String CREATE = """
            CREATE SCHEMA IF NOT EXISTS floor;
            CREATE TABLE IF NOT EXISTS floor.saga (business_key text PRIMARY KEY, input text NOT NULL);
            CREATE TABLE IF NOT EXISTS floor.step (business_key text NOT NULL, number smallint NOT NULL, result text NOT NULL,
                PRIMARY KEY (business_key, number));
            """;

    private FloorSchema() {}

    static void create(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(CREATE);
        }
    }
}
