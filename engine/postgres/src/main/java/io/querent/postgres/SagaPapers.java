package io.querent.postgres;

import io.querent.runtime.archive.ArchivedSaga;
import io.querent.runtime.journal.SagaRow;
import io.querent.saga.OperationKey;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Reads all that is stored of sagas, as it is stored, and makes of it what goes into an archive. */
final class SagaPapers {
    private static final String SELECT_EVENTS = """
            SELECT n.saga_id, e.type, e.revision, e.payload, e.sequence, e.recorded_at
            FROM unnest(?::smallint[], ?::uuid[], ?::integer[]) AS n(bucket, saga_id, period)
            CROSS JOIN LATERAL (
                SELECT * FROM %s WHERE bucket = n.bucket AND period = n.period AND saga_id = n.saga_id
                ORDER BY sequence OFFSET 0) AS e
            WHERE n.bucket BETWEEN 0 AND 1023
            """;

    /** Rows as JSON, whatever columns they have: what a later version adds is in the archive too. */
    private static final String SELECT_REST = """
            SELECT n.saga_id, r.kind, r.at, r.content
            FROM unnest(?::smallint[], ?::uuid[]) AS n(bucket, saga_id)
            CROSS JOIN LATERAL (
                SELECT 'attribute' AS kind, o.started_at AS at, 1 AS part, 0 AS place, to_json(o)::text AS content
                FROM querent.saga_attribute AS o WHERE o.bucket = n.bucket AND o.saga_id = n.saga_id
                UNION ALL
                SELECT 'operation', o.since, 2, 0, to_json(o)::text
                FROM querent.operation AS o WHERE o.bucket = n.bucket AND o.saga_id = n.saga_id
                UNION ALL
                SELECT 'letter', o.received_at, 3, 0, to_json(o)::text
                FROM querent.mailbox AS o WHERE o.bucket = n.bucket AND o.saga_id = n.saga_id
                UNION ALL
                SELECT 'review', o.opened_at, 4, 0, to_json(o)::text
                FROM querent.review AS o WHERE o.bucket = n.bucket AND o.saga_id = n.saga_id
                UNION ALL
                SELECT 'comment', o.written_at, 5, 0, to_json(o)::text
                FROM querent.case_comment AS o WHERE o.bucket = n.bucket AND o.saga_id = n.saga_id
                UNION ALL
                SELECT 'audit', o.settled_at, 6, o.number, to_json(o)::text
                FROM querent.audit AS o WHERE o.bucket = n.bucket AND o.saga_id = n.saga_id
                ORDER BY part, place, at) AS r
            WHERE n.bucket BETWEEN 0 AND 1023
            """;

    private static final JsonFactory JSON = new JsonFactory();

    private SagaPapers() {}

    /** @param parent the saga that has started it as a step of its own; null when none has */
    record Papers(MonthSagas.Located place, @Nullable SagaKey parent, ArchivedSaga archived) {}

    private record Event(EventRow row, Instant recordedAt) {}

    private record Rest(String kind, Instant at, String content) {}

    /** @param table the partition that the events are in */
    static List<Papers> read(Connection connection, String table, List<MonthSagas.Located> sagas) throws SQLException {
        Map<UUID, SagaRow> rows = new HashMap<>();
        for (SagaReads.Located row : SagaReads.byId(
                connection, sagas.stream().map(MonthSagas.Located::id).toList())) {
            rows.put(row.saga().id().value(), row.saga());
        }
        Map<UUID, List<Event>> events = events(connection, table, sagas);
        Map<UUID, List<Rest>> rest = rest(connection, sagas);
        List<Papers> papers = new ArrayList<>(sagas.size());
        for (MonthSagas.Located each : sagas) {
            UUID id = each.id().value();
            SagaRow row = rows.get(id);
            if (row == null) {
                throw withoutRow(each.id(), table);
            }
            papers.add(papers(each, row, events.getOrDefault(id, List.of()), rest.getOrDefault(id, List.of())));
        }
        return papers;
    }

    private static Papers papers(MonthSagas.Located place, SagaRow row, List<Event> events, List<Rest> rest) {
        ArchivedSaga.Chain chain = new ArchivedSaga.Chain(row.key());
        chain.add(row.startedAt(), ArchivedSaga.SAGA, head(row));
        SagaKey parent = null;
        long sequence = 0;
        for (Event stored : events) {
            for (EventRow.Numbered each : stored.row().events()) {
                if (each.sequence() == 1) {
                    parent = parent(each.event().json()).orElse(null);
                }
                sequence++;
                require(each.sequence() == sequence, row);
                chain.add(stored.recordedAt(), ArchivedSaga.EVENT, event(each, stored.recordedAt()));
            }
        }
        require(sequence == row.version(), row);
        rest.forEach(each -> chain.add(each.at(), each.kind(), each.content()));
        return new Papers(place, parent, chain.end());
    }

    /** One that goes on at this moment is looked at again by the next run, when it is moved on. */
    private static void require(boolean whole, SagaRow row) {
        if (!whole) {
            throw new QuerentException(
                    "QRT-3404",
                    "a saga's events are not the ones that its row counts; key=" + row.key() + ", expected=1 to "
                            + row.version() + " without gaps; if the next run says so again, compare querent.saga and"
                            + " querent.event: its month stays where it is until then");
        }
    }

    private static QuerentException withoutRow(SagaId id, String table) {
        return new QuerentException(
                "QRT-3404",
                "there are events of a saga that has no row; key=" + id + ", found=in " + table
                        + "; somebody has deleted the row by hand: restore it; the month stays where it is until then");
    }

    private static Map<UUID, List<Event>> events(Connection connection, String table, List<MonthSagas.Located> sagas)
            throws SQLException {
        Map<UUID, List<Event>> events = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT_EVENTS.formatted(table))) {
            Parameters.of(select)
                    .shorts(MonthSagas.buckets(sagas))
                    .uuids(MonthSagas.ids(sagas))
                    .integers(
                            sagas.stream().mapToInt(MonthSagas.Located::period).toArray());
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    EventRow row =
                            new EventRow(found.getString(2), found.getInt(3), found.getString(4), found.getLong(5));
                    events.computeIfAbsent(found.getObject(1, UUID.class), unused -> new ArrayList<>())
                            .add(new Event(row, time(found, 6)));
                }
            }
        }
        return events;
    }

    private static Map<UUID, List<Rest>> rest(Connection connection, List<MonthSagas.Located> sagas)
            throws SQLException {
        Map<UUID, List<Rest>> rest = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT_REST)) {
            Parameters.of(select).shorts(MonthSagas.buckets(sagas)).uuids(MonthSagas.ids(sagas));
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    rest.computeIfAbsent(found.getObject(1, UUID.class), unused -> new ArrayList<>())
                            .add(new Rest(found.getString(2), time(found, 3), found.getString(4)));
                }
            }
        }
        return rest;
    }

    private static String head(SagaRow row) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("id", row.id().toString());
            json.writeStringProperty("key", row.key().toString());
            json.writeNumberProperty("definitionVersion", row.definitionVersion());
            json.writeStringProperty("status", row.status().name());
            json.writeNumberProperty("revision", row.version());
            json.writeStringProperty("inputHash", row.inputHash());
            json.writeStringProperty("startedAt", row.startedAt().toString());
            json.writeStringProperty("endedAt", String.valueOf(row.endedAt()));
            json.writeEndObject();
        }
        return text.toString();
    }

    /** The payload as a text, so that it is byte for byte what was stored. */
    private static String event(EventRow.Numbered numbered, Instant recordedAt) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeNumberProperty("sequence", numbered.sequence());
            json.writeStringProperty("type", numbered.event().type());
            json.writeNumberProperty("revision", numbered.event().revision());
            json.writeStringProperty("recordedAt", recordedAt.toString());
            json.writeStringProperty("payload", numbered.event().json());
            json.writeEndObject();
        }
        return text.toString();
    }

    /** Read without the rest, which may be protected by keys that are not known here. */
    private static Optional<SagaKey> parent(String started) {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), started)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean isParent = "parent".equals(json.currentName());
                json.nextToken();
                if (isParent && json.currentToken() == JsonToken.VALUE_STRING) {
                    return Optional.of(new OperationKey(json.getString()).saga());
                }
                json.skipChildren();
            }
        }
        return Optional.empty();
    }

    private static Instant time(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
