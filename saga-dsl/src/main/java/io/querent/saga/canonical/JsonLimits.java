package io.querent.saga.canonical;

import io.querent.saga.QuerentException;

/**
 * How large and how deep a JSON text may be. Limits only refuse; they never change a canonical form.
 *
 * @param maxBytes size of the text in UTF-8 bytes, 1 to 64 MiB
 * @param maxDepth objects and arrays within one another, 1 to 512; a scalar alone has depth 0
 */
public record JsonLimits(int maxBytes, int maxDepth) {
    /** 1 MiB and 64 levels. */
    public static final JsonLimits DEFAULT = new JsonLimits(1 << 20, 64);

    private static final int LARGEST_MAX_BYTES = 64 << 20;
    /** The reader recurses once per level; this keeps it far from the end of a small thread stack. */
    private static final int LARGEST_MAX_DEPTH = 512;

    /** Refuses, with {@link QuerentException} {@code QRT-1018}, limits that could not protect. */
    public JsonLimits {
        requireWithin("maxBytes", maxBytes, LARGEST_MAX_BYTES);
        requireWithin("maxDepth", maxDepth, LARGEST_MAX_DEPTH);
    }

    private static void requireWithin(String name, int value, int largest) {
        if (value < 1 || value > largest) {
            throw new QuerentException(
                    "QRT-1018",
                    "limit out of range; " + name + "=" + value + ", expected=1 to " + largest
                            + "; choose a limit within the range");
        }
    }
}
