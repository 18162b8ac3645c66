package io.querent.testkit.explorer;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The choices of a run, as text and back: places in the list of what might have happened, from 0, with dots between. */
final class Choices {
    private Choices() {}

    static String write(int[] choices) {
        return Arrays.stream(choices).mapToObj(Integer::toString).collect(Collectors.joining("."));
    }

    static int[] read(String text) {
        if (text.isBlank()) {
            return new int[0];
        }
        try {
            return Arrays.stream(text.strip().split("\\.", -1))
                    .mapToInt(Integer::parseInt)
                    .toArray();
        } catch (NumberFormatException noNumber) {
            throw new IllegalArgumentException(
                    "choices must be numbers with dots between, not \"" + text + '"', noNumber);
        }
    }
}
