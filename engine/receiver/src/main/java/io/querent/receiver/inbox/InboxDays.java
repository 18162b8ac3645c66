package io.querent.receiver.inbox;

import io.querent.outbox.jdbc.MessageTransactions;
import io.querent.receiver.jdbc.SqlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;

/** Makes the partitions of days. Attaching one blocks nobody. */
final class InboxDays {
    private static final String ENSURE = """
            SELECT querent_receiver.ensure_inbox_day(?)
            """;

    private static final String ENSURE_IF_KEPT = """
            SELECT querent_receiver.ensure_inbox_day(d.day)
            FROM (SELECT ?::date AS day, (statement_timestamp() AT TIME ZONE 'UTC')::date AS today) AS d
            WHERE d.day >= d.today - ?
            """;

    private static final String ENSURE_AHEAD = """
            SELECT count(*) FILTER (WHERE querent_receiver.ensure_inbox_day((statement_timestamp() AT TIME ZONE 'UTC')::date + ahead))
            FROM generate_series(0, 2) AS ahead
            """;

    private final MessageTransactions transactions;
    private final String ensure;
    private final String ensureIfKept;
    private final String ensureAhead;

    InboxDays(SqlText sql, MessageTransactions transactions) {
        this.transactions = transactions;
        this.ensure = sql.of(ENSURE);
        this.ensureIfKept = sql.of(ENSURE_IF_KEPT);
        this.ensureAhead = sql.of(ENSURE_AHEAD);
    }

    /** Of a message that came before its day had one. */
    void ensure(LocalDate day) {
        transactions.committed("making the inbox's partition of " + day, connection -> {
            try (PreparedStatement select = connection.prepareStatement(ensure)) {
                select.setObject(1, day);
                return select.execute();
            }
        });
    }

    /** The same, unless it is too long ago. Days to come are made too, however far: a person's decision asks for one. */
    void ensureIfKept(LocalDate day, int keepDays) {
        transactions.committed("making the inbox's partition of " + day, connection -> {
            try (PreparedStatement select = connection.prepareStatement(ensureIfKept)) {
                select.setObject(1, day);
                select.setInt(2, keepDays);
                return select.execute();
            }
        });
    }

    /** Of today and the next two days. Returns how many were made. */
    int ensureAhead() {
        return transactions.committed("making the inbox's partitions", this::ensureAhead);
    }

    private int ensureAhead(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(ensureAhead);
                ResultSet made = select.executeQuery()) {
            made.next();
            return made.getInt(1);
        }
    }
}
