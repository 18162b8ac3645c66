package io.querent.postgres;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.admin.BulkJobs.Item;
import io.querent.runtime.admin.BulkJobs.ItemState;
import io.querent.runtime.admin.BulkJobs.Job;
import io.querent.runtime.admin.BulkJobs.JobState;
import io.querent.runtime.admin.BulkJobs.NewJob;
import io.querent.runtime.codec.FilterCodec;
import io.querent.runtime.codec.LetterCodec;
import io.querent.runtime.journal.Letter;
import io.querent.saga.BusinessKey;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** Reads bulk jobs and their items. */
final class BulkJobRow {
    static final String COLUMNS = """
            j.id, j.filter, j.payload, j.rate, j.state, j.cut_off, j.rule, j.approved_by, j.items, j.planned, j.sent, j.applied,
            j.nothing_new, j.refused, j.parked, j.ended_at
            """;

    static final String ITEM_COLUMNS =
            "i.number, i.tenant, i.definition, i.business_key, i.revision, i.state, i.detail";

    private static final LetterCodec LETTERS = new LetterCodec();
    private static final FilterCodec FILTERS = new FilterCodec();

    private BulkJobRow() {}

    /** What is sent to each saga, but for its revision. */
    static String payload(NewJob job) {
        OperatorDecision decision = job.decision();
        return LETTERS.encode(
                decision == null
                        ? new Letter.Woken(job.operator(), job.reason())
                        : new Letter.Decided(
                                decision, new Authority(job.operator(), job.reason(), Authority.UNSEEN, job.id())));
    }

    static String filter(NewJob job) {
        return FILTERS.encode(job.filter());
    }

    static List<Job> jobs(PreparedStatement select) throws SQLException {
        List<Job> jobs = new ArrayList<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                jobs.add(job(rows));
            }
        }
        return jobs;
    }

    static List<Item> items(PreparedStatement select) throws SQLException {
        List<Item> items = new ArrayList<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                SagaKey saga = new SagaKey(
                        new Tenant(rows.getString(2)), rows.getString(3), new BusinessKey(rows.getString(4)));
                items.add(new Item(
                        rows.getInt(1), saga, rows.getLong(5), itemState(rows.getShort(6)), rows.getString(7)));
            }
        }
        return items;
    }

    private static Job job(ResultSet row) throws SQLException {
        OffsetDateTime ended = row.getObject(16, OffsetDateTime.class);
        return new Job(
                made(row),
                jobState(row.getShort(5)),
                row.getObject(6, OffsetDateTime.class).toInstant(),
                row.getString(7),
                row.getString(8),
                row.getInt(9),
                row.getInt(10),
                row.getInt(11),
                row.getInt(12),
                row.getInt(13),
                row.getInt(14),
                row.getInt(15),
                ended == null ? null : ended.toInstant());
    }

    private static NewJob made(ResultSet row) throws SQLException {
        String id = row.getString(1);
        Letter.Content content = LETTERS.decode(id, row.getString(3));
        OperatorDecision decision = content instanceof Letter.Decided decided ? decided.decision() : null;
        String reason = content instanceof Letter.Decided decided
                ? decided.authority().reason()
                : ((Letter.Woken) content).reason();
        return new NewJob(id, FILTERS.decode(row.getString(2)), decision, content.sender(), reason, row.getInt(4));
    }

    static short code(JobState state) {
        return switch (state) {
            case FROZEN -> 1;
            case RUNNING -> 2;
            case PAUSED -> 3;
            case DONE -> 10;
            case CANCELLED -> 11;
        };
    }

    static short code(ItemState state) {
        return switch (state) {
            case PLANNED -> 1;
            case SENT -> 2;
            case APPLIED -> 10;
            case NOTHING_NEW -> 11;
            case REFUSED -> 12;
            case PARKED -> 13;
        };
    }

    private static JobState jobState(int code) {
        for (JobState state : JobState.values()) {
            if (code(state) == code) {
                return state;
            }
        }
        throw new IllegalStateException("no state of a bulk job has the code " + code);
    }

    private static ItemState itemState(int code) {
        for (ItemState state : ItemState.values()) {
            if (code(state) == code) {
                return state;
            }
        }
        throw new IllegalStateException("no state of a bulk item has the code " + code);
    }
}
