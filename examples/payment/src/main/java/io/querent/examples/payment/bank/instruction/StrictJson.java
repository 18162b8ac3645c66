package io.querent.examples.payment.bank.instruction;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The bank's JSON: no duplicate members, nothing after the end, decimals exact, everything short. */
public final class StrictJson {
    private static final int DEEPEST = 4;
    private static final int LONGEST_NUMBER = 40;
    private static final int LONGEST_NAME = 64;

    private StrictJson() {}

    /** A mapper of that kind; thread-safe. */
    public static JsonMapper mapper() {
        StreamReadConstraints constraints = StreamReadConstraints.builder()
                .maxNestingDepth(DEEPEST)
                .maxNumberLength(LONGEST_NUMBER)
                .maxNameLength(LONGEST_NAME)
                .build();
        JsonFactory factory = JsonFactory.builder()
                .streamReadConstraints(constraints)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                .build();
        return JsonMapper.builder(factory)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }
}
