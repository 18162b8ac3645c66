package io.querent.saga.canonical;

import java.util.Locale;

/** Names of people in the form in which they are held against each other, the same on every Java release. */
public final class ComparableName {
    private ComparableName() {}

    /** The name however it is capitalised, spaced at its ends, or composed of characters. */
    public static String of(String name) {
        // Upper case first: some letters have a lower case that differs by where they stand.
        return StableNormalForm.compatible(name)
                .strip()
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }
}
