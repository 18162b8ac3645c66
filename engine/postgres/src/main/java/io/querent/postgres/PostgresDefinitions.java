package io.querent.postgres;

import io.querent.runtime.journal.DefinitionRegistry;
import io.querent.runtime.journal.SagaJournal.DefinitionVersion;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.DefinitionShape;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Keeps versions of definitions in {@code querent.definition}. Thread-safe. */
final class PostgresDefinitions implements DefinitionRegistry {
    /**
     * Sagas under way: those with an owner, those that are due some time, and those that wait for a person. Each part has an index of its
     * own; without the words on the owner none of them would serve, and all sagas that ever were would be read.
     */
    private static final String LIVE =
            "((s.wake_at IS NOT NULL AND s.owner IS NOT NULL) OR (s.wake_at IS NOT NULL AND s.owner IS NULL)"
                    + " OR (s.status IN (4, 5) AND s.wake_at IS NULL))";

    private static final String REGISTER = """
            INSERT INTO querent.definition AS d (name, version, fingerprint, shape)
            VALUES (?, ?, ?, ?)
            ON CONFLICT ON CONSTRAINT definition_key DO UPDATE SET
                last_seen = statement_timestamp(),
                (fingerprint, shape) = (
                    SELECT f, t FROM (VALUES (d.fingerprint, d.shape, 1), (excluded.fingerprint, excluded.shape, 2)) AS v(f, t, n)
                    WHERE n = CASE WHEN d.fingerprint = excluded.fingerprint OR EXISTS (
                            SELECT FROM querent.saga AS s
                            WHERE s.definition = d.name AND s.definition_version = d.version AND %s)
                        THEN 1 ELSE 2 END)
            RETURNING shape
            """.formatted(LIVE);

    private static final String SEEN = """
            UPDATE querent.definition AS d SET last_seen = statement_timestamp()
            FROM unnest(?::text[], ?::integer[]) AS n(name, version)
            WHERE d.name = n.name AND d.version = n.version
            """;

    /** Sagas under way are read once and not once for each definition: with four of them and 12,000 sagas that was five times as long. */
    private static final String SELECT_ALL = """
            SELECT d.name, d.version, d.shape, d.first_seen, d.last_seen, coalesce(l.sagas, 0)
            FROM querent.definition AS d
            LEFT JOIN (
                SELECT s.definition, s.definition_version, count(*) AS sagas FROM querent.saga AS s
                WHERE %s GROUP BY s.definition, s.definition_version) AS l
                ON l.definition = d.name AND l.definition_version = d.version
            ORDER BY d.name, d.version
            """.formatted(LIVE);

    private static final String SELECT_LIVE = """
            SELECT s.saga_id FROM querent.saga AS s
            WHERE s.definition = ? AND s.definition_version = ? AND %s AND (?::uuid IS NULL OR s.saga_id > ?::uuid)
            ORDER BY s.saga_id LIMIT ?
            """.formatted(LIVE);

    /** What is overdue is soonest in the index; the bound keeps a long backlog from being read whole. */
    private static final String SELECT_UNATTENDED = """
            SELECT s.definition, s.definition_version, count(*)
            FROM ((SELECT definition, definition_version FROM querent.saga
                   WHERE owner IS NULL AND wake_at < statement_timestamp() - make_interval(secs => ?)
                   ORDER BY wake_at LIMIT 10000)
                  UNION ALL
                  (SELECT definition, definition_version FROM querent.saga
                   WHERE owner IS NOT NULL AND wake_at < statement_timestamp() - make_interval(secs => ?)
                   ORDER BY wake_at LIMIT 10000)) AS s
            LEFT JOIN querent.definition AS d ON d.name = s.definition AND d.version = s.definition_version
            WHERE d.last_seen IS NULL OR d.last_seen < statement_timestamp() - make_interval(secs => ?)
            GROUP BY s.definition, s.definition_version
            ORDER BY s.definition, s.definition_version
            """;

    private final Database database;
    private final StoredSagas sagas;

    PostgresDefinitions(Database database, StoredSagas sagas) {
        this.database = database;
        this.sagas = sagas;
    }

    @Override
    public DefinitionShape register(DefinitionVersion version, DefinitionShape shape) {
        return database.autoCommitted("registering definition " + version.name(), connection -> {
            try (PreparedStatement register = connection.prepareStatement(REGISTER)) {
                register.setString(1, version.name());
                register.setInt(2, version.version());
                register.setString(3, shape.fingerprint());
                register.setString(4, shape.text());
                try (ResultSet row = register.executeQuery()) {
                    row.next();
                    return DefinitionShape.parse(row.getString(1));
                }
            }
        });
    }

    @Override
    public void seen(Collection<DefinitionVersion> versions) {
        database.autoCommitted("saying which definitions are run", connection -> {
            try (PreparedStatement update = connection.prepareStatement(SEEN)) {
                update.setArray(
                        1,
                        connection.createArrayOf(
                                "text",
                                versions.stream().map(DefinitionVersion::name).toArray()));
                update.setArray(
                        2,
                        connection.createArrayOf(
                                "integer",
                                versions.stream()
                                        .map(DefinitionVersion::version)
                                        .toArray()));
                return update.executeUpdate();
            }
        });
    }

    @Override
    public List<Registered> all() {
        return database.autoCommitted("reading definitions", connection -> {
            List<Registered> all = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(SELECT_ALL);
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    all.add(new Registered(
                            new DefinitionVersion(row.getString(1), row.getInt(2)),
                            DefinitionShape.parse(row.getString(3)),
                            time(row, 4),
                            time(row, 5),
                            row.getLong(6)));
                }
            }
            return all;
        });
    }

    @Override
    public List<StoredSaga> live(DefinitionVersion version, @Nullable SagaKey after, int limit) {
        if (limit < 1 || limit > LONGEST_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + LONGEST_PAGE + " sagas, not " + limit);
        }
        return database.autoCommitted("reading sagas of definition " + version.name(), connection -> {
            List<SagaId> ids = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(SELECT_LIVE)) {
                UUID last = after == null ? null : after.id().value();
                select.setString(1, version.name());
                select.setInt(2, version.version());
                select.setObject(3, last, Types.OTHER);
                select.setObject(4, last, Types.OTHER);
                select.setInt(5, limit);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        ids.add(new SagaId(row.getObject(1, UUID.class)));
                    }
                }
            }
            return byId(connection, ids);
        });
    }

    private List<StoredSaga> byId(Connection connection, List<SagaId> ids) throws SQLException {
        return ids.isEmpty() ? List.of() : sagas.byId(connection, ids);
    }

    @Override
    public List<Unattended> unattended(Duration longerThan) {
        return database.autoCommitted("looking for sagas that nobody runs", connection -> {
            List<Unattended> found = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(SELECT_UNATTENDED)) {
                select.setDouble(1, WakeUp.seconds(longerThan));
                select.setDouble(2, WakeUp.seconds(longerThan));
                select.setDouble(3, WakeUp.seconds(longerThan));
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        found.add(
                                new Unattended(new DefinitionVersion(row.getString(1), row.getInt(2)), row.getLong(3)));
                    }
                }
            }
            return found;
        });
    }

    private static Instant time(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
