package io.querent.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.runtime.codec.PayloadCodec.PayloadException;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class PayloadCodecTest {
    private final PayloadCodec codec = new PayloadCodec();

    record Money(BigDecimal amount, String memo) {}

    @Test
    void amountsAreExactAndKeepTheirScale() {
        String json = codec.write("money", new Money(new BigDecimal("12345678901234567890.10"), "m"));

        assertThat(json).contains("12345678901234567890.10");
        assertThat(codec.read("money", json, Money.class).amount())
                .isEqualTo(new BigDecimal("12345678901234567890.10"));
    }

    @Test
    void aPayloadThatIsTooLargeIsRefusedWithItsSize() {
        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() ->
                        codec.write("input of saga x", new Money(BigDecimal.ONE, "m".repeat(PayloadCodec.LONGEST))))
                .withMessageContaining("QRT-3021")
                .withMessageContaining("input of saga x");
    }

    @Test
    void aDuplicateMemberIsRefused() {
        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> codec.read("money", "{\"amount\":10,\"amount\":1000,\"memo\":\"m\"}", Money.class))
                .withMessageContaining("QRT-3022");
    }

    @Test
    void aNulIsRefusedInInputsOnly() {
        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> codec.writeInput("input", new Money(BigDecimal.ONE, "a\u0000")))
                .withMessageContaining("QRT-3023");
        assertThat(codec.writeInput("input", new Money(BigDecimal.ONE, "a\\u0000")))
                .contains("a\\\\u0000");
        assertThat(codec.write("result", new Money(BigDecimal.ONE, "a\u0000"))).contains("a\\u0000");
    }

    @Test
    void aLoneSurrogateIsEscapedAndReadBack() {
        String json = codec.write("money", new Money(BigDecimal.ONE, "a\ud800b\ud83d\ude00"));

        assertThat(json).contains("\\ud800").contains("\ud83d\ude00");
        assertThat(codec.read("money", json, Money.class).memo()).isEqualTo("a\ud800b\ud83d\ude00");
    }
}
