package io.querent.receiver.jdbc;

import io.querent.receiver.Fence;
import io.querent.receiver.StaleTokenException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;

/** Refuses whoever comes with an older token than a resource has seen. */
final class Fences {
    /** The row stays locked until the commit, so that a newer owner's write cannot come between this look and our own write. */
    private static final String RAISE = """
            INSERT INTO querent_receiver.fence AS f (raised_at, token, bucket, resource) VALUES (statement_timestamp(), ?, ?, ?)
            ON CONFLICT (bucket, resource) DO UPDATE SET token = excluded.token, raised_at = excluded.raised_at
            WHERE f.token <= excluded.token
            """;

    private final String raise;

    Fences(SqlText sql) {
        this.raise = sql.of(RAISE);
    }

    /** In the order of their names, so that two operations on the same resources do not wait for each other. */
    void raiseAll(Connection connection, List<Fence> fences) throws SQLException {
        for (Fence fence :
                fences.stream().sorted(Comparator.comparing(Fence::resource)).toList()) {
            raise(connection, fence);
        }
    }

    /** @throws StaleTokenException when the resource has seen a newer token: no row was written */
    void raise(Connection connection, Fence fence) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(raise)) {
            statement.setLong(1, fence.token());
            statement.setShort(2, OperationId.bucketOf(fence.resource()));
            statement.setString(3, fence.resource());
            if (statement.executeUpdate() == 0) {
                throw new StaleTokenException(fence);
            }
        }
    }
}
