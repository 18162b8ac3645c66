package io.querent.saga.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever fills the whole allowed size is answered at once. Each takes milliseconds; the limit is far above that and far
 * below what anything quadratic would take.
 */
@Timeout(10)
class CanonicalJsonHostileInputTest {
    private static final int SIZE = JsonLimits.DEFAULT.maxBytes();
    private static final String ACCEPTED = "accepted";

    static Stream<Arguments> inputs() {
        return Stream.of(
                arguments("deep arrays", filled("", "[", ""), "QRT-1008"),
                arguments("deep objects", filled("", "{\"a\":", ""), "QRT-1008"),
                arguments("wide array", filled("[", "0,", "0]"), ACCEPTED),
                arguments("empty objects", filled("[", "{},", "{}]"), ACCEPTED),
                arguments("arrays at full depth", filled("[", "[".repeat(63) + "]".repeat(63) + ",", "0]"), ACCEPTED),
                arguments("one long string", filled("\"", "x", "\""), ACCEPTED),
                arguments("one string of escapes", filled("\"", "\\u0000", "\""), ACCEPTED),
                arguments("one string of lone surrogates", filled("\"", "\\udc00\\ud800", "\""), ACCEPTED),
                arguments("unordered marks without end", filled("\"a", "\u0315\u0300", "\""), "QRT-1015"),
                arguments(
                        "as many unordered marks as may be",
                        filled("\"", "a" + "\u0315\u0300".repeat(15), "\""),
                        ACCEPTED),
                arguments("Hangul to compose", filled("\"", "\u1100\u1161\u11a8", "\""), ACCEPTED),
                arguments("text that is divided everywhere", filled("\"", "\u0301\u1ace", "\""), ACCEPTED),
                arguments("one long number", filled("", "9", ""), "QRT-1011"),
                arguments("one long exponent", filled("1e", "9", ""), "QRT-1012"),
                arguments("one long exponent of zeros", filled("1e", "0", "1"), ACCEPTED),
                arguments("numbers that would be long if written out", filled("[", "1e400,", "0]"), ACCEPTED),
                arguments("white space", filled("", " ", "1"), ACCEPTED),
                arguments("one long name, twice", twice(filled("\"", "n", "\":0", SIZE / 2 - 2)), "QRT-1009"),
                arguments("names that differ at their end", members(1_000, "n".repeat(1_000)), ACCEPTED),
                arguments("names with one hash code", "{" + sameHashCode(13) + "}", ACCEPTED),
                arguments("names in falling order", members(60_000, ""), ACCEPTED),
                arguments(
                        "refusal at the very end, after many names",
                        members(60_000, "").substring(0, 500_000),
                        "QRT-1006"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("inputs")
    void fullSizeInputIsAnsweredAtOnce(String what, String json, String expected) {
        byte[] bytes = json.getBytes(UTF_8);

        assertThat(bytes.length).isBetween(SIZE / 16, SIZE);
        assertThat(answer(bytes)).isEqualTo(expected);
    }

    private static String answer(byte[] json) {
        try {
            byte[] form = CanonicalJson.canonicalise(json);
            // An escape of two bytes may become one of six; nothing grows more.
            assertThat(form.length).isLessThanOrEqualTo(3 * json.length);
            return ACCEPTED;
        } catch (CanonicalJsonException refused) {
            return refused.code();
        }
    }

    private static String filled(String head, String repeated, String tail) {
        return filled(head, repeated, tail, SIZE);
    }

    private static String filled(String head, String repeated, String tail, int bytes) {
        int room = bytes - head.length() - tail.length() - repeated.length();
        return head + repeated.repeat(room / repeated.getBytes(UTF_8).length) + tail;
    }

    private static String twice(String member) {
        return "{" + member + "," + member + "}";
    }

    private static String members(int count, String prefix) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"" + prefix + (count - i) + "\":0")
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** "Aa" and "BB" have the same hash code, and so has every row of them. */
    private static String sameHashCode(int pairs) {
        return IntStream.range(0, 1 << pairs)
                .mapToObj(bits -> IntStream.range(0, pairs)
                        .mapToObj(bit -> (bits >> bit & 1) == 0 ? "Aa" : "BB")
                        .collect(Collectors.joining("", "\"", "\":0")))
                .collect(Collectors.joining(","));
    }
}
