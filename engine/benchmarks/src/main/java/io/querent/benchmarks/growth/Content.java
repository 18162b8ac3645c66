package io.querent.benchmarks.growth;

import java.util.Random;

/** Text that does not compress, which is the worst that payloads can be. The same of each length, so that runs compare. */
final class Content {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

    private Content() {}

    static String of(int characters) {
        Random random = new Random(characters);
        StringBuilder text = new StringBuilder(characters);
        for (int i = 0; i < characters; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }
}
