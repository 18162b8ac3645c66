package io.querent.postgres;

import io.querent.postgres.MonthSagas.Located;
import io.querent.runtime.archive.ArchiveReader;
import io.querent.runtime.archive.ArchiveSummary;
import io.querent.runtime.archive.ArchivedSaga;
import io.querent.runtime.archive.DamagedArchiveException;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Reads a file back, from where it was written to, and holds every saga in it against the database, and the database's sagas against the
 * file. What has changed meanwhile is moved on: it is archived again later. Used once.
 */
final class ArchiveCheck {
    private static final String SELECT_LAST_OF_SAGAS = """
            SELECT n.saga_id, e.period, e.last
            FROM unnest(?::smallint[], ?::uuid[]) AS n(bucket, saga_id)
            CROSS JOIN LATERAL (
                SELECT s.period, (
                    SELECT max(sequence) FROM %s
                    WHERE bucket = n.bucket AND period = s.period AND saga_id = n.saga_id) AS last
                FROM querent.saga AS s WHERE s.bucket = n.bucket AND s.saga_id = n.saga_id OFFSET 0) AS e
            WHERE n.bucket BETWEEN 0 AND 1023 AND e.last IS NOT NULL
            """;

    private static final String COUNT_SAGAS =
            "SELECT count(*) FROM (SELECT FROM %s GROUP BY bucket, period, saga_id) AS sagas";

    /** A saga in the file. */
    private record Filed(SagaId id, long events) {}

    private final RetentionRun run;
    private final EventMonth month;
    private final List<Filed> batch = new ArrayList<>();
    private long present;

    ArchiveCheck(RetentionRun run, EventMonth month) {
        this.run = run;
        this.month = month;
    }

    /**
     * Checks the file that was just written.
     *
     * @throws DamagedArchiveException when it is not what was written
     * @throws QuerentException QRT-3405 when it does not have what the database has
     */
    void check(ArchiveSummary written) throws IOException {
        try (InputStream file = run.archive().openUnpublished(month.archive())) {
            ArchiveSummary read = ArchiveReader.read(month.archive(), file, this::take);
            compare(written, read);
        }
        compareBatch();
        long stored = run.read("counting sagas of " + month.name(), this::countSagas);
        if (stored != present) {
            throw new QuerentException(
                    "QRT-3405",
                    "an archive file lacks sagas that the database has; key=" + month.archive() + ", expected=" + stored
                            + ", found=" + present + "; the month stays where it is, and the next run writes it anew");
        }
    }

    /**
     * Checks a file that was published before.
     *
     * @throws DamagedArchiveException when it is not what was written then
     */
    static void checkAgain(RetentionRun run, String name, String sha256) throws IOException {
        try (InputStream file = run.archive().open(name)) {
            ArchiveSummary read = ArchiveReader.read(name, file, saga -> {});
            if (!read.sha256().equals(sha256)) {
                throw new DamagedArchiveException(name, "SHA-256 " + read.sha256() + " in place of " + sha256);
            }
        }
    }

    private void compare(ArchiveSummary written, ArchiveSummary read) {
        if (!written.equals(read)) {
            throw new DamagedArchiveException(month.archive(), read + " in place of " + written);
        }
    }

    private void take(ArchivedSaga saga) {
        batch.add(new Filed(SagaKey.parse(saga.saga()).id(), saga.events()));
        if (batch.size() == run.policy().batch()) {
            compareBatch();
        }
    }

    private void compareBatch() {
        List<Located> changed = new ArrayList<>();
        long found = run.write(
                "comparing " + month.name(), (connection, holds) -> compare(connection, List.copyOf(batch), changed));
        batch.clear();
        present += found - changed.size();
        run.moveOn(changed);
    }

    private long compare(Connection connection, List<Filed> filed, List<Located> changed) throws SQLException {
        changed.clear();
        Map<UUID, Long> events = new HashMap<>();
        filed.forEach(each -> events.put(each.id().value(), each.events()));
        List<Located> asked =
                filed.stream().map(each -> new Located(each.id(), 0)).toList();
        long found = 0;
        try (PreparedStatement select = connection.prepareStatement(SELECT_LAST_OF_SAGAS.formatted(month.table()))) {
            Parameters.of(select).shorts(MonthSagas.buckets(asked)).uuids(MonthSagas.ids(asked));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found++;
                    UUID id = row.getObject(1, UUID.class);
                    if (events.getOrDefault(id, -1L) != row.getLong(3)) {
                        changed.add(new Located(new SagaId(id), row.getInt(2)));
                    }
                }
            }
        }
        return found;
    }

    private long countSagas(Connection connection) throws SQLException {
        try (PreparedStatement count = connection.prepareStatement(COUNT_SAGAS.formatted(month.table()));
                ResultSet row = count.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
