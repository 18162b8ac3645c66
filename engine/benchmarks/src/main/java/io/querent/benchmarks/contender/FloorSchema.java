package io.querent.benchmarks.contender;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * The tables of a floor: as little as a hand-written saga needs to know what was started and what has succeeded.
 *
 * @param name of the schema
 */
record FloorSchema(String name) {
    static final FloorSchema FLOOR = new FloorSchema("floor");
    static final FloorSchema GROUP_FLOOR = new FloorSchema("group_floor");

    private static final String CREATE = """
            CREATE SCHEMA IF NOT EXISTS %1$s;
            CREATE TABLE IF NOT EXISTS %1$s.saga (business_key text PRIMARY KEY, input text NOT NULL);
            CREATE TABLE IF NOT EXISTS %1$s.step (business_key text NOT NULL, number smallint NOT NULL, result text NOT NULL,
                PRIMARY KEY (business_key, number));
            """;

    void create(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(CREATE.formatted(name));
        }
    }

    String insertSaga() {
        return "INSERT INTO " + name + ".saga (business_key, input) VALUES (?, ?)";
    }

    /** Changes no row when the key is taken. */
    String insertSagaIfNew() {
        return insertSaga() + " ON CONFLICT DO NOTHING";
    }

    String insertStep() {
        return "INSERT INTO " + name + ".step (business_key, number, result) VALUES (?, ?, ?)";
    }

    String selectResult() {
        return "SELECT result FROM " + name + ".step WHERE business_key = ? AND number = ?";
    }
}
