package io.querent.saga;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** C23: a key outside the published format is refused at the door, before it is stored, sent or walked. */
class KeyFormatTest {
    private static final String KEY_ALPHABET = "ASCII letters, digits and . _ - :";
    private static final String NAME_ALPHABET = "ASCII letters, digits and _ -";

    @ParameterizedTest
    @ValueSource(ints = {1, 128})
    void aBusinessKeyWithinItsLengthIsTaken(int length) {
        assertThat(new BusinessKey("k".repeat(length)).value()).hasSize(length);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 129, 3000, 1_048_576})
    void aBusinessKeyOfAnotherLengthIsRefusedByItsLengthAlone(int length) {
        String hostile = "\u0000".repeat(length);
        Refused.key("QRT-1101", impossibleLength("business key", length, 128), () -> new BusinessKey(hostile));
    }

    static Stream<String> hostileKeys() {
        return Stream.of(
                "a\r\nX-Evil: 1",
                "'; drop table saga",
                "../etc/passwd",
                "a b",
                "a\u0000",
                "ключ",
                "a/b",
                "a\\b",
                "a%0d",
                "k\u0301",
                "\uD800",
                "\uFF21",
                "a\u200B");
    }

    @ParameterizedTest
    @MethodSource("hostileKeys")
    void hostileCharactersAreRefusedAndNeverEchoed(String key) {
        int index = firstOutside(key);
        String found = String.format("%04X", (int) key.charAt(index));
        Refused.key("QRT-1102", forbidden("business key", index, found, KEY_ALPHABET), () -> new BusinessKey(key));
    }

    @Test
    void everyCharacterOfTheAlphabetIsTaken() {
        assertThat(new BusinessKey("azAZ09._-:").value()).isEqualTo("azAZ09._-:");
    }

    @Test
    void namesHoldNeitherColonNorDot() {
        Refused.key("QRT-1102", forbidden("tenant", 1, "003A", NAME_ALPHABET), () -> new Tenant("a:b"));
        Refused.key(
                "QRT-1102",
                forbidden("step name", 1, "002E", NAME_ALPHABET),
                () -> StepHandle.of("a.undo", String.class));
        Refused.key(
                "QRT-1102",
                forbidden("definition name", 3, "002E", NAME_ALPHABET),
                () -> Saga.define("pay.v2", String.class));
        Refused.key("QRT-1102", forbidden("downstream name", 0, "0020", NAME_ALPHABET), () -> Downstream.named(" "));
    }

    @Test
    void namesHaveLengthsOfTheirOwn() {
        Refused.key("QRT-1101", impossibleLength("tenant", 33, 32), () -> new Tenant("t".repeat(33)));
        Refused.key("QRT-1101", impossibleLength("tenant", 0, 32), () -> new Tenant(""));
        Refused.key(
                "QRT-1101", impossibleLength("step name", 49, 48), () -> StepHandle.of("s".repeat(49), String.class));
        Refused.key(
                "QRT-1101", impossibleLength("definition name", 49, 48), () -> SagaKey.of("d".repeat(49), "order-1"));
    }

    private static int firstOutside(String key) {
        return (int) key.chars()
                .takeWhile(c -> c < 128 && (Character.isLetterOrDigit(c) || "._-:".indexOf(c) >= 0))
                .count();
    }

    private static String impossibleLength(String what, int length, int longest) {
        return what + " has an impossible length; length=" + length + ", expected=1 to " + longest
                + " characters; use the number the business already knows this piece of work by";
    }

    private static String forbidden(String what, int index, String found, String alphabet) {
        return what + " holds a character that is not allowed; index=" + index + ", found=U+" + found + ", expected="
                + alphabet + "; map the value to that alphabet before you start the saga";
    }
}
