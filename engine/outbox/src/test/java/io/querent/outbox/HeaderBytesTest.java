package io.querent.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Headers come back as they were, whatever bytes they hold. */
class HeaderBytesTest {
    @Test
    void headersComeBackInTheirOrderWithTheirBytes() {
        List<MessageHeader> headers = List.of(
                new MessageHeader("trace", new byte[] {0, -1, 127}),
                MessageHeader.of("trace", "again"),
                new MessageHeader("ü", new byte[0]));

        assertThat(HeaderBytes.decode(HeaderBytes.encode(headers))).isEqualTo(headers);
    }

    @Test
    void noneIsNoColumn() {
        assertThat(HeaderBytes.encode(List.of())).isNull();
        assertThat(HeaderBytes.decode(null)).isEmpty();
    }

    @Test
    void damagedBytesAreNotTakenForHeaders() {
        byte[] bytes = HeaderBytes.encode(List.of(MessageHeader.of("trace", "again")));

        assertThatThrownBy(() -> HeaderBytes.decode(Arrays.copyOf(bytes, 10))).isInstanceOf(UncheckedIOException.class);
    }
}
