package io.querent.runtime.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** A small file beside an archive file that says what is in it, so that a copy can be checked without Querent: by {@code sha256sum}. */
public final class ArchiveManifest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ArchiveManifest() {}

    /** Name of the manifest of the file called {@code archive}. */
    public static String nameOf(String archive) {
        return archive + ".manifest.json";
    }

    /** Writes and publishes the manifest of a file. */
    public static void write(HistoryArchive to, String archive, ArchiveSummary summary, Instant exportedAt)
            throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("archive", ArchiveLines.FORMAT);
        members.put("file", archive);
        members.put("month", summary.month().toString());
        members.put("sagas", summary.sagas());
        members.put("events", summary.events());
        members.put("sha256", summary.sha256());
        members.put("exportedAt", exportedAt.toString());
        String name = nameOf(archive);
        try (OutputStream file = to.create(name)) {
            file.write((JSON.writeValueAsString(members) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        to.publish(name);
    }
}
