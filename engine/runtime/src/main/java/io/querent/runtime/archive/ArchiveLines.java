package io.querent.runtime.archive;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The lines of an archive file: a head, a line a saga, an end. */
final class ArchiveLines {
    /** Name and revision of the file's form. */
    static final String FORMAT = "querent-archive/1";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ArchiveLines() {}

    /** The first line. */
    record Head(String archive, String month) {
        Head {
            Objects.requireNonNull(archive);
            Objects.requireNonNull(month);
        }
    }

    /**
     * The last line, without which a file is not whole.
     *
     * @param lines SHA-256, hexadecimal, over the UTF-8 of all lines before this one, each with its line feed
     */
    record End(long sagas, long events, String lines) {
        End {
            Objects.requireNonNull(lines);
        }
    }

    /** A line without one of these is none. */
    private record Line(String format, String saga, List<ArchivedSaga.Entry> entries, String head) {
        Line {
            Objects.requireNonNull(format);
            Objects.requireNonNull(saga);
            Objects.requireNonNull(head);
            entries = List.copyOf(entries);
        }
    }

    static String head(String month) {
        return JSON.writeValueAsString(new Head(FORMAT, month));
    }

    static Head head(String file, String line) {
        return read(file, line, Head.class);
    }

    static String end(End end) {
        return JSON.writeValueAsString(Map.of("end", end));
    }

    static boolean isEnd(String line) {
        return line.startsWith("{\"end\":");
    }

    static End end(String file, String line) {
        return read(file, line, Ending.class).end();
    }

    private record Ending(End end) {
        Ending {
            Objects.requireNonNull(end);
        }
    }

    static String saga(ArchivedSaga saga) {
        return JSON.writeValueAsString(new Line(ArchivedSaga.FORMAT, saga.saga(), saga.entries(), saga.head()));
    }

    static ArchivedSaga saga(String file, String text) {
        Line line = read(file, text, Line.class);
        if (!ArchivedSaga.FORMAT.equals(line.format())) {
            throw new DamagedArchiveException(file, "a line of the form " + line.format());
        }
        return new ArchivedSaga(line.saga(), line.entries(), line.head());
    }

    private static <T> T read(String file, String line, Class<T> type) {
        try {
            T read = JSON.readValue(line, type);
            if (read == null) {
                throw new DamagedArchiveException(file, "a line that says nothing");
            }
            return read;
        } catch (JacksonException | NullPointerException unreadable) {
            throw new DamagedArchiveException(file, "a line that cannot be read", unreadable);
        }
    }
}
