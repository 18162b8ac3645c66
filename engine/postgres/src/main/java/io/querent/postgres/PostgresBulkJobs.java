package io.querent.postgres;

import io.querent.decision.Authority;
import io.querent.runtime.admin.BulkJobs;
import io.querent.runtime.approval.SecondPersonRules;
import io.querent.saga.QuerentException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Bulk jobs in PostgreSQL. Whoever writes to a job or its items holds the job's row. */
final class PostgresBulkJobs implements BulkJobs {
    private static final String SELECT_ONE =
            "SELECT " + BulkJobRow.COLUMNS + " FROM querent.bulk_job AS j WHERE j.id = ?";

    private static final String SELECT_NEWEST =
            "SELECT " + BulkJobRow.COLUMNS + " FROM querent.bulk_job AS j ORDER BY j.made_at DESC, j.id DESC LIMIT ?";

    private static final String SELECT_ITEMS = "SELECT " + BulkJobRow.ITEM_COLUMNS
            + " FROM querent.bulk_item AS i WHERE i.job = ? AND i.number > ? ORDER BY i.number LIMIT ?";

    private static final String SELECT_ITEMS_IN_STATE = "SELECT " + BulkJobRow.ITEM_COLUMNS
            + " FROM querent.bulk_item AS i WHERE i.job = ? AND i.number > ? AND i.state = ? ORDER BY i.number LIMIT ?";

    private static final String WAS_CHANGED_BY = "SELECT FROM querent.bulk_job WHERE id = ? AND changed_by = ?";

    private static final String CHANGE = """
            UPDATE querent.bulk_job
            SET state = ?, changed_by = ?, ended_at = CASE WHEN ? >= 10 THEN clock_timestamp() END
            WHERE id = ?
            """;

    private static final String APPROVE = "UPDATE querent.bulk_job SET approved_by = ? WHERE id = ?";

    private static final int LONGEST_PAGE = 1_000;

    private static final Map<JobState, List<JobState>> NEXT = Map.of(
            JobState.FROZEN, List.of(JobState.RUNNING, JobState.CANCELLED),
            JobState.RUNNING, List.of(JobState.PAUSED, JobState.CANCELLED),
            JobState.PAUSED, List.of(JobState.RUNNING, JobState.CANCELLED));

    private final Database database;
    private final SecondPersonRules rules;

    /** @param rules what the nodes that carry jobs out are given as well */
    PostgresBulkJobs(Database database, SecondPersonRules rules) {
        this.database = database;
        this.rules = rules;
    }

    @Override
    public Job freeze(NewJob job) {
        return database.committed("freezing a selection", connection -> {
            boolean unused = BulkFreeze.freeze(connection, job, rules);
            Job stored = one(connection, job.id(), "")
                    .orElseThrow(() -> new SQLException("a bulk job that was just stored is not there", "40001"));
            if (!stored.made().equals(job)) {
                throw new QuerentException(
                        "QRT-6027",
                        "the id was used for another job; key=" + job.id() + "; give another job an id of its own");
            }
            return stored;
        });
    }

    @Override
    public Optional<Job> find(String id) {
        return database.autoCommitted("reading a bulk job", connection -> one(connection, id, ""));
    }

    @Override
    public List<Job> all(int limit) {
        return database.autoCommitted("reading bulk jobs", connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_NEWEST)) {
                select.setInt(1, page(limit));
                return BulkJobRow.jobs(select);
            }
        });
    }

    @Override
    public List<Item> items(String id, int afterNumber, @Nullable ItemState state, int limit) {
        return database.autoCommitted("reading items of a bulk job", connection -> {
            String statement = state == null ? SELECT_ITEMS : SELECT_ITEMS_IN_STATE;
            try (PreparedStatement select = connection.prepareStatement(statement)) {
                select.setString(1, id);
                select.setInt(2, afterNumber);
                if (state != null) {
                    select.setShort(3, BulkJobRow.code(state));
                }
                select.setInt(state == null ? 3 : 4, page(limit));
                return BulkJobRow.items(select);
            }
        });
    }

    @Override
    public boolean change(String id, JobState from, JobState to, String operator, String reason, String requestId) {
        if (!NEXT.getOrDefault(from, List.of()).contains(to)) {
            throw new QuerentException(
                    "QRT-6029",
                    "a bulk job never goes from one of these states to the other; key=" + Texts.storable(id, 200)
                            + ", from=" + from + ", to=" + to + "; choose one out of "
                            + NEXT.getOrDefault(from, List.of()));
        }
        return database.committed("changing a bulk job", connection -> {
            Job job = one(connection, id, " FOR UPDATE").orElse(null);
            if (job == null || job.state() != from) {
                return job != null && job.state() == to && wasChangedBy(connection, id, requestId);
            }
            requireSecondPerson(job, to);
            try (PreparedStatement update = connection.prepareStatement(CHANGE)) {
                update.setShort(1, BulkJobRow.code(to));
                update.setString(2, People.fit(id, "request id", requestId, 1, 200));
                update.setShort(3, BulkJobRow.code(to));
                update.setString(4, id);
                update.executeUpdate();
            }
            People.fit(id, "reason", reason, 1, 2_000);
            String action = to == JobState.RUNNING
                    ? "bulk-started"
                    : "bulk-" + to.name().toLowerCase(Locale.ROOT);
            People.audit(
                    connection,
                    requestId,
                    operator,
                    action,
                    null,
                    reason,
                    Map.of("job", id, "from", from.name(), "planned", job.planned()));
            return true;
        });
    }

    @Override
    public boolean approve(String id, String approver, String requestId) {
        return database.committed("approving a bulk job", connection -> {
            Job job = one(connection, id, " FOR UPDATE").orElse(null);
            if (job == null) {
                return false;
            }
            // Refuses who made it.
            Authority both =
                    new Authority(job.made().operator(), job.made().reason(), Authority.UNSEEN, requestId, approver);
            String before = job.approvedBy();
            if (before != null || job.state() != JobState.FROZEN) {
                return before != null && Authority.isSamePerson(before, approver);
            }
            try (PreparedStatement update = connection.prepareStatement(APPROVE)) {
                update.setString(1, People.fit(id, "name", approver, 1, 200));
                update.setString(2, id);
                update.executeUpdate();
            }
            People.audit(
                    connection,
                    requestId,
                    approver,
                    "bulk-approved",
                    null,
                    "",
                    Map.of("job", id, "requester", both.operator(), "items", job.items()));
            return true;
        });
    }

    @Override
    public Optional<Portion> take(String node, Duration lease, int limit) {
        return database.committed(
                "taking items of a bulk job", connection -> BulkPortions.take(connection, node, lease, limit));
    }

    @Override
    public boolean record(String id, String node, long token, List<Item> items) {
        return database.committed(
                "recording items of a bulk job", connection -> BulkPortions.record(connection, id, node, token, items));
    }

    private static void requireSecondPerson(Job job, JobState to) {
        if (to == JobState.RUNNING && job.rule() != null && job.approvedBy() == null) {
            throw new QuerentException(
                    "QRT-6028",
                    "the bulk job needs a second person before it runs; key="
                            + job.made().id() + ", operator="
                            + job.made().operator() + ", rule=" + job.rule()
                            + "; have somebody else approve it");
        }
    }

    private static Optional<Job> one(Connection connection, String id, String lock) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_ONE + lock)) {
            select.setString(1, id);
            return BulkJobRow.jobs(select).stream().findFirst();
        }
    }

    private static boolean wasChangedBy(Connection connection, String id, String requestId) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(WAS_CHANGED_BY)) {
            select.setString(1, id);
            select.setString(2, requestId);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next();
            }
        }
    }

    private static int page(int limit) {
        if (limit < 1 || limit > LONGEST_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + LONGEST_PAGE + " entries, not " + limit);
        }
        return limit;
    }
}
