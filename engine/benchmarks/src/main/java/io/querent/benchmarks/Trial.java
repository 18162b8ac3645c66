package io.querent.benchmarks;

import io.querent.benchmarks.contender.Variant;
import io.querent.benchmarks.load.LoadResult;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What was found of one variant.
 *
 * @param steady each contender at a steady rate below its best, by its name
 */
record Trial(Variant variant, Measurements measured, Map<String, LoadResult> steady) {
    Trial {
        steady = Collections.unmodifiableMap(new LinkedHashMap<>(steady));
    }
}
