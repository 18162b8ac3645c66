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

    /** Nothing but a look where the resource has seen that token or a newer one. */
    private static final String REMEMBER = """
            INSERT INTO querent_receiver.fence AS f (raised_at, token, bucket, resource)
            SELECT statement_timestamp(), n.token, n.bucket, n.resource
            FROM (VALUES (?::bigint, ?::smallint, ?::text)) AS n (token, bucket, resource)
            WHERE NOT EXISTS (
                SELECT FROM querent_receiver.fence s WHERE s.bucket = n.bucket AND s.resource = n.resource AND s.token >= n.token)
            ON CONFLICT (bucket, resource) DO UPDATE SET token = excluded.token, raised_at = excluded.raised_at
            WHERE f.token < excluded.token
            """;

    private final String raise;
    private final String remember;

    Fences(SqlText sql) {
        this.raise = sql.of(RAISE);
        this.remember = sql.of(REMEMBER);
    }

    /** In the order of their names, so that two operations on the same resources do not wait for each other. */
    void raiseAll(Connection connection, List<Fence> fences, SeenTokens seen) throws SQLException {
        for (Fence fence : inOrder(fences)) {
            raise(connection, fence, seen);
        }
    }

    /** Has the resources know of somebody who was there and whose writes, if any, are undone. An older one may be told so, too: it lowers nothing. */
    void remember(Connection connection, List<Fence> fences) throws SQLException {
        for (Fence fence : inOrder(fences)) {
            write(connection, remember, fence);
        }
    }

    private static List<Fence> inOrder(List<Fence> fences) {
        return fences.stream().sorted(Comparator.comparing(Fence::resource)).toList();
    }

    /**
     * @param seen what the fence is added to: whoever undoes what was written here has to {@link #remember} it
     * @throws StaleTokenException when the resource has seen a newer token: no row was written
     */
    void raise(Connection connection, Fence fence, SeenTokens seen) throws SQLException {
        if (write(connection, raise, fence) == 0) {
            throw new StaleTokenException(fence);
        }
        seen.add(fence);
    }

    private static int write(Connection connection, String sql, Fence fence) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, fence.token());
            statement.setShort(2, OperationId.bucketOf(fence.resource()));
            statement.setString(3, fence.resource());
            return statement.executeUpdate();
        }
    }
}
