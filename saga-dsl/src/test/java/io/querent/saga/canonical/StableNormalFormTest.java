package io.querent.saga.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("every-java")
class StableNormalFormTest {
    /**
     * Taken with the plain normaliser of Java 17 (Unicode 13) in place of {@link StableNormalForm}, so that equality
     * proves both that the ranges leave nothing out and that later Java releases change nothing.
     */
    private static final String EVERY_CHARACTER_IN_UNICODE_13 =
            "8b5eb4bd1542412d0392e862fc575fe57a2764c01ba65eecb6c9e76973a022ed";

    @Test
    void everyCharacterIsNormalisedAsInUnicode13OnEveryJavaRelease() throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        everyCharacter()
                .forEach(codePoint -> digest.update(
                        // Marks of class 232 and 1 around it: moves if its own class is not 0, merges if it composes.
                        StableNormalForm.of("\u0315" + Character.toString(codePoint) + "\u0334\u0301")
                                .getBytes(UTF_8)));

        assertThat(HexFormat.of().formatHex(digest.digest())).isEqualTo(EVERY_CHARACTER_IN_UNICODE_13);
    }

    @Test
    void everyNormalisedCharacterWasAssigned() {
        assertThat(everyCharacter().filter(NormalisedCharacters::contains))
                .allMatch(Character::isDefined)
                .noneMatch(codePoint -> Character.getType(codePoint) == Character.SURROGATE);
    }

    @Test
    void decomposedSpellingComposesToTheSameText() {
        everyCharacter().filter(NormalisedCharacters::contains).forEach(codePoint -> {
            String text = Character.toString(codePoint);
            assertThat(StableNormalForm.of(Normalizer.normalize(text, Normalizer.Form.NFD)))
                    .isEqualTo(StableNormalForm.of(text));
        });
    }

    @Test
    void randomTextOfNormalisedCharactersIsInNormalFormC() {
        int[] characters =
                everyCharacter().filter(NormalisedCharacters::contains).toArray();
        Random random = new Random(13);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(12, 0, characters.length).forEach(index -> text.appendCodePoint(characters[index]));
            assertThat(StableNormalForm.of(text.toString())).isEqualTo(Normalizer.normalize(text, Normalizer.Form.NFC));
        }
    }

    @Test
    void markThatCameAfterUnicode13IsNotReordered() {
        // U+1ACE, class 230, came with Unicode 14: later Java releases would put it before U+0315, class 232.
        assertThat(StableNormalForm.of("a\u0315\u1ace")).isEqualTo("a\u0315\u1ace");
        // It also divides the text: the marks on either side are ordered each for themselves.
        assertThat(StableNormalForm.of("a\u0315\u0300\u1ace\u0315\u0300")).isEqualTo("\u00e0\u0315\u1ace\u0300\u0315");
    }

    @Test
    void loneSurrogateStaysAndTextAroundItIsNormalised() {
        assertThat(StableNormalForm.of("e\u0301\ud800e\u0301\udc00")).isEqualTo("\u00e9\ud800\u00e9\udc00");
    }

    private static IntStream everyCharacter() {
        return IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(codePoint -> codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE);
    }
}
