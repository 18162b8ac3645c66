package io.querent.saga.canonical;

import java.text.Normalizer;
import java.util.Locale;

/**
 * Names of people in the form in which they are held against each other. Characters that Unicode 13 had are the same on every Java
 * release; nothing that is stored is recognised by newer ones.
 */
public final class ComparableName {
    private ComparableName() {}

    /** The name however it is capitalised, spaced at its ends, or composed of characters; wide letters are letters. */
    public static String of(String name) {
        // Upper case first: some letters have a lower case that differs by where they stand.
        return Normalizer.normalize(name, Normalizer.Form.NFKC)
                .strip()
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }
}
