package io.querent.runtime.archive;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.YearMonth;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Reads archive files, which it takes for damaged until every hash and count of them fits. Thread-safe. */
public final class ArchiveReader {
    private static final int BUFFER_BYTES = 1 << 16;

    private ArchiveReader() {}

    /**
     * Reads a file to its end and checks all of it.
     *
     * @param name for messages
     * @param file closed afterwards
     * @throws DamagedArchiveException when anything does not fit
     * @throws IOException when it cannot be read
     */
    public static ArchiveSummary verify(String name, InputStream file) throws IOException {
        return read(name, file, saga -> {});
    }

    /**
     * A saga out of a file, which is read to its end and checked.
     *
     * @param key the saga's
     * @throws DamagedArchiveException when anything does not fit
     * @throws IOException when it cannot be read
     */
    public static Optional<ArchivedSaga> find(String name, InputStream file, String key) throws IOException {
        Found found = new Found(key);
        ArchiveSummary unused = read(name, file, found);
        return Optional.ofNullable(found.saga);
    }

    /** The same, with each saga shown to {@code sagas} in turn, before it is known whether the rest fits. */
    public static ArchiveSummary read(String name, InputStream file, Consumer<ArchivedSaga> sagas) throws IOException {
        try (DigestInputStream hashed = new DigestInputStream(file, Sha256.digest());
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(hashed, BUFFER_BYTES),
                                StandardCharsets.UTF_8
                                        .newDecoder()
                                        .onMalformedInput(CodingErrorAction.REPORT)
                                        .onUnmappableCharacter(CodingErrorAction.REPORT)),
                        BUFFER_BYTES)) {
            return new Reading(name, sagas).all(lines, hashed);
        } catch (ZipException | EOFException | CharacterCodingException damaged) {
            throw new DamagedArchiveException(name, String.valueOf(damaged.getMessage()), damaged);
        }
    }

    /** Remembers one saga. */
    private static final class Found implements Consumer<ArchivedSaga> {
        private final String key;
        private @Nullable ArchivedSaga saga;

        Found(String key) {
            this.key = key;
        }

        @Override
        public void accept(ArchivedSaga each) {
            if (each.saga().equals(key)) {
                saga = each;
            }
        }
    }

    /** One way through a file. */
    private static final class Reading {
        private final String name;
        private final Consumer<ArchivedSaga> sagas;
        private final MessageDigest read = Sha256.digest();
        private long count;
        private long events;

        Reading(String name, Consumer<ArchivedSaga> sagas) {
            this.name = name;
            this.sagas = sagas;
        }

        ArchiveSummary all(BufferedReader lines, DigestInputStream file) throws IOException {
            String line = line(lines);
            YearMonth month = month(line);
            hash(line);
            line = line(lines);
            while (!ArchiveLines.isEnd(line)) {
                hash(line);
                take(ArchiveLines.saga(name, line));
                line = line(lines);
            }
            ArchiveLines.End end = ArchiveLines.end(name, line);
            String hash = Sha256.hex(read.digest());
            if (end.sagas() != count || end.events() != events || !end.lines().equals(hash)) {
                throw new DamagedArchiveException(
                        name, "an end that speaks of " + end.sagas() + " sagas after " + count + ", or of other lines");
            } else if (lines.readLine() != null) {
                throw new DamagedArchiveException(name, "lines after the end");
            }
            file.transferTo(OutputStream.nullOutputStream());
            return new ArchiveSummary(
                    month, count, events, Sha256.hex(file.getMessageDigest().digest()));
        }

        private void take(ArchivedSaga saga) {
            check(saga);
            count++;
            events += saga.events();
            sagas.accept(saga);
        }

        private void hash(String line) {
            read.update((line + '\n').getBytes(StandardCharsets.UTF_8));
        }

        private void check(ArchivedSaga saga) {
            String last = ArchivedSaga.Entry.NOTHING_BEFORE;
            int number = 0;
            for (ArchivedSaga.Entry entry : saga.entries()) {
                number++;
                boolean fits = entry.number() == number
                        && entry.previousHash().equals(last)
                        && entry.hash().equals(entry.expectedHash());
                if (!fits) {
                    throw new DamagedArchiveException(
                            name, "entry " + number + " of saga " + saga.saga() + " whose hash does not fit");
                }
                last = entry.hash();
            }
            if (number == 0 || !last.equals(saga.head())) {
                throw new DamagedArchiveException(name, "saga " + saga.saga() + " that lacks its last entries");
            }
        }

        private YearMonth month(String line) {
            ArchiveLines.Head head = ArchiveLines.head(name, line);
            try {
                if (head.archive().equals(ArchiveLines.FORMAT)) {
                    return YearMonth.parse(head.month());
                }
            } catch (DateTimeException malformed) {
                throw new DamagedArchiveException(name, "a head about no month", malformed);
            }
            throw new DamagedArchiveException(name, "a file of the form " + head.archive());
        }

        private String line(BufferedReader lines) throws IOException {
            String line = lines.readLine();
            if (line == null) {
                throw new DamagedArchiveException(name, "a file that ends after " + count + " sagas, without its end");
            }
            return line;
        }
    }
}
