package io.querent.runtime.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.saga.SagaKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An archive file is whole and unchanged, or it is none. */
class ArchiveFileTest {
    private static final YearMonth MONTH = YearMonth.of(2024, 3);
    private static final Instant AT = Instant.parse("2024-03-15T12:00:00Z");

    @Test
    void whatWasWrittenIsRead() throws IOException {
        byte[] file = file(3);

        ArchiveSummary summary = ArchiveReader.verify("f", new ByteArrayInputStream(file));

        assertThat(summary.month()).isEqualTo(MONTH);
        assertThat(summary.sagas()).isEqualTo(3);
        assertThat(summary.events()).isEqualTo(6);
        assertThat(ArchiveReader.find("f", new ByteArrayInputStream(file), "default:pay:2"))
                .hasValueSatisfying(
                        saga -> assertThat(saga.entries().get(1).content()).isEqualTo("{\"said\":\"\\u0000 ü\"}"));
        assertThat(ArchiveReader.find("f", new ByteArrayInputStream(file), "default:pay:9"))
                .isEmpty();
    }

    @Test
    void anEmptyMonthIsAFileToo() throws IOException {
        assertThat(ArchiveReader.verify("f", new ByteArrayInputStream(file(0))).sagas())
                .isZero();
    }

    @Test
    void aFileThatEndsAnywhereIsRefused() throws IOException {
        byte[] file = file(2);
        for (int length = 0; length < file.length; length++) {
            refused(Arrays.copyOf(file, length));
        }
    }

    @Test
    void aBitThatIsAnotherIsFoundWhereverItIs() throws IOException {
        byte[] file = file(2);
        String right = ArchiveReader.verify("f", new ByteArrayInputStream(file)).sha256();
        for (int at = 0; at < file.length; at++) {
            byte[] other = file.clone();
            other[at] ^= 1;
            try {
                // The header of gzip has bytes that mean nothing, such as a time: the hash of the file finds those.
                assertThat(ArchiveReader.verify("f", new ByteArrayInputStream(other))
                                .sha256())
                        .isNotEqualTo(right);
            } catch (DamagedArchiveException found) {
                assertThat(found).hasMessageContaining("QRT-3402");
            }
        }
    }

    @Test
    void whoeverPacksItAnewCannotChangeALine() throws IOException {
        List<String> lines = lines(file(3));
        for (int i = 0; i < lines.size(); i++) {
            List<String> without = new ArrayList<>(lines);
            without.remove(i);
            refused(packed(without));
        }
        refused(packed(List.of(lines.get(0), lines.get(2), lines.get(1), lines.get(3), lines.get(4))));
        refused(packed(lines.stream().map(line -> line.replace("said", "sold")).toList()));
        List<String> more = new ArrayList<>(lines);
        more.add(lines.get(1));
        refused(packed(more));
    }

    @Test
    void whoeverGivesALineToAnotherSagaOrAFileToAnotherMonthIsFound() throws IOException {
        List<String> lines = lines(file(3));
        refused(packed(lines.stream()
                .map(line -> line.replace("\"saga\":\"default:pay:1\"", "\"saga\":\"default:pay:7\""))
                .toList()));
        refused(packed(lines.stream()
                .map(line -> line.replace("2024-03\"}", "2024-04\"}"))
                .toList()));
        assertThat(ArchiveReader.verify("f", new ByteArrayInputStream(packed(lines)))
                        .sagas())
                .isEqualTo(3);
    }

    @Test
    void aFileHasItsNameOnlyWhenItIsWhole(@TempDir Path directory) throws IOException {
        DirectoryArchive archive = new DirectoryArchive(directory.resolve("made"));
        try (OutputStream file = archive.create("f")) {
            file.write(1);
        }
        try (OutputStream file = archive.create("f")) {
            file.write(2);
        }
        assertThat(directory.resolve("made/f")).doesNotExist();
        assertThat(archive.openUnpublished("f").readAllBytes()).containsExactly(2);

        archive.publish("f");

        assertThat(archive.open("f").readAllBytes()).containsExactly(2);
        assertThat(Files.list(directory.resolve("made"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 10, 11, 100})
    void aFileIsClosedAlsoWhenThereIsNoRoomForIt(int room) {
        FullDisk disk = new FullDisk(room);

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
            try (ArchiveWriter writer = new ArchiveWriter(disk, MONTH)) {
                ArchiveSummary unused = writer.end();
            }
        });

        assertThat(disk.closed).isTrue();
    }

    /** Has room for so many bytes. */
    private static final class FullDisk extends OutputStream {
        private int room;
        private boolean closed;

        FullDisk(int room) {
            this.room = room;
        }

        @Override
        public void write(int one) throws IOException {
            if (room-- <= 0) {
                throw new IOException("no space left on device");
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static void refused(byte[] file) {
        assertThatExceptionOfType(DamagedArchiveException.class)
                .isThrownBy(() -> ArchiveReader.verify("f", new ByteArrayInputStream(file)))
                .withMessageContaining("QRT-3402");
    }

    private static byte[] file(int sagas) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ArchiveWriter writer = new ArchiveWriter(bytes, MONTH)) {
            for (int i = 1; i <= sagas; i++) {
                ArchivedSaga.Chain chain = new ArchivedSaga.Chain(SagaKey.of("pay", String.valueOf(i)));
                chain.add(AT, ArchivedSaga.SAGA, "{\"key\":\"default:pay:" + i + "\"}");
                chain.add(AT, ArchivedSaga.EVENT, "{\"said\":\"\\u0000 ü\"}");
                chain.add(AT, ArchivedSaga.EVENT, "{}");
                writer.add(chain.end());
            }
            ArchiveSummary unused = writer.end();
        }
        return bytes.toByteArray();
    }

    private static List<String> lines(byte[] file) throws IOException {
        try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(file))) {
            return new String(unpacked.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    private static byte[] packed(List<String> lines) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
            packed.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
