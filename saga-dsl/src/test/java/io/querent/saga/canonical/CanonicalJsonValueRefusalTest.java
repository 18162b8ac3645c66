package io.querent.saga.canonical;

import static io.querent.saga.canonical.Refusals.assertRefused;
import static io.querent.saga.canonical.Refusals.refusal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects, numbers and strings that are refused, and in which words. */
class CanonicalJsonValueRefusalTest {
    @Test
    void depthIsBoundedAtSixtyFour() {
        assertThat(CanonicalJson.canonicalise("[".repeat(64) + "]".repeat(64))).hasSize(128);

        assertThat(refusal("[".repeat(65) + "]".repeat(65)))
                .hasMessageStartingWith("QRT-1008 JSON nested too deep at offset 64 (path $[0][0]")
                .hasMessageEndingWith("expected=at most 64 levels, found=level 65; flatten the request");
        assertThat(refusal("{\"a\":".repeat(65)).code()).isEqualTo("QRT-1008");
    }

    @Test
    void depthCountsLevelsAndNotBrackets() {
        assertThat(CanonicalJson.canonicalise("[" + "[],".repeat(1000) + "{}]")).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"amount":10,"amount":1000}            | 13 | $.amount
            {"a":1,"\\u0061":1}                    | 7  | $.a
            {"a":1,"a":null}                       | 7  | $.a
            {"a":null,"a":null}                    | 10 | $.a
            {"caf\\u00e9":1,"cafe\\u0301":1}       | 15 | $['caf\\u00e9']
            [{"x":{"b":1,"a":2,"b":3}}]            | 19 | $[0].x.b
            {"\\ud83d\\ude00":1,"😀":2}            | 18 | $['\\ud83d\\ude00']
            {"😀":1,"\\ud83d\\ude00":2}            | 10 | $['\\ud83d\\ude00']
            {"":1,"":1}                            | 6  | $['']
            """)
    void duplicateMemberIsRefusedHoweverItIsSpelled(String json, int offset, String path) {
        assertRefused(
                json,
                "QRT-1009 duplicate member at offset " + offset + " (path " + path
                        + "); expected=each name once (names compared in Unicode normal form C), "
                        + "found=a name seen before; send it once, because parsers disagree on which one counts");
    }

    @Test
    void sameNameInDifferentObjectsIsNoDuplicate() {
        assertThat(CanonicalJson.canonicalise("{\"a\":{\"a\":1},\"b\":{\"a\":1}}"))
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"amount":01}    | 10 | no leading zero | a leading zero
            {"amount":-00.1} | 10 | no leading zero | a leading zero
            {"amount":-}     | 11 | a digit         | '}'
            {"amount":1.}    | 12 | a digit         | '}'
            {"amount":1.e5}  | 12 | a digit         | 'e'
            {"amount":1e}    | 12 | a digit         | '}'
            {"amount":1e+}   | 13 | a digit         | '}'
            {"amount":1e+-1} | 13 | a digit         | '-'
            {"amount":--1}   | 11 | a digit         | '-'
            {"amount":-a}    | 11 | a digit         | 'a'
            {"amount":1.٣}   | 12 | a digit         | U+0663
            """)
    void malformedNumberIsRefused(String json, int offset, String expected, String found) {
        assertRefused(
                json,
                "QRT-1010 malformed number at offset " + offset + " (path $.amount); expected=" + expected + ", found="
                        + found + "; write the number as RFC 8259 does");
    }

    @Test
    void numberOfMoreThanAHundredDigitsIsRefused() {
        assertThat(CanonicalJson.canonicalise("9".repeat(100))).hasSize(100);
        assertThat(CanonicalJson.canonicalise("0." + "0".repeat(98) + "1")).isEqualTo("1e-99".getBytes(UTF_8));

        assertRefused(
                "[\"é\",-" + "9".repeat(101) + "]",
                "QRT-1011 number too long at offset 6 (path $[1]); expected=at most 100 digits, found=more; "
                        + "send long identifiers as strings");
        assertThat(refusal("0." + "0".repeat(100)).code()).isEqualTo("QRT-1011");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e401", "1e-401", "1e999999999", "-1E-999999999", "1e99999999999999999999", "0e401"})
    void hugeExponentIsRefusedBeforeItCanCostAnything(String number) {
        assertRefused(
                number,
                "QRT-1012 exponent out of range at offset 0 (path $); expected=-400 to 400, "
                        + "found=an exponent beyond; write the number without so large an exponent");
    }

    @Test
    void unescapedControlCharactersAreRefused() {
        for (char control = 0; control < ' '; control++) {
            assertRefused(
                    "{\"memo\":\"ab" + control + "\"}",
                    "QRT-1013 unescaped control character at offset 11 (path $.memo); expected=an escape sequence, "
                            + "found=U+%04X; escape characters below U+0020".formatted((int) control));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "\\x"        | 2 | one of " \\ / b f n r t u | 'x'
            "\\U0041"    | 2 | one of " \\ / b f n r t u | 'U'
            "\\'"        | 2 | one of " \\ / b f n r t u | U+0027
            "\\0"        | 2 | one of " \\ / b f n r t u | '0'
            "\\u12"      | 5 | four hexadecimal digits   | '"'
            "\\u+123"    | 3 | four hexadecimal digits   | '+'
            "\\u{41}"    | 3 | four hexadecimal digits   | '{'
            "\\u００４１" | 3 | four hexadecimal digits   | U+FF10
            """)
    void malformedEscapeIsRefused(String json, int offset, String expected, String found) {
        assertRefused(
                json,
                "QRT-1014 malformed escape at offset " + offset + " (path $); expected=" + expected + ", found=" + found
                        + "; write the escape as RFC 8259 does");
    }

    @Test
    void runOfMoreThanThirtyCombiningMarksIsRefused() {
        assertThat(CanonicalJson.canonicalise("\"a" + "\u0315\u0300".repeat(15) + "\""))
                .isNotEmpty();

        assertRefused(
                "{\"memo\":\"a" + "\u0315\u0300".repeat(15) + "\u0300\"}",
                "QRT-1015 too many combining marks at offset 8 (path $.memo); expected=at most 30 in a row, "
                        + "found=more; remove them (the bound is that of UAX #15, Stream-Safe Text Format)");
    }
}
