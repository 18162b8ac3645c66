package io.querent.saga.canonical;

import static io.querent.saga.canonical.Refusals.assertRefused;
import static io.querent.saga.canonical.Refusals.refusal;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that are no JSON, and the words in which they are refused. */
class CanonicalJsonRefusalTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\t\r "})
    void emptyInputIsRefused(String json) {
        assertRefused(
                json,
                "QRT-1001 no JSON at offset " + json.length()
                        + " (path $); expected=a JSON value, found=no content; send the request body");
    }

    @Test
    void oversizeIsRefusedWithoutBeingRead() {
        byte[] json = new byte[(1 << 20) + 1];

        assertThatThrownBy(() -> CanonicalJson.canonicalise(json))
                .isInstanceOf(CanonicalJsonException.class)
                .hasMessage("QRT-1002 JSON too large at offset 0 (path $); expected=at most 1048576 bytes, "
                        + "found=1048577 bytes; send large content apart and pass a reference to it");
    }

    @ParameterizedTest
    @CsvSource({
        "stray continuation byte, 80, 3",
        "truncated sequence before the quote, c3, 3",
        "overlong NUL, c0 80, 3",
        "overlong slash, e0 80 af, 3",
        "encoded surrogate, ed a0 80, 3",
        "beyond U+10FFFF, f4 90 80 80, 3",
        "byte that UTF-8 never has, ff, 3",
        "Latin-1 after ASCII, 41 e9, 4"
    })
    void malformedUtf8IsRefusedAndNeverReplaced(String what, String bytes, int offset) {
        String raw = "[ \"" + latin1(bytes) + "\"]";

        assertThatThrownBy(() -> CanonicalJson.canonicalise(raw.getBytes(ISO_8859_1)))
                .as(what)
                .isInstanceOf(CanonicalJsonException.class)
                .hasMessage("QRT-1003 malformed UTF-8 at offset " + offset
                        + " (path $); expected=UTF-8, found=a malformed byte sequence; encode the text as UTF-8");
    }

    @Test
    void textWithALoneSurrogateHasNoBytesAndIsRefused() {
        assertRefused(
                "\"ab\ud800\"",
                "QRT-1003 text has no UTF-8 form at offset 3 (path $); expected=paired surrogates, "
                        + "found=a lone surrogate; escape it in the JSON text or correct the text");
    }

    @Test
    void byteOrderMarkIsRefused() {
        assertRefused(
                "\ufeff{}",
                "QRT-1004 byte order mark at offset 0 (path $); expected=a JSON value, found=U+FEFF; "
                        + "send UTF-8 without a byte order mark (RFC 8259, section 8.1)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'a':1}       | 1  | $        | a member name in double quotes | U+0027
            {a:1}         | 1  | $        | a member name in double quotes | 'a'
            {"a":1,}      | 7  | $        | a member name in double quotes | '}'
            {"a" 1}       | 5  | $.a      | ':'                            | '1'
            {"a":}        | 5  | $.a      | a JSON value                   | '}'
            {"a":1 "b":2} | 7  | $        | ',' or '}'                     | '"'
            {"a":1]       | 6  | $        | ',' or '}'                     | ']'
            [1,]          | 3  | $[1]     | a JSON value                   | ']'
            [1 2]         | 3  | $        | ',' or ']'                     | '2'
            [,1]          | 1  | $[0]     | a JSON value                   | ','
            +1            | 0  | $        | a JSON value                   | '+'
            .5            | 0  | $        | a JSON value                   | '.'
            NaN           | 0  | $        | a JSON value                   | 'N'
            Infinity      | 0  | $        | a JSON value                   | 'I'
            True          | 0  | $        | a JSON value                   | 'T'
            trux          | 3  | $        | true                           | 'x'
            [1/*c*/]      | 2  | $        | ',' or ']'                     | '/'
            [0x10]        | 2  | $        | ',' or ']'                     | 'x'
            [é😀]         | 1  | $[0]     | a JSON value                   | U+00E9
            ["é",😀]      | 6  | $[1]     | a JSON value                   | U+1F600
            """)
    void whatTheGrammarDoesNotAllowIsRefused(String json, int offset, String path, String expected, String found) {
        assertRefused(
                json,
                "QRT-1005 unexpected character at offset " + offset + " (path " + path + "); expected=" + expected
                        + ", found=" + found + "; send valid JSON (RFC 8259)");
    }

    @Test
    void onlyTheFourWhiteSpaceCharactersOfJsonAreWhiteSpace() {
        for (String space : new String[] {"\u000b", "\f", "\u00a0", "\u2003", "\u0085", "\u3000"}) {
            assertThat(refusal("[" + space + "1]").code()).isEqualTo("QRT-1005");
        }
    }

    @Test
    void truncatedTextIsRefusedWhereverItIsCut() {
        byte[] json = "{\"a\":[1.5e+2,\"\\u00e9\\n\u00e9\",true],\"b\":{\"c\":null}}".getBytes(UTF_8);

        for (int length = 0; length < json.length; length++) {
            byte[] cut = Arrays.copyOf(json, length);
            CanonicalJsonException refusal =
                    catchThrowableOfType(CanonicalJsonException.class, () -> CanonicalJson.canonicalise(cut));
            assertThat(refusal.code()).as("cut at %d", length).isIn("QRT-1001", "QRT-1003", "QRT-1006");
            assertThat(refusal.offset()).isBetween(length - 1, length);
        }
    }

    @Test
    void truncatedTextNamesWhatIsMissing() {
        assertRefused(
                "{\"a\":[\"x",
                "QRT-1006 JSON ends early at offset 8 (path $.a[0]); expected=a closing double quote, "
                        + "found=end of input; send the whole text");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}{}    | 2 | '{'
            1 2     | 2 | '2'
            {} x    | 3 | 'x'
            []]     | 2 | ']'
            1x      | 1 | 'x'
            """)
    void contentAfterTheValueIsRefused(String json, int offset, String found) {
        assertRefused(
                json,
                "QRT-1007 content after the JSON value at offset " + offset + " (path $); expected=end of input, found="
                        + found + "; send exactly one JSON value");
    }

    @Test
    void nulByteAfterTheValueIsRefused() {
        assertThat(refusal("{}\u0000")).hasMessageStartingWith("QRT-1007 ").hasMessageContaining("found=U+0000");
    }

    @Test
    void hostileNameCannotForgeALogLineOrFloodIt() {
        assertThat(refusal("{\"a\\r\\nX-Evil: 1\\u202e'\":x}").path())
                .isEqualTo("$['a\\u000d\\u000aX-Evil: 1\\u202e\\u0027']");
        assertThat(refusal("{\"" + "n".repeat(100_000) + "\":x}").path()).isEqualTo("$['" + "n".repeat(40) + "...']");
        assertThat(refusal("{\"nnnnnnnnnn\":".repeat(60) + "x").path())
                .hasSize(203)
                .startsWith("...")
                .endsWith(".nnnnnnnnnn");
    }

    @Test
    void refusalCarriesItsPartsAsValues() {
        CanonicalJsonException refusal = refusal("{\"lines\":[{\"amount\":1},{\"amount\":x}]}");

        assertThat(refusal.code()).isEqualTo("QRT-1005");
        assertThat(refusal.offset()).isEqualTo(33);
        assertThat(refusal.path()).isEqualTo("$.lines[1].amount");
    }

    private static String latin1(String hexadecimalBytes) {
        return new String(HexFormat.ofDelimiter(" ").parseHex(hexadecimalBytes), ISO_8859_1);
    }
}
