package io.querent.runtime.archive;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.YearMonth;
import java.util.zip.GZIPOutputStream;

/**
 * Writes an archive file: lines of JSON, compressed by gzip. The first says what it is, then comes a line a saga, and the last has the
 * counts and a hash over all of them, so that a file that ends early shows. Used by one thread.
 */
public final class ArchiveWriter implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final YearMonth month;
    private final DigestOutputStream file;
    private final Writer lines;
    private final MessageDigest written = Sha256.digest();
    private long sagas;
    private long events;

    /** Begins a file about {@code month}; closes {@code file} with it. */
    public ArchiveWriter(OutputStream file, YearMonth month) throws IOException {
        this.month = month;
        this.file = new DigestOutputStream(file, Sha256.digest());
        this.lines =
                new BufferedWriter(new OutputStreamWriter(packed(this.file), StandardCharsets.UTF_8), BUFFER_BYTES);
        line(ArchiveLines.head(month.toString()));
    }

    /** Adds a saga. */
    public void add(ArchivedSaga saga) throws IOException {
        line(ArchiveLines.saga(saga));
        sagas++;
        events += saga.events();
    }

    /** Ends the file; nothing may be added afterwards. */
    public ArchiveSummary end() throws IOException {
        line(ArchiveLines.end(new ArchiveLines.End(sagas, events, Sha256.hex(written.digest()))));
        lines.close();
        return new ArchiveSummary(
                month, sagas, events, Sha256.hex(file.getMessageDigest().digest()));
    }

    /** Closes the file also where its end cannot be written, for want of room. */
    @Override
    public void close() throws IOException {
        try (file) {
            lines.close();
        }
    }

    /** Its head is written here, and there may be no room for that either. */
    private static OutputStream packed(OutputStream file) throws IOException {
        try {
            return new GZIPOutputStream(file, BUFFER_BYTES);
        } catch (IOException failure) {
            try (file) {
                throw failure;
            }
        }
    }

    private void line(String text) throws IOException {
        String line = text + '\n';
        written.update(line.getBytes(StandardCharsets.UTF_8));
        lines.write(line);
    }
}
