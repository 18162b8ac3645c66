package io.querent.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/**
 * A month of events and its partition. The name of a table cannot be a parameter; it is made of a month and nothing else, so it may stand
 * in a statement's text.
 */
record EventMonth(YearMonth month) {
    /** Oldest first. */
    private static final String SELECT_PARTITIONS = """
            SELECT to_date(substr(c.relname, 7), 'YYYY_MM'), clock_timestamp()
            FROM pg_catalog.pg_inherits AS i
            JOIN pg_catalog.pg_class AS c ON c.oid = i.inhrelid
            WHERE i.inhparent = 'querent.event'::regclass AND c.relname ~ '^event_\\d{4}_\\d{2}$'
            ORDER BY c.relname
            """;

    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("uuuu_MM");
    private static final LocalDateTime FIRST_PERIOD = LocalDateTime.of(2000, 1, 1, 0, 0);

    /** Months whose time has been over for {@code keep}, by the database's clock, and that are still in the log; oldest first. */
    static List<EventMonth> due(Connection connection, Duration keep) throws SQLException {
        List<EventMonth> due = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT_PARTITIONS);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                EventMonth each = new EventMonth(YearMonth.from(rows.getDate(1).toLocalDate()));
                Instant now = rows.getObject(2, OffsetDateTime.class).toInstant();
                if (!each.endsAt().plus(keep).isAfter(now)) {
                    due.add(each);
                }
            }
        }
        return due;
    }

    /** As it stands in statements, with its schema. */
    String table() {
        return "querent." + name();
    }

    String name() {
        return "event_" + NAME.format(month);
    }

    /** Name of its archive file. */
    String archive() {
        return "events-" + month + ".ndjson.gz";
    }

    /** The first of its periods. */
    int first() {
        return period(month);
    }

    /** The first period after it. */
    int end() {
        return period(month.plusMonths(1));
    }

    private Instant endsAt() {
        return month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    private static int period(YearMonth month) {
        return (int)
                Duration.between(FIRST_PERIOD, month.atDay(1).atStartOfDay()).toMinutes();
    }
}
