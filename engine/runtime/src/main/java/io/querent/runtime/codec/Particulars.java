package io.querent.runtime.codec;

import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Writes the particulars of what a person did, by name. Thread-safe. */
public final class Particulars {
    private static final JsonMapper MAPPER = new JsonMapper();

    private Particulars() {}

    /** The particulars as a JSON object, in the map's order. */
    public static String json(Map<String, ?> particulars) {
        return LoneSurrogates.escape(MAPPER.writeValueAsString(particulars));
    }
}
