package io.querent.postgres;

import io.querent.runtime.codec.EventCodec;
import io.querent.runtime.codec.PayloadProtection;
import io.querent.runtime.journal.EventLog;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The log in PostgreSQL. A transaction's number is drawn when it first writes and its events show when it commits, so a reader that
 * went by event numbers would pass over an event whose transaction commits late, and never come back. Here a reader sees only
 * transactions that are older than every transaction still open: whatever is older than what it has read can no longer change. A
 * long transaction, of whatever kind, holds readers back and loses nothing. Thread-safe.
 */
public final class PostgresEventLog implements EventLog {
    private static final String SELECT_AFTER = """
            SELECT e.transaction_id, e.position, e.sequence, e.type, e.revision, e.payload,
                (SELECT s.tenant || ':' || s.definition || ':' || s.business_key FROM querent.saga AS s
                    WHERE s.bucket = e.bucket AND s.saga_id = e.saga_id)
            FROM querent.event AS e
            WHERE (e.transaction_id, e.position) >= (?, ?)
                AND e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
            ORDER BY e.transaction_id, e.position LIMIT ?
            """;

    private static final String SELECT_NEWEST = """
            SELECT transaction_id, position, CASE type WHEN 'several' THEN json_array_length(payload) - 1 ELSE 0 END
            FROM querent.event
            WHERE transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
            ORDER BY transaction_id DESC, position DESC LIMIT 1
            """;

    private static final String SELECT_FIRST_AT_OR_AFTER = """
            SELECT transaction_id, position, -1 FROM querent.event
            WHERE recorded_at >= ? AND transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
            ORDER BY transaction_id, position LIMIT 1
            """;

    private static final String SELECT_OF_SAGA = """
            SELECT e.transaction_id, e.position, e.sequence, e.type, e.revision, e.payload,
                s.tenant || ':' || s.definition || ':' || s.business_key
            FROM querent.saga AS s
            CROSS JOIN LATERAL (
                SELECT * FROM querent.event
                WHERE bucket = s.bucket AND period = s.period AND saga_id = s.saga_id AND sequence >= ?
                ORDER BY sequence) AS e
            WHERE s.bucket = ? AND s.saga_id = ?
            """;

    /** An event's position is that of its row, with so many bits for its place in the row. */
    private static final int BITS_IN_ROW = 8;

    private final Database database;
    private final EventCodec codec;

    /** A log over the schema that {@link PostgresSchema} makes. */
    public PostgresEventLog(DataSource dataSource) {
        this(dataSource, PayloadProtection.NONE);
    }

    /** A log over the schema that {@link PostgresSchema} makes, of events whose payloads are protected so. */
    public PostgresEventLog(DataSource dataSource, PayloadProtection protection) {
        this.database = new Database(dataSource);
        this.codec = new EventCodec(protection);
    }

    /**
     * {@inheritDoc}
     *
     * @throws io.querent.runtime.codec.UnreadableEventException when this version cannot read an event: it must not be passed over
     */
    @Override
    public List<LoggedEvent> read(EventPosition position, int limit) {
        return database.autoCommitted("reading the event log", connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_AFTER)) {
                select.setLong(1, position.transaction());
                select.setLong(2, position.index() >> BITS_IN_ROW);
                // The row of the position itself may have no more events.
                select.setInt(3, limit + 1);
                return events(select).stream()
                        .filter(event -> event.position().compareTo(position) > 0)
                        .limit(limit)
                        .toList();
            }
        });
    }

    @Override
    public Optional<EventPosition> newest() {
        return database.autoCommitted("reading the end of the event log", connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_NEWEST)) {
                return position(select);
            }
        });
    }

    @Override
    public Optional<EventPosition> before(Instant time) {
        return database.autoCommitted("finding a time in the event log", connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_FIRST_AT_OR_AFTER)) {
                select.setObject(1, time.atOffset(ZoneOffset.UTC));
                return position(select);
            }
        });
    }

    @Override
    public List<LoggedEvent> readSaga(SagaId saga, long firstSequence) {
        return database.autoCommitted("reading the events of saga " + saga, connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_OF_SAGA)) {
                select.setLong(1, firstSequence);
                select.setInt(2, saga.bucket());
                select.setObject(3, saga.value());
                return events(select).stream()
                        .filter(event -> event.sequence() >= firstSequence)
                        .toList();
            }
        });
    }

    private List<LoggedEvent> events(PreparedStatement select) throws SQLException {
        List<LoggedEvent> events = new ArrayList<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                EventRow row = new EventRow(rows.getString(4), rows.getInt(5), rows.getString(6), rows.getLong(3));
                SagaKey saga = SagaKey.parse(rows.getString(7));
                long transaction = rows.getLong(1);
                long position = rows.getLong(2) << BITS_IN_ROW;
                for (EventRow.Numbered each : row.events()) {
                    events.add(new LoggedEvent(
                            new EventPosition(transaction, position++),
                            saga,
                            each.sequence(),
                            codec.decode(saga, each.event())));
                }
            }
        }
        return events;
    }

    private static Optional<EventPosition> position(PreparedStatement select) throws SQLException {
        try (ResultSet rows = select.executeQuery()) {
            return rows.next()
                    ? Optional.of(new EventPosition(rows.getLong(1), (rows.getLong(2) << BITS_IN_ROW) + rows.getInt(3)))
                    : Optional.empty();
        }
    }
}
