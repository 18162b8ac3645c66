package io.querent.saga.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.saga.QuerentException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits refuse, and are themselves refused where they could not protect. */
class JsonLimitsTest {
    @Test
    void limitsOfTheCallersChoiceAreKept() {
        byte[] json = "[[1]]".getBytes(UTF_8);

        assertThat(CanonicalJson.canonicalise(json, new JsonLimits(5, 2))).isEqualTo(json);
        assertThatThrownBy(() -> CanonicalJson.canonicalise(json, new JsonLimits(4, 2)))
                .hasMessageStartingWith("QRT-1002 ");
        assertThatThrownBy(() -> CanonicalJson.canonicalise(json, new JsonLimits(5, 1)))
                .hasMessageStartingWith("QRT-1008 ");
    }

    @Test
    void deepestAllowedLimitFitsTheStack() {
        byte[] json = ("[".repeat(512) + "]".repeat(512)).getBytes(UTF_8);

        assertThat(CanonicalJson.canonicalise(json, new JsonLimits(json.length, 512)))
                .isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 64, maxBytes=0, 67108864",
        "67108865, 64, maxBytes=67108865, 67108864",
        "1, 0, maxDepth=0, 512",
        "1, 513, maxDepth=513, 512"
    })
    void limitsThatDoNotProtectAreRefused(int maxBytes, int maxDepth, String found, int largest) {
        assertThatThrownBy(() -> new JsonLimits(maxBytes, maxDepth))
                .isInstanceOf(QuerentException.class)
                .hasMessage("QRT-1018 limit out of range; " + found + ", expected=1 to " + largest
                        + "; choose a limit within the range");
    }
}
