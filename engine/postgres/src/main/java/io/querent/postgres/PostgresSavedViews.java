package io.querent.postgres;

import io.querent.runtime.admin.SavedViews;
import io.querent.saga.QuerentException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Saved searches in PostgreSQL. */
final class PostgresSavedViews implements SavedViews {
    private static final String SELECT = """
            (SELECT operator, name, query, shared FROM querent.saved_view WHERE operator = ? ORDER BY name LIMIT ?)
            UNION
            (SELECT operator, name, query, shared FROM querent.saved_view WHERE shared ORDER BY name LIMIT ?)
            ORDER BY name, operator
            """;

    private static final String KEEP_IF_ROOM = """
            INSERT INTO querent.saved_view AS v (operator, name, query, shared)
            SELECT n.operator, n.name, n.query, n.shared
            FROM (VALUES (?, ?, ?, ?::boolean)) AS n(operator, name, query, shared)
            WHERE (
                    EXISTS (SELECT FROM querent.saved_view AS o WHERE o.operator = n.operator AND o.name = n.name)
                    OR (SELECT count(*) FROM querent.saved_view AS o WHERE o.operator = n.operator) < ?)
                AND (NOT n.shared OR (
                    SELECT count(*) FROM querent.saved_view AS o
                    WHERE o.shared AND (o.operator, o.name) IS DISTINCT FROM (n.operator, n.name)) < ?)
            ON CONFLICT ON CONSTRAINT saved_view_key DO UPDATE SET query = excluded.query, shared = excluded.shared
            """;

    private static final String DELETE = "DELETE FROM querent.saved_view WHERE operator = ? AND name = ?";

    private final Database database;

    PostgresSavedViews(Database database) {
        this.database = database;
    }

    @Override
    public List<View> of(String operator) {
        return database.autoCommitted("reading saved views", connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT)) {
                select.setString(1, operator);
                select.setInt(2, MOST);
                select.setInt(3, MOST_SHARED);
                return read(select);
            }
        });
    }

    @Override
    public void keep(View view) {
        int kept = database.autoCommitted("keeping a view", connection -> {
            try (PreparedStatement insert = connection.prepareStatement(KEEP_IF_ROOM)) {
                insert.setString(1, view.operator());
                insert.setString(2, view.name());
                insert.setString(3, view.query());
                insert.setBoolean(4, view.shared());
                insert.setInt(5, MOST);
                insert.setInt(6, MOST_SHARED);
                return insert.executeUpdate();
            }
        });
        if (kept == 0) {
            throw new QuerentException(
                    "QRT-6030",
                    "there are too many saved views; key=" + view.name() + ", operator=" + view.operator()
                            + ", expected=at most " + MOST + " of a person and " + MOST_SHARED
                            + " that are shared; forget one first");
        }
    }

    @Override
    public boolean forget(String operator, String name) {
        return database.autoCommitted("forgetting a view", connection -> {
            try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
                delete.setString(1, operator);
                delete.setString(2, name);
                return delete.executeUpdate() == 1;
            }
        });
    }

    private static List<View> read(PreparedStatement select) throws SQLException {
        List<View> views = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                views.add(new View(row.getString(1), row.getString(2), row.getString(3), row.getBoolean(4)));
            }
        }
        return views;
    }
}
