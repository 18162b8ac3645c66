package io.querent.postgres;

import io.querent.runtime.archive.ArchiveSummary;
import io.querent.runtime.journal.ArchivedHistory;
import io.querent.runtime.journal.Disposal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How far months have come on their way out. */
final class RetiredMonths {
    private static final String INSERT = """
            INSERT INTO querent.retired_month
                (month, first_period, end_period, disposal, seen_up_to, seen_holds, sagas, events, archive, sha256)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private static final String SELECT_UNFINISHED = """
            SELECT month, disposal, seen_up_to, seen_holds, sagas, archive, sha256, detached_at IS NOT NULL,
                cleaned_bucket, cleaned_period, cleaned_saga
            FROM querent.retired_month WHERE retired_at IS NULL ORDER BY month
            """;

    private static final String SELECT_DETACHED_OF_PERIOD = """
            SELECT month, disposal, archive, sha256, detached_at FROM querent.retired_month
            WHERE first_period <= ? AND end_period > ? AND detached_at IS NOT NULL
            """;

    private static final String FORGET_EXPORT =
            "DELETE FROM querent.retired_month WHERE month = ? AND detached_at IS NULL";

    private static final String SEE_HOLDS =
            "UPDATE querent.retired_month SET seen_holds = ? WHERE month = ? AND detached_at IS NULL";

    private static final String DETACH =
            "UPDATE querent.retired_month SET detached_at = statement_timestamp() WHERE month = ? AND detached_at IS NULL";

    private static final String SELECT_END =
            "SELECT max(end_period) FROM querent.retired_month WHERE detached_at IS NOT NULL";

    private static final String CLEAN = """
            UPDATE querent.retired_month SET cleaned_bucket = ?, cleaned_period = ?, cleaned_saga = ?
            WHERE month = ? AND detached_at IS NOT NULL AND retired_at IS NULL
            """;

    private static final String RETIRE = """
            UPDATE querent.retired_month SET retired_at = statement_timestamp()
            WHERE month = ? AND detached_at IS NOT NULL AND retired_at IS NULL
            """;

    /** As long as the file can be made of what there is. */
    private static final String WRITTEN_ANEW = """
            UPDATE querent.retired_month SET sagas = ?, events = ?, sha256 = ?
            WHERE month = ? AND detached_at IS NOT NULL AND retired_at IS NULL AND cleaned_saga IS NULL
            """;

    private RetiredMonths() {}

    /**
     * A month on its way.
     *
     * @param seenUpTo transactions from this one on may have written what the export lacks
     * @param seenHolds number of holds that were looked at
     * @param cleanedTo where the removal of other rows has come to
     */
    record Underway(
            EventMonth month,
            Disposal disposal,
            long seenUpTo,
            long seenHolds,
            long sagas,
            @Nullable String archive,
            @Nullable String sha256,
            boolean detached,
            MonthSagas.Place cleanedTo) {
        /** With another file. */
        Underway with(ArchiveSummary summary) {
            return new Underway(
                    month,
                    disposal,
                    seenUpTo,
                    seenHolds,
                    summary.sagas(),
                    archive,
                    summary.sha256(),
                    detached,
                    cleanedTo);
        }
    }

    /** @param summary what was exported; null when nothing is */
    static void insert(
            Connection connection,
            EventMonth month,
            Disposal disposal,
            MonthSagas.Seen seen,
            long sagas,
            @Nullable ArchiveSummary summary)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setDate(1, date(month));
            insert.setInt(2, month.first());
            insert.setInt(3, month.end());
            insert.setShort(4, code(disposal));
            insert.setLong(5, seen.transaction());
            insert.setLong(6, seen.holds());
            insert.setLong(7, sagas);
            insert.setLong(8, summary == null ? 0 : summary.events());
            insert.setString(9, summary == null ? null : month.archive());
            insert.setString(10, summary == null ? null : summary.sha256());
            one(insert, month);
        }
    }

    static List<Underway> unfinished(Connection connection) throws SQLException {
        List<Underway> unfinished = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT_UNFINISHED);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                unfinished.add(new Underway(
                        new EventMonth(month(row)),
                        disposal(row.getShort(2)),
                        row.getLong(3),
                        row.getLong(4),
                        row.getLong(5),
                        row.getString(6),
                        row.getString(7),
                        row.getBoolean(8),
                        MonthSagas.Place.read(row, 9)));
            }
        }
        return unfinished;
    }

    /** What is left of the history of sagas of that period; empty while it is in the log. */
    static Optional<ArchivedHistory> of(Connection connection, int period) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_DETACHED_OF_PERIOD)) {
            select.setInt(1, period);
            select.setInt(2, period);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? Optional.of(new ArchivedHistory(
                                month(row),
                                disposal(row.getShort(2)),
                                row.getString(3),
                                row.getString(4),
                                row.getObject(5, OffsetDateTime.class).toInstant()))
                        : Optional.empty();
            }
        }
    }

    /** The month is exported anew. */
    static void forgetExport(Connection connection, EventMonth month) throws SQLException {
        change(connection, FORGET_EXPORT, month);
    }

    static void seeHolds(Connection connection, EventMonth month, long holds) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(SEE_HOLDS)) {
            update.setLong(1, holds);
            update.setDate(2, date(month));
            one(update, month);
        }
    }

    static void detached(Connection connection, EventMonth month) throws SQLException {
        change(connection, DETACH, month);
    }

    /** Of a detached month of which nothing was removed yet. */
    static void writtenAnew(Connection connection, EventMonth month, ArchiveSummary summary) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(WRITTEN_ANEW)) {
            update.setLong(1, summary.sagas());
            update.setLong(2, summary.events());
            update.setString(3, summary.sha256());
            update.setDate(4, date(month));
            one(update, month);
        }
    }

    /** The first period of no month that has left, and of none before one that has. */
    static int firstOpenPeriod(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_END);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    static void cleaned(Connection connection, EventMonth month, MonthSagas.Place to) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(CLEAN)) {
            to.bind(update, 1);
            update.setDate(4, date(month));
            one(update, month);
        }
    }

    static void retired(Connection connection, EventMonth month) throws SQLException {
        change(connection, RETIRE, month);
    }

    private static void change(Connection connection, String statement, EventMonth month) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(statement)) {
            update.setDate(1, date(month));
            one(update, month);
        }
    }

    /** The lease keeps others out, so nothing else can have happened but that somebody wrote to the table by hand. */
    private static void one(PreparedStatement change, EventMonth month) throws SQLException {
        if (change.executeUpdate() != 1) {
            throw new SQLException("month " + month.month() + " is not as this run has left it", "02000");
        }
    }

    private static Date date(EventMonth month) {
        return Date.valueOf(month.month().atDay(1));
    }

    private static YearMonth month(ResultSet row) throws SQLException {
        return YearMonth.from(row.getDate(1).toLocalDate());
    }

    private static short code(Disposal disposal) {
        return switch (disposal) {
            case ARCHIVE -> 1;
            case DETACH -> 2;
            case DROP -> 3;
        };
    }

    private static Disposal disposal(short code) {
        return switch (code) {
            case 1 -> Disposal.ARCHIVE;
            case 2 -> Disposal.DETACH;
            case 3 -> Disposal.DROP;
            default ->
                throw new IllegalStateException("no disposal has the code " + code + "; a newer version wrote it");
        };
    }
}
