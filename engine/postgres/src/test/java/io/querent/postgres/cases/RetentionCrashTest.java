package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.decision.SagaStatus;
import io.querent.postgres.PostgresAdmin;
import io.querent.postgres.cases.Payments.Order;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.archive.ArchiveReader;
import io.querent.runtime.archive.ArchiveSummary;
import io.querent.runtime.archive.DamagedArchiveException;
import io.querent.runtime.archive.HistoryArchive;
import io.querent.runtime.retention.Retention.Report;
import io.querent.saga.QuerentException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.YearMonth;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Whatever dies or rots, nothing leaves the database that is not proved to be in the archive. */
class RetentionCrashTest extends RetentionCase {
    private static final YearMonth FIRST = YearMonth.of(2010, 1);
    private static final int MOST_BOUNDARIES = 200;

    @Test
    void aRunThatDiesAnywhereIsFinishedByTheNextAndLosesNothing() throws Exception {
        Node node = open("a", buy);
        boolean died = true;
        int boundary = 0;
        while (died) {
            boundary++;
            assertThat(boundary).isLessThan(MOST_BOUNDARIES);
            YearMonth month = FIRST.plusMonths(boundary);
            List<SagaHandle> sagas = List.of(
                    of(node, "one-" + boundary, month),
                    of(node, "two-" + boundary, month),
                    of(node, "three-" + boundary, month));

            died = diesAt(boundary);
            assertThat(allInLog(sagas) || isArchived(month, sagas))
                    .as("boundary %s", boundary)
                    .isTrue();
            assertThat(node.engine
                            .start(buy, Order.of("one-" + boundary, "10.00"))
                            .isNew())
                    .isFalse();

            database().execute("UPDATE querent.retention SET lease_until = '-infinity'");
            run();
            assertThat(isThere(month)).as("boundary %s", boundary).isFalse();
            assertThat(isArchived(month, sagas)).as("boundary %s", boundary).isTrue();
            assertThat(sagas.get(0).status()).isEqualTo(SagaStatus.COMPLETED);
        }
        assertThat(boundary).as("boundaries that a run passes").isGreaterThan(20);
        assertThat(database().count("SELECT count(*) FROM querent.retired_month WHERE retired_at IS NULL"))
                .isZero();
        assertThat(audited("action = 'history-retired'")).isEqualTo(boundary);
    }

    @Test
    void whatCannotBeReadBackIsNoArchive() throws Exception {
        Node node = open("a", buy);
        SagaHandle saga = paid(node, "old");
        HistoryArchive rotten = new Rotten(archive);

        assertThatExceptionOfType(DamagedArchiveException.class)
                .isThrownBy(() -> retention().run(POLICY, rotten, "node-r", () -> false))
                .withMessageContaining("QRT-3402");

        assertThat(isInLog(LONG_AGO)).isTrue();
        assertThat(directory.resolve(file(LONG_AGO))).doesNotExist();
        assertThat(saga.history().operations()).isNotEmpty();
        assertThat(retention().standing(POLICY).error()).contains("QRT-3402");
        assertThat(retention().standing(POLICY).waiting()).isOne();
        assertThat(run().retired()).containsExactly(LONG_AGO);
        assertThat(retention().standing(POLICY).error()).isNull();
    }

    @Test
    void aFileThatRotsBeforeItsMonthIsDroppedIsWrittenAnew() throws Exception {
        Node node = open("a", buy);
        SagaHandle saga = paid(node, "old");
        try (Connection reader = DriverManager.getConnection(url(), "postgres", "")) {
            reader.setAutoCommit(false);
            reader.createStatement().execute("SELECT count(*) FROM querent.event");
            assertThatExceptionOfType(QuerentException.class)
                    .isThrownBy(this::run)
                    .withMessageContaining("QRT-3408")
                    .withMessageContaining(
                            String.valueOf(reader.unwrap(PGConnection.class).getBackendPID()));
        }
        assertThat(isInLog(LONG_AGO)).isTrue();
        byte[] bytes = Files.readAllBytes(directory.resolve(file(LONG_AGO)));
        bytes[bytes.length / 2] ^= 1;
        Files.write(directory.resolve(file(LONG_AGO)), bytes);

        assertThatExceptionOfType(DamagedArchiveException.class).isThrownBy(this::run);
        assertThat(isInLog(LONG_AGO)).isTrue();
        assertThat(saga.history().operations()).isNotEmpty();

        Report next = run();
        assertThat(next.retired()).containsExactly(LONG_AGO);
        assertThat(isArchived(LONG_AGO, List.of(saga))).isTrue();
    }

    private SagaHandle of(Node node, String number, YearMonth month) throws Exception {
        SagaHandle saga = node.engine.start(buy, Order.of(number, "10.00"));
        end(saga);
        age(saga.key(), month);
        return saga;
    }

    private boolean diesAt(int boundary) {
        CrashPoint crash = new CrashPoint(boundary);
        MortalRetention mortal = new MortalRetention(crash);
        try {
            Report unused = new PostgresAdmin(mortal.database(url()))
                    .retention()
                    .run(POLICY, mortal.archive(archive), "doomed", () -> false);
        } catch (QuerentException gone) {
            assertThat(crash.isDead()).isTrue();
        }
        return crash.isDead();
    }

    private boolean allInLog(List<SagaHandle> sagas) {
        return sagas.stream().allMatch(saga -> events(saga) > 0);
    }

    private boolean isArchived(YearMonth month, List<SagaHandle> sagas) throws IOException {
        if (!Files.exists(directory.resolve(file(month)))) {
            return false;
        }
        Set<String> filed = new HashSet<>();
        ArchiveSummary unused = ArchiveReader.read("file", archive.open(file(month)), each -> filed.add(each.saga()));
        return sagas.stream().allMatch(saga -> filed.contains(saga.key().toString()));
    }

    /** A disk that gives back other bits than were written. */
    private record Rotten(HistoryArchive archive) implements HistoryArchive {
        @Override
        public String place() {
            return archive.place();
        }

        @Override
        public OutputStream create(String name) throws IOException {
            return archive.create(name);
        }

        @Override
        public InputStream openUnpublished(String name) throws IOException {
            byte[] bytes = archive.openUnpublished(name).readAllBytes();
            bytes[bytes.length / 2] ^= 1;
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public void publish(String name) throws IOException {
            archive.publish(name);
        }

        @Override
        public InputStream open(String name) throws IOException {
            return archive.open(name);
        }
    }
}
