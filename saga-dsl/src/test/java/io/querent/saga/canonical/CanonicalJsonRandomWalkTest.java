package io.querent.saga.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Seeded walks: a failure names its seed, and the seed repeats it. */
@Tag("every-java")
class CanonicalJsonRandomWalkTest {
    private static final int SEEDS = 3_000;
    private static final int DEPTH = 4;

    @Test
    void everySpellingOfARequestHasItsHash() {
        for (long seed = 0; seed < SEEDS; seed++) {
            RandomJson json = new RandomJson(seed);
            Object request = json.value(DEPTH);
            RequestHash stored = RequestHash.of(json.spelling(request).getBytes(UTF_8));
            for (int repeat = 0; repeat < 4; repeat++) {
                String spelling = json.spelling(request);
                assertThat(stored.matches(spelling.getBytes(UTF_8)))
                        .as("seed %d: %s", seed, spelling)
                        .isTrue();
            }
        }
    }

    @Test
    void oneChangeAnywhereChangesTheHash() {
        for (long seed = 0; seed < SEEDS; seed++) {
            RandomJson json = new RandomJson(seed);
            Object request = json.value(DEPTH);
            RequestHash stored = RequestHash.of(json.spelling(request).getBytes(UTF_8));
            for (int repeat = 0; repeat < 4; repeat++) {
                String changed = json.spelling(json.withOneChange(request));
                assertThat(stored.matches(changed.getBytes(UTF_8)))
                        .as("seed %d: %s", seed, changed)
                        .isFalse();
            }
        }
    }

    @Test
    void canonicalFormIsItsOwnCanonicalForm() {
        for (long seed = 0; seed < SEEDS; seed++) {
            RandomJson json = new RandomJson(seed);
            byte[] form = CanonicalJson.canonicalise(json.spelling(json.value(DEPTH)));

            assertThat(CanonicalJson.canonicalise(form)).as("seed %d", seed).isEqualTo(form);
        }
    }

    @Test
    void damagedTextIsEitherRefusedOrStillJson() {
        int refused = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            RandomJson json = new RandomJson(seed);
            byte[] damaged = damaged(json.spelling(json.value(DEPTH)).getBytes(UTF_8), new Random(seed));
            Optional<byte[]> form = canonicalOrRefused(damaged);
            refused += form.isEmpty() ? 1 : 0;
            form.ifPresent(
                    bytes -> assertThat(CanonicalJson.canonicalise(bytes)).isEqualTo(bytes));
        }
        assertThat(refused).isBetween(SEEDS / 4, SEEDS - 1);
    }

    private static byte[] damaged(byte[] json, Random random) {
        for (int i = random.nextInt(3); i >= 0; i--) {
            json[random.nextInt(json.length)] = (byte) random.nextInt(256);
        }
        return json;
    }

    /** Any exception but the one fails the test. */
    private static Optional<byte[]> canonicalOrRefused(byte[] json) {
        try {
            return Optional.of(CanonicalJson.canonicalise(json));
        } catch (CanonicalJsonException refused) {
            assertThat(refused)
                    .hasMessageMatching("QRT-10[01][0-9] .+ at offset \\d+ \\(path .+\\); expected=.+, found=.+; .+");
            return Optional.empty();
        }
    }
}
