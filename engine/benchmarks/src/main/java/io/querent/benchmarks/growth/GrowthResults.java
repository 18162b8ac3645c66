package io.querent.benchmarks.growth;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * All that was measured of one curve.
 *
 * @param facts of machine, Java and server
 */
record GrowthResults(Map<String, String> facts, List<Sample> samples) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    GrowthResults {
        facts = Map.copyOf(facts);
        samples = List.copyOf(samples);
    }

    Curve curve() {
        return samples.get(0).curve();
    }

    void write(Path file) {
        JSON.writeValue(file, this);
    }

    static GrowthResults read(Path file) {
        return JSON.readValue(file, GrowthResults.class);
    }
}
