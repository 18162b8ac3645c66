package io.querent.postgres;

import io.querent.decision.OperatorDecision;
import io.querent.runtime.admin.BulkJobs;
import io.querent.runtime.admin.BulkJobs.NewJob;
import io.querent.runtime.approval.SecondPersonRule;
import io.querent.runtime.approval.SecondPersonRules;
import io.querent.runtime.journal.SagaSearch.Filter;
import io.querent.saga.QuerentException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Freezes the selection of a bulk job: one statement reads the sagas and writes the items, so that all are as of one moment. */
final class BulkFreeze {
    private static final String INSERT_IF_NEW = """
            INSERT INTO querent.bulk_job (id, operator, rate, filter, payload) VALUES (?, ?, ?, ?::json, ?::json)
            ON CONFLICT ON CONSTRAINT bulk_job_key DO NOTHING
            RETURNING cut_off
            """;

    /** Around the statement of a search. */
    private static final String INSERT_FOUND = """
            WITH found AS MATERIALIZED (%s)
            INSERT INTO querent.bulk_item (job, number, bucket, saga_id, tenant, definition, business_key, revision)
            SELECT ?, row_number() OVER (ORDER BY started_at, saga_id), bucket, saga_id, tenant, definition, business_key, version
            FROM found
            """;

    private static final String SELECT_DEFINITIONS =
            "SELECT DISTINCT definition FROM querent.bulk_item WHERE job = ? ORDER BY definition";

    private static final String COUNT_ITEMS =
            "UPDATE querent.bulk_job SET items = ?, planned = ?, rule = ? WHERE id = ?";

    private BulkFreeze() {}

    /**
     * Freezes the selection in the transaction of the connection.
     *
     * @return false when there is a job of that id
     * @throws QuerentException when no saga or too many fit: the transaction is to be rolled back
     */
    static boolean freeze(Connection connection, NewJob job, SecondPersonRules rules) throws SQLException {
        Optional<Instant> cutOff = insert(connection, job);
        if (cutOff.isEmpty()) {
            return false;
        }
        int items = insertItems(connection, job, cutOff.get());
        if (items == 0) {
            throw new QuerentException(
                    "QRT-6025",
                    "no saga fits what was searched for; key=" + job.id() + "; look at the search, then try again");
        } else if (items > BulkJobs.MOST_ITEMS) {
            throw new QuerentException(
                    "QRT-6026",
                    "too many sagas fit what was searched for; key=" + job.id() + ", expected=at most "
                            + BulkJobs.MOST_ITEMS + ", found=more; narrow the search, by time for example");
        }
        String rule = rule(connection, job, rules);
        count(connection, job, items, rule);
        People.audit(
                connection,
                "bulk-frozen:" + job.id(),
                job.operator(),
                "bulk-frozen",
                null,
                job.reason(),
                Map.of(
                        "job", job.id(),
                        "action", nameOf(job.decision()),
                        "items", items,
                        "ratePerSecond", job.ratePerSecond(),
                        "cutOff", cutOff.get().toString(),
                        "filter", BulkJobRow.filter(job)));
        return true;
    }

    static String nameOf(@Nullable OperatorDecision decision) {
        return decision == null ? "wake" : decision.name();
    }

    private static Optional<Instant> insert(Connection connection, NewJob job) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT_IF_NEW)) {
            insert.setString(1, job.id());
            insert.setString(2, job.operator());
            insert.setInt(3, job.ratePerSecond());
            insert.setString(4, BulkJobRow.filter(job));
            insert.setString(5, BulkJobRow.payload(job));
            try (ResultSet row = insert.executeQuery()) {
                return row.next()
                        ? Optional.of(row.getObject(1, OffsetDateTime.class).toInstant())
                        : Optional.empty();
            }
        }
    }

    private static int insertItems(Connection connection, NewJob job, Instant cutOff) throws SQLException {
        Filter filter = job.filter();
        Instant before = filter.startedBefore();
        Instant until = before == null || before.isAfter(cutOff) ? cutOff : before;
        SearchStatement search = PostgresSearch.frozen(
                connection, filter.startedBetween(filter.startedFrom(), until), BulkJobs.MOST_ITEMS + 1);
        try (PreparedStatement insert = search.prepareWithin(connection, INSERT_FOUND, job.id())) {
            return insert.executeUpdate();
        }
    }

    /** The first that there is: what the amounts are of a hundred thousand sagas nobody looks at one by one. */
    private static @Nullable String rule(Connection connection, NewJob job, SecondPersonRules rules)
            throws SQLException {
        OperatorDecision decision = job.decision();
        if (decision == null || rules.rules().isEmpty()) {
            return null;
        }
        try (PreparedStatement select = connection.prepareStatement(SELECT_DEFINITIONS)) {
            select.setString(1, job.id());
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    Optional<SecondPersonRule> rule = rules.about(rows.getString(1), decision);
                    if (rule.isPresent()) {
                        return Texts.storable(rule.get().toString(), 1_000);
                    }
                }
            }
        }
        return null;
    }

    private static void count(Connection connection, NewJob job, int items, @Nullable String rule) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(COUNT_ITEMS)) {
            update.setInt(1, items);
            update.setInt(2, items);
            update.setString(3, rule);
            update.setString(4, job.id());
            if (update.executeUpdate() != 1) {
                throw new SQLException("a bulk job that was just stored is not there", "40001");
            }
        }
    }
}
