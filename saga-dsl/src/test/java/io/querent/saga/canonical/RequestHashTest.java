package io.querent.saga.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("every-java")
class RequestHashTest {
    private static final String HEX = "0123456789abcdef".repeat(4);

    /**
     * Hashes that rows out there carry. If one of these fails, the code is wrong, never the table: add a hash version.
     * They were computed apart from this code, as sha256("querent-request-hash:v1\n" + canonical form).
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            null | v1:a274b8064fbf009bf343ec07f4c60183fd6911c076c58cf182a8db95c4a80dcb
            {} | v1:3c381fdbd4c07762878edc689e33ee2f00b27cbecb882ba053969aaf42044354
            [] | v1:0337ebc46f4933dc9dcd2e949a1c5639ded3a975ab15121c1f1408268f66c140
            "" | v1:bca84fee1842ce1f247f5ef3eb11294eadc7e479bca57e77c1a588ce0c6f84f1
            0 | v1:e3909cd53a07eee7d1ddebe9500ece82e817c0321bb5a744f34ba672fa51addc
            -0.00 | v1:e3909cd53a07eee7d1ddebe9500ece82e817c0321bb5a744f34ba672fa51addc
            1.00 | v1:77715c435bee3a9330311888ede6760a8307738c023e98d8e94fed6c7ec51c2b
            "1.00" | v1:91d1f4a53bf041b97e7f00c8e853536908ea113fb80823029345493ae2d5487a
            true | v1:31697e341118f9bd2232f40aa39f7a3a2867a0f316ecda121f40bd84d78bf541
            [1,null,"a"] | v1:a855f69d48627137913c6853020ee0e1dd6f9afcd7a48a6499c3c2a42263d9f1
            {"amount":100.00,"currency":"EUR","account":"DE02120300000000202051"} | v1:fd926c35ea01684acc434651e2837f3a4dbab91b52fc5d3cf269a8d5c5c65418
            {"account":"DE02120300000000202051","currency":"EUR","memo":null,"amount":1e2} | v1:fd926c35ea01684acc434651e2837f3a4dbab91b52fc5d3cf269a8d5c5c65418
            {"amount":120.00,"currency":"EUR","account":"DE02120300000000202051"} | v1:c69f74b68a544e082bc133bec19aded9f0e7ace99b56a752df28c9ca33e50c3e
            {"amount":-0.05,"rate":1.0801,"minor":9007199254740993} | v1:15af35dbfc9126f2ea65ef9ef03e8c31a70450a54eb2c339c40a6dba73d1f2b4
            {"name":"Jos\\u00e9","note":"line\\none \\"two\\" \\\\ \\/"} | v1:e50bdddb32fb8363a2ea277249f3fe9439614a7e3fa8e3e77a38afd90a83218a
            {"name":"Jose\\u0301","note":"line\\u000aone \\u0022two\\u0022 \\u005c /"} | v1:e50bdddb32fb8363a2ea277249f3fe9439614a7e3fa8e3e77a38afd90a83218a
            {"lines":[{"sku":"b","n":2},{"n":1.50,"sku":"a"}],"to":{"z":true,"a":false}} | v1:8ad3855d39a9827238f5ae145948c7cbf066f1eed3077b526e211d54a8284834
            {"\\ud83d\\ude00":1,"\\uff21":2,"\\ud83d":3} | v1:b6d632f3cf411176aa58631809083a96ac9a18769d270566d087c2393e8bf5ba
            "ab\\u0000c\\udfff" | v1:bd97d66099ccb0a59f7a0296fd8ec94694b69e854c3775595ffaa0c62e6fb8cf
            "a\\u0315\\u1ace" | v1:65026830a70d0457ade787f63129dc232d88f5c5d41df4a43dbea1c661b76bc3
            """)
    void versionOneIsFrozen(String json, String hash) {
        assertThat(RequestHash.of(bytes(json))).hasToString(hash);
        assertThat(RequestHash.parse(hash).matches(bytes(json))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.00", "1", "1e0", "10E-1"})
    void honestRetryInAnotherSpellingMatches(String amount) {
        RequestHash stored = RequestHash.of(bytes("{\"order\":\"123\",\"amount\":1.0,\"currency\":\"EUR\"}"));

        assertThat(stored.matches(
                        bytes("{\"memo\":null, \"currency\":\"EUR\", \"amount\":" + amount + ", \"order\":\"123\"}")))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.01", "\"1.0\"", "-1.0", "10", "[1.0]", "true"})
    void changedAmountDoesNotMatch(String amount) {
        RequestHash stored = RequestHash.of(bytes("{\"amount\":1.0}"));

        assertThat(stored.matches(bytes("{\"amount\":" + amount + "}"))).isFalse();
    }

    @Test
    void duplicateMemberIsRefusedAndNeverCompared() {
        RequestHash stored = RequestHash.of(bytes("{\"amount\":10}"));

        assertThatThrownBy(() -> stored.matches(bytes("{\"amount\":10,\"amount\":1000}")))
                .isInstanceOf(CanonicalJsonException.class)
                .hasMessageStartingWith("QRT-1009 ");
    }

    @Test
    void textFormIsReadBack() {
        RequestHash hash = RequestHash.of(bytes("{}"));

        assertThat(RequestHash.parse(hash.toString())).isEqualTo(hash);
        assertThat(hash.version()).isEqualTo(1);
        assertThat(hash.toString()).isEqualTo("v1:" + hash.hex());
    }

    @Test
    void hashOfANewerReleaseCanBeHeldButNotCompared() {
        RequestHash newer = RequestHash.parse("v7:" + HEX);

        assertThat(newer.version()).isEqualTo(7);
        assertThatThrownBy(() -> newer.matches(bytes("{}")))
                .isInstanceOfSatisfying(
                        RequestHashException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo("QRT-1017"))
                .hasMessage("QRT-1017 request hash of an unknown version; expected=one of [1], found=7; "
                        + "run a release that knows this version; a newer one wrote the hash");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "v1:",
                "v1",
                "1:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                "v0:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                "v01:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                "v-1:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                "v1234567890:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                "v1:0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef",
                "v1:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde",
                "v1:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0",
                " v1:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                "v1:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n"
            })
    void textThatIsNoHashIsRefused(String text) {
        assertThatThrownBy(() -> RequestHash.parse(text))
                .isInstanceOfSatisfying(
                        RequestHashException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo("QRT-1016"));
    }

    @Test
    void refusedTextIsQuotedShortAndHarmless() {
        assertThatThrownBy(() -> RequestHash.parse("v1\r\n" + "x".repeat(100)))
                .hasMessage("QRT-1016 not a request hash; expected=v<version>:<64 lower-case hexadecimal digits>, "
                        + "found='v1\\u000d\\u000a" + "x".repeat(36)
                        + "...'; pass the text of a RequestHash, unchanged");
    }

    @Test
    void partsThatAreNoHashAreRefused() {
        assertThatThrownBy(() -> new RequestHash(0, HEX)).hasMessageStartingWith("QRT-1016 ");
        assertThatThrownBy(() -> new RequestHash(1_000_000_000, HEX)).hasMessageStartingWith("QRT-1016 ");
        assertThatThrownBy(() -> new RequestHash(1, HEX.toUpperCase(Locale.ROOT)))
                .hasMessageStartingWith("QRT-1016 ");
    }

    private static byte[] bytes(String json) {
        return json.getBytes(UTF_8);
    }
}
