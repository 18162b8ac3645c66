package io.querent.receiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an answer may be, said before anything is stored. */
class OperationAnswerTest {
    private static final Body NO = Body.json("{}");

    @ParameterizedTest
    @ValueSource(strings = {"", "NO FUNDS", "A\nB", "A\u0000", "K\u00fcrzung"})
    void codeOutsideItsFormatIsRefusedWhereItIsNamed(String code) {
        assertRefused(code);
    }

    @Test
    void codeThatIsTooLongIsRefusedWhereItIsNamed() {
        assertRefused("X".repeat(65));
        String longest = "X".repeat(64);
        assertThat(OperationAnswer.refused(longest, NO)).isEqualTo(new OperationAnswer.Refused(longest, NO));
        assertThat(NotDoneException.forGood(longest, NO).errorClass()).isEqualTo(longest);
    }

    private static void assertRefused(String code) {
        assertThatThrownBy(() -> OperationAnswer.refused(code, NO)).hasMessageStartingWith("QRT-9012");
        assertThatThrownBy(() -> NotDoneException.forNow(code, null)).hasMessageStartingWith("QRT-9012");
        assertThatThrownBy(() -> NotDoneException.forGood(code, NO)).hasMessageStartingWith("QRT-9012");
        assertThatThrownBy(() -> new OperationDecision.Verdict.Refuse(code, NO)).hasMessageStartingWith("QRT-9012");
    }

    @Test
    void contentTypeThatCannotBeKeptIsNamed() {
        assertThatThrownBy(() -> new Body("application/x;profile=" + "y".repeat(100), new byte[2]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("content type")
                .hasMessageContaining("100 characters");
        assertThatThrownBy(() -> new Body("text/plain\r\nX: y", new byte[2])).hasMessageContaining("controls");
        assertThatThrownBy(() -> new Body("text/plain", new byte[Body.MOST_BYTES + 1]))
                .hasMessageContaining("bytes");
    }

    @Test
    void headersAreThoseOfTheAnswerInAnyCaseAndBounded() {
        Body made = NO.withHeaders(Map.of("Location", "/debits/1"));
        assertThat(made.headers()).containsEntry("location", "/debits/1");
        assertThat(made)
                .isEqualTo(NO.withHeaders(Map.of("Location", "/debits/1")))
                .isNotEqualTo(NO);
        assertThatThrownBy(() -> made.headers().put("ETag", "1")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> NO.withHeaders(Map.of("Location", "/\r\nSet-Cookie: x")))
                .hasMessageContaining("without controls");
        assertThatThrownBy(() -> NO.withHeaders(Map.of("A:B", "1"))).hasMessageContaining("letters, digits");
        int most = Body.MOST_HEADER_CHARACTERS - "Link".length() - 2;
        assertThat(NO.withHeaders(Map.of("Link", "x".repeat(most))).headers()).hasSize(1);
        assertThatThrownBy(() -> NO.withHeaders(Map.of("Link", "x".repeat(most + 1))))
                .hasMessageContaining("3800");
    }

    @Test
    void whatTheLinesOfHeadersTakeIsCountedToo() {
        Map<String, String> empty = new TreeMap<>();
        for (int i = 0; i < 700; i++) {
            empty.put("x" + (1000 + i), "");
        }
        assertThatThrownBy(() -> NO.withHeaders(empty)).hasMessageContaining("not 4900");
    }

    @Test
    void headersThatDifferInCaseAloneAreRefused() {
        assertThatThrownBy(() -> NO.withHeaders(Map.of("ETag", "1", "etag", "2")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("differ in case alone")
                .hasMessageContaining("etag");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "a\udca9b", "\udca9\ud83d"})
    void halvesOfSurrogatePairsAreRefused(String text) {
        assertThatThrownBy(() -> NO.withHeaders(Map.of("Link", text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lone surrogates");
        assertThatThrownBy(() -> new Body(text, new byte[2])).hasMessageContaining("lone surrogates");
        assertThat(NO.withHeaders(Map.of("Link", "\ud83d\udca9")).headers()).containsEntry("Link", "\ud83d\udca9");
    }
}
