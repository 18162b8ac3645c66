package io.querent.runtime.masking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadMaskTest {
    private static final String ORDER = """
            {"amount":"12.50","paid":true,"note":null,"payer":{"iban":"DE89370400440532013000","id":7,"amount":3},
             "lines":[{"id":1,"text":"socks"},{"id":2,"text":"shoes"}]}""";

    @Test
    void withoutRulesEveryValueIsMaskedAndTheStructureStays() {
        assertThat(masked(ORDER)).isEqualTo("""
                {"amount":"•••","paid":"•••","note":null,"payer":{"iban":"•••","id":"•••","amount":"•••"},\
                "lines":[{"id":"•••","text":"•••"},{"id":"•••","text":"•••"}]}""");
    }

    @Test
    void aNameIsShownWhereverItStandsAndAPathOnlyWhereItLeads() {
        assertThat(masked(ORDER, "amount", "lines.id")).isEqualTo("""
                {"amount":"12.50","paid":"•••","note":null,"payer":{"iban":"•••","id":"•••","amount":3},\
                "lines":[{"id":1,"text":"•••"},{"id":2,"text":"•••"}]}""");
        assertThat(masked(ORDER, "*.id")).contains("\"id\":7", "\"id\":1").doesNotContain("socks");
        assertThat(masked("{\"id\":7}", "*.id")).isEqualTo("{\"id\":\"•••\"}");
    }

    @Test
    void aNameDoesNotShowWhatLiesBelowIt() {
        assertThat(masked(ORDER, "payer")).doesNotContain("DE89", "7,");
    }

    @Test
    void ofAPartlyShownValueTheEndStaysUnlessThatIsMostOfIt() {
        MaskingRules rules = new MaskingRules(List.of(), List.of("iban:last4", "pin:last4"), List.of());
        String masked = new PayloadMask(rules).mask("{\"iban\":\"DE89370400440532013000\",\"pin\":\"12345678\"}");
        assertThat(masked).isEqualTo("{\"iban\":\"•••3000\",\"pin\":\"•••\"}");
        assertThat(new PayloadMask(rules).mask(masked)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "John", "{\"name\":\"John\"", "{\"name\":\"John\"} {}", "{name:'John'}", "NaN", "\u0000"
            })
    void whatIsNoJsonIsOneMaskedValue(String text) {
        assertThat(masked(text)).isEqualTo("\"•••\"");
    }

    @Test
    void namesOfMembersAreMaskedLikeText() {
        assertThat(masked("{\"john@example.org\":1,\"4111111111111111\":2,\"plain\":3}"))
                .isEqualTo("{\"•••@•••\":\"•••\",\"•••1111\":\"•••\",\"plain\":\"•••\"}");
    }

    @Test
    void aHugePayloadIsCutAndSaysSo() {
        String masked = masked("[" + "\"secret\",".repeat(1_000_000) + "\"secret\"]");
        assertThat(masked)
                .hasSizeLessThan(2 * PayloadMask.LONGEST)
                .containsPattern("… \\d+ more")
                .doesNotContain("secret");
        assertThat(masked(masked)).isEqualTo(masked);
    }

    @Test
    void anObjectOfManyMembersIsCutToo() {
        StringBuilder json = new StringBuilder("{\"list\":[{");
        for (int i = 0; i < 100_000; i++) {
            json.append("\"m").append(i).append("\":\"secret\",");
        }
        String masked = masked(json.append("\"z\":1}],\"after\":2}").toString());
        assertThat(masked)
                .hasSizeLessThan(2 * PayloadMask.LONGEST)
                .contains("\"…\":\"… ")
                .doesNotContain("secret");
        assertThat(masked(masked)).isEqualTo(masked);
    }

    @Test
    void countsDoNotGetPastTheLimit() {
        assertThat(masked("[" + "\"… 1 more\",".repeat(100_000) + "1]")).hasSizeLessThan(2 * PayloadMask.LONGEST);
    }

    @Test
    void whatIsNestedDeeplyIsMaskedWhole() {
        int depth = MaskedCopy.DEEPEST + 10;
        String masked = masked("[".repeat(depth) + "1" + "]".repeat(depth));
        assertThat(masked).isEqualTo("[".repeat(MaskedCopy.DEEPEST) + "\"•••\"" + "]".repeat(MaskedCopy.DEEPEST));
        assertThat(masked("[".repeat(100_000))).isEqualTo("\"•••\"");
    }

    @Test
    void controlsAndHalvesOfPairsDoNotGetThrough() {
        assertThat(masked("{\"a\":\"x\\u001b[2J\\ud800\\ud83d\\ude00\"}", "a"))
                .isEqualTo("{\"a\":\"x\uFFFD[2J\uFFFD\uD83D\uDE00\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "a..b", ".a", "iban:last0", "iban:last9", "iban:lastx"})
    void aMalformedRuleIsRefused(String rule) {
        List<String> rules = List.of(rule);
        boolean partly = rule.contains(":last");
        assertThatThrownBy(() -> new MaskingRules(partly ? List.of() : rules, partly ? rules : List.of(), List.of()))
                .hasMessageContaining("QRT-6048");
    }

    @Test
    void aListIsParsedIntoRules() {
        assertThat(MaskingRules.parse(" amount, iban:last4 ,,*.id"))
                .isEqualTo(new MaskingRules(List.of("amount", "*.id"), List.of("iban:last4"), List.of()));
    }

    private static String masked(String json, String... show) {
        return new PayloadMask(new MaskingRules(List.of(show), List.of(), List.of())).mask(json);
    }
}
