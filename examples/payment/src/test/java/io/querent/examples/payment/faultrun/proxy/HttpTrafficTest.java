package io.querent.examples.payment.faultrun.proxy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpTrafficTest {
    private final HttpTraffic traffic = new HttpTraffic();

    /** A client that is stopped between head and body has not sent its request, whatever has arrived of it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /transfers HTTP/1.1\r\nContent-Length: 13\r\nHost: bank\r\n\r\n{\"amount\":10}",
                "POST /transfers HTTP/1.1\r\nhost: bank\r\ncontent-length:0\r\n\r\n",
                "GET /transfers/1 HTTP/1.1\r\nHost: bank\r\n\r\n"
            })
    void aRequestIsWholeWithItsLastByteAndNotBefore(String request) {
        byte[] bytes = request.getBytes(US_ASCII);

        for (int length = 1; length < bytes.length; length++) {
            assertThat(traffic.isWhole(bytes, length))
                    .as("with %d of %d bytes", length, bytes.length)
                    .isFalse();
        }
        assertThat(traffic.isWhole(bytes, bytes.length)).isTrue();
    }

    @Test
    void whatIsAskedDoesNotMatter() {
        byte[] question = "GET /transfers/1 HTTP/1.1\r\n\r\n".getBytes(US_ASCII);
        byte[] order = "POST /transfers HTTP/1.1\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII);

        assertThat(traffic.matters(question, question.length)).isFalse();
        assertThat(traffic.matters(order, order.length)).isTrue();
    }
}
