package io.querent.receiver.inbox;

import io.querent.outbox.UnavailableException;
import io.querent.outbox.jdbc.MessageTransactions;
import io.querent.receiver.jdbc.SqlText;
import io.querent.receiver.jdbc.Transactions;
import io.querent.receiver.outbox.ShortTransactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes room: drops days that are no longer remembered, and reaps records of messages without a day in batches. Whoever handles messages
 * meanwhile is not held up. Several nodes may do so at a time. Thread-safe.
 */
public final class InboxRetention {
    private static final Logger LOG = LoggerFactory.getLogger(InboxRetention.class);

    private static final int BATCH = 5_000;
    private static final int MOST_BATCHES = 2_000;

    /** A day more than is asked for by messages: no clock of whoever takes over may have a dropped day made again. */
    private static final int MARGIN_DAYS = 1;

    /** Whoever remembers longest decides: all groups share the days. */
    private static final String REMEMBER = """
            UPDATE querent_receiver.inbox_memory SET keep_days = greatest(keep_days, ?) RETURNING keep_days
            """;

    /** Before the first of them is dropped, so that nobody makes one again. */
    private static final String DROP_BEFORE = """
            UPDATE querent_receiver.inbox_memory
            SET dropped_before = greatest(dropped_before, (statement_timestamp() AT TIME ZONE 'UTC')::date - ?)
            """;

    /** Those that are no partition any more were detached by somebody who did not come to drop them. */
    private static final String SELECT_OLD = """
            SELECT c.relname, i.inhrelid IS NOT NULL, coalesce(i.inhdetachpending, false)
            FROM pg_class AS c LEFT JOIN pg_inherits AS i ON i.inhrelid = c.oid
            WHERE c.relnamespace = to_regnamespace(?) AND c.relkind = 'r' AND c.relname ~ '^inbox_[0-9]{8}$'
                AND c.relname < 'inbox_' || to_char((statement_timestamp() AT TIME ZONE 'UTC')::date - ?, 'YYYYMMDD')
            ORDER BY c.relname
            """;

    /** Waits for transactions that may still use it, and holds nobody up meanwhile. Not within a transaction. */
    private static final String DETACH =
            "ALTER TABLE querent_receiver.inbox DETACH PARTITION querent_receiver.%s CONCURRENTLY";

    private static final String FINISH_DETACHING =
            "ALTER TABLE querent_receiver.inbox DETACH PARTITION querent_receiver.%s FINALIZE";

    private static final String DROP = "DROP TABLE IF EXISTS querent_receiver.%s";

    private static final int DETACH_SECONDS = 60;

    private static final String REAP_UNDATED = """
            DELETE FROM querent_receiver.inbox_undated WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM querent_receiver.inbox_undated
                WHERE handled_at < statement_timestamp() - make_interval(days => ?)
                ORDER BY handled_at LIMIT ?))
            """;

    private final Transactions transactions;
    private final MessageTransactions shortly;
    private final SqlText sql;
    private final InboxSettings settings;
    private final InboxDays days;

    /** Of the inbox that these settings tell of. All groups share it: the longest time that was ever asked for is what is remembered. */
    public InboxRetention(Transactions transactions, InboxSettings settings) {
        this.transactions = transactions;
        this.shortly = new ShortTransactions(transactions);
        this.sql = SqlText.in(settings.schema());
        this.settings = settings;
        this.days = new InboxDays(sql, shortly);
    }

    private record Day(String table, boolean attached, boolean detaching) {}

    /**
     * What a run did.
     *
     * @param daysMade partitions made ahead
     * @param daysDropped partitions dropped
     * @param reaped records of messages without a day
     */
    public record Done(int daysMade, int daysDropped, long reaped) {}

    /**
     * Does what is due. To be called at least once a day; {@link InboxConsumer} calls it every hour.
     *
     * @throws UnavailableException QRT-9050 when the database cannot be reached
     */
    public Done run() {
        int made = days.ensureAhead();
        int keepDays = shortly.committed("saying what is remembered", this::keepDays);
        int dropped = 0;
        for (Day day : shortly.committed("looking for old days", connection -> old(connection, keepDays))) {
            dropped += drop(day) ? 1 : 0;
        }
        return new Done(made, dropped, reap(keepDays));
    }

    private int keepDays(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql.of(REMEMBER))) {
            update.setInt(1, settings.keepDays());
            try (ResultSet row = update.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("the row of inbox_memory is missing; restore it");
                }
                return row.getInt(1);
            }
        }
    }

    private List<Day> old(Connection connection, int keepDays) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql.of(DROP_BEFORE))) {
            update.setInt(1, keepDays + MARGIN_DAYS);
            if (update.executeUpdate() != 1) {
                throw new SQLException("the row of inbox_memory is missing; restore it");
            }
        }
        try (PreparedStatement select = connection.prepareStatement(SELECT_OLD)) {
            select.setString(1, settings.schema());
            select.setInt(2, keepDays + MARGIN_DAYS);
            List<Day> old = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    old.add(new Day(row.getString(1), row.getBoolean(2), row.getBoolean(3)));
                }
            }
            return old;
        }
    }

    /** One that cannot be dropped now, because another node is at it or a transaction does not end, is dropped the next time. */
    private boolean drop(Day day) {
        try {
            if (day.attached()) {
                detach(day);
            }
            shortly.committed("dropping " + day.table(), connection -> executed(connection, DROP, day));
            return true;
        } catch (UnavailableException later) {
            LOG.warn(
                    "{} of the inbox is not dropped yet and is tried again in an hour; found={}",
                    day.table(),
                    later.getMessage());
            return false;
        }
    }

    /** Detaching commits by itself, so what was begun for it is ended before. The limit is the client's: nothing is set for the session. */
    private void detach(Day day) {
        try {
            transactions.run(connection -> {
                connection.rollback();
                connection.setAutoCommit(true);
                try {
                    return executed(connection, day.detaching() ? FINISH_DETACHING : DETACH, day);
                } finally {
                    connection.setAutoCommit(false);
                }
            });
        } catch (Exception failure) {
            throw ShortTransactions.unavailable("detaching " + day.table(), failure);
        }
    }

    private boolean executed(Connection connection, String template, Day day) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(DETACH_SECONDS);
            return statement.execute(sql.of(template.formatted(day.table())));
        }
    }

    private long reap(int keepDays) {
        long reaped = 0;
        for (int batch = 0; batch < MOST_BATCHES; batch++) {
            int rows = shortly.committed("reaping records of messages", connection -> reapBatch(connection, keepDays));
            reaped += rows;
            if (rows < BATCH) {
                break;
            }
        }
        return reaped;
    }

    private int reapBatch(Connection connection, int keepDays) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(sql.of(REAP_UNDATED))) {
            delete.setInt(1, keepDays);
            delete.setInt(2, BATCH);
            return delete.executeUpdate();
        }
    }
}
