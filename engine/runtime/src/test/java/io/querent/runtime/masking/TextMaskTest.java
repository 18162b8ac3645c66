package io.querent.runtime.masking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.saga.SagaKey;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextMaskTest {
    private static final TextMask MASK = new TextMask(MaskingRules.NOTHING_SHOWN);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "card 4111111111111111 refused | card •••1111 refused",
                "card 4111 1111 1111 1111 refused | card •••1111 refused",
                "4111-1111-1111-1111 | •••1111",
                "account DE89370400440532013000 is closed | account •••3000 is closed",
                "account DE89 3704 0044 0532 0130 00 is closed | account •••3000 is closed",
                "GB29 NWBK 6016 1331 9268 19, twice | •••6819, twice",
                "iban gb29nwbk60161331926819 | iban gb29nwbk•••6819",
                "call +49 30 1234567 | call +•••4567",
                "write to john.doe+x@mail.example.org! | write to •••@•••!",
                "HTTP 503 after 1234567 ms | HTTP 503 after 1234567 ms",
                "until 2026-11-29T10:15:30.123456789Z | until 2026-11-29T10:15:30.123456789Z",
                "on 2026-11-29 10:15 it was | on 2026-11-29 10:15 it was",
                "2026-11-29-1234 | •••1234",
                "12345678 | •••5678",
                "1234567 | 1234567",
                "no match; told={\"name\":\"John\",\"at\":[1]} then | no match; told={\"name\":\"•••\",\"at\":[\"•••\"]} then",
                "told=\"John\" | told=\"•••\"",
                "told=[\"John\"] | told=[\"•••\"]",
                "open {\"name\":\"John | open \"•••\"",
                "Order[amount=5] of {} | Order[amount=5] of {}",
                "user @ home | user @ home"
            })
    void numbersAddressesAndValuesInJsonAreMasked(String text, String expected) {
        assertThat(MASK.mask(text)).isEqualTo(expected);
        assertThat(MASK.mask(expected)).as("masked again").isEqualTo(expected);
    }

    @Test
    void theKeysOfTheSagaAreNeverMasked() {
        SagaKey saga = SagaKey.parse("acme:payment:order-1234567890");
        assertThat(MASK.mask("asked for acme:payment:order-1234567890:transfer; paid by 1234567890", saga))
                .isEqualTo("asked for acme:payment:order-1234567890:transfer; paid by •••7890");
        assertThat(MASK.mask("acme:payment:order-1234567890.", saga)).isEqualTo("acme:payment:order-1234567890.");
        assertThat(MASK.mask("acme:payment:order-12345678901", saga)).isEqualTo("acme:payment:order-•••8901");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "end of day (2026-11-30-9f12345678ab.xml, line 22, entry B17)",
                "confirm-succeeded by alice: late (camt053_20261130_00012345.xml, line 7, entry B17); evidence: camt053_20261130_00012345.xml, line 7",
                "2026-11-30-123456789012.xml, line 1, entry B1, SHA-256 0123456789012345678901234567890123456789012345678901234567890123: BOOKED"
            })
    void theNameAndDigestOfAReportThatADecisionReliesOnAreShown(String text) {
        assertThat(MASK.mask(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "statement 4111111111111111, line 7 | statement •••1111, line 7",
                "4111111111111111.7, line 7 | •••1117, line 7",
                "4111 1111 1111 1111.xml, line 7 | •••1111.xml, line 7",
                "4111111111111111.xml is unreadable | •••1111.xml is unreadable",
                "a.xml, line 7, entry 4111111111111111 | a.xml, line 7, entry •••1111",
                "SHA-256 12345678 | SHA-•••5678"
            })
    void whatOnlyLooksLikeAReportsNameIsMasked(String text, String expected) {
        assertThat(MASK.mask(text)).isEqualTo(expected);
        assertThat(MASK.mask(expected)).as("masked again").isEqualTo(expected);
    }

    @Test
    void aKeyInJsonOpensNoHole() {
        SagaKey saga = SagaKey.parse("acme:payment:1");
        assertThat(MASK.mask("{\"key\":\"acme:payment:1\",\"name\":\"John\"}", saga))
                .doesNotContain("John");
    }

    @Test
    void configuredPatternsAreMaskedToo() {
        TextMask mask = new TextMask(new MaskingRules(List.of(), List.of(), List.of("CUST-##*", "pin=????")));
        assertThat(mask.mask("CUST-12ab7 has pin=12a4, CUST-x not")).isEqualTo("••• has •••, CUST-x not");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "ab", "a*b*", "a*bcd"})
    void aMalformedPatternIsRefused(String pattern) {
        assertThatThrownBy(() -> new MaskingRules(List.of(), List.of(), List.of(pattern)))
                .hasMessageContaining("QRT-6048");
    }

    @Test
    void controlsThatATerminalObeysAreTakenOut() {
        assertThat(MASK.mask("a\u001b[2Jb\u0000\ud800\n")).isEqualTo("a\uFFFD[2Jb\uFFFD\uFFFD\n");
    }

    /** A quadratic walk through these would take hours. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 ",
                "DE12 ",
                "AB12",
                "a@",
                "{\"",
                "[{",
                "\"",
                "=\"",
                "2026-11-29 ",
                "{\"a\":",
                "a.",
                "@",
                "[ ",
                "12:30 ",
                "x:y:z"
            })
    void hostileTextTakesNoLonger(String part) {
        String text = part.repeat(500_000);
        String masked = MASK.mask(text, SagaKey.parse("x:y:z"));
        assertThat(masked).hasSizeLessThanOrEqualTo(3 * text.length());
    }

    @Test
    void maskingTwiceIsMaskingOnceWhateverTheText() {
        String[] parts = {
            "1",
            "23",
            "4567",
            "12345678",
            " ",
            "-",
            ".",
            "@",
            "a",
            "AB12",
            "DE89 3704",
            "{\"a\":",
            "}",
            "\"",
            "[",
            "]",
            "=",
            ":",
            "2026-11-29",
            "T10:15",
            "•••",
            "…",
            "\u001b",
            "\ud83d",
            "\n",
            "x@y.z",
            "K:d:1"
        };
        Random random = new Random(4);
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int part = random.nextInt(12); part >= 0; part--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            String once = MASK.mask(text.toString());
            assertThat(MASK.mask(once)).as("of %s", text).isEqualTo(once);
        }
    }
}
