package io.querent.runtime.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Where archive files are kept. What is being written shows under its name only when it is complete. One run of retention at a time writes.
 */
public interface HistoryArchive {
    /** Where that is, for people. */
    String place();

    /**
     * Begins a file, in place of one of that name that was begun and never published. When the stream is closed, all that was written
     * survives a loss of power.
     */
    OutputStream create(String name) throws IOException;

    /** Reads what was begun and closed and is not published yet. */
    InputStream openUnpublished(String name) throws IOException;

    /** Shows the file under its name from now on, in place of an earlier one, and survives a loss of power. */
    void publish(String name) throws IOException;

    /** Reads a published file. */
    InputStream open(String name) throws IOException;
}
