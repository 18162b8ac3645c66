package io.querent.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Removes what is left of sagas whose history has gone. Their own rows stay, and with them the certainty that a business key is used
 * once. Letters that nobody could take in stay too: they wait for a person.
 */
final class RetiredRest {
    private static final String DELETE_OPERATIONS = """
            DELETE FROM querent.operation AS o USING unnest(?::smallint[], ?::uuid[]) AS n(bucket, saga_id)
            WHERE n.bucket BETWEEN 0 AND 1023 AND o.bucket = n.bucket AND o.saga_id = n.saga_id
            """;

    private static final String DELETE_ATTRIBUTES = """
            DELETE FROM querent.saga_attribute AS o USING unnest(?::smallint[], ?::uuid[]) AS n(bucket, saga_id)
            WHERE n.bucket BETWEEN 0 AND 1023 AND o.bucket = n.bucket AND o.saga_id = n.saga_id
            """;

    /** What is in the audit too, and is not forgotten as other letters are. Those stay for as long as somebody may repeat them. */
    private static final String DELETE_DECISIONS = """
            DELETE FROM querent.mailbox AS o USING unnest(?::smallint[], ?::uuid[]) AS n(bucket, saga_id)
            WHERE n.bucket BETWEEN 0 AND 1023 AND o.bucket = n.bucket AND o.saga_id = n.saga_id
                AND o.settled_at IS NOT NULL AND o.answer <> 4 AND EXISTS (
                    SELECT FROM querent.audit AS a
                    WHERE a.bucket = o.bucket AND a.saga_id = o.saga_id AND a.request_id = o.message_id)
            """;

    private static final String DELETE_REVIEWS = """
            DELETE FROM querent.review AS o USING unnest(?::smallint[], ?::uuid[]) AS n(bucket, saga_id)
            WHERE n.bucket BETWEEN 0 AND 1023 AND o.bucket = n.bucket AND o.saga_id = n.saga_id AND o.closed_at IS NOT NULL
            """;

    private static final String DELETE_CLAIMS = """
            DELETE FROM querent.case_claim AS o USING unnest(?::smallint[], ?::uuid[]) AS n(bucket, saga_id)
            WHERE n.bucket BETWEEN 0 AND 1023 AND o.bucket = n.bucket AND o.saga_id = n.saga_id
            """;

    private static final String DELETE_COMMENTS = """
            DELETE FROM querent.case_comment AS o USING unnest(?::smallint[], ?::uuid[]) AS n(bucket, saga_id)
            WHERE n.bucket BETWEEN 0 AND 1023 AND o.bucket = n.bucket AND o.saga_id = n.saga_id
            """;

    private static final List<String> ALL =
            List.of(DELETE_OPERATIONS, DELETE_DECISIONS, DELETE_REVIEWS, DELETE_CLAIMS, DELETE_COMMENTS);

    private RetiredRest() {}

    /** Returns how many rows were removed, which is nobody's business to check: a saga may have none, or be cleaned a second time. */
    static int delete(Connection connection, List<MonthSagas.Located> sagas, boolean keepAttributes)
            throws SQLException {
        int deleted = keepAttributes ? 0 : delete(connection, DELETE_ATTRIBUTES, sagas);
        for (String each : ALL) {
            deleted += delete(connection, each, sagas);
        }
        return deleted;
    }

    private static int delete(Connection connection, String statement, List<MonthSagas.Located> sagas)
            throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(statement)) {
            Parameters.of(delete).shorts(MonthSagas.buckets(sagas)).uuids(MonthSagas.ids(sagas));
            return delete.executeUpdate();
        }
    }
}
