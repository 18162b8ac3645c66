package io.querent.examples.payment.faultrun.proxy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PostgresTrafficTest {
    private final PostgresTraffic traffic = new PostgresTraffic();

    @Test
    void aCommitIsFoundByItsTextAndByTheNameItWasPreparedUnder() {
        assertThat(says(startup())).isFalse();
        assertThat(says(message('P', "S_1\0INSERT INTO x VALUES (1)\0"), message('B', "\0S_1\0rest")))
                .isFalse();
        assertThat(says(message('P', "S_2\0COMMIT\0"))).isFalse();
        assertThat(says(message('B', "\0S_1\0"), message('B', "\0S_2\0"), message('S', "")))
                .isTrue();
        assertThat(says(message('B', "\0S_1\0"), message('S', ""))).isFalse();
        assertThat(says(message('Q', "commit\0"))).isTrue();
        assertThat(says(message('P', "S_2\0SELECT 1\0"), message('B', "\0S_2\0")))
                .isFalse();
    }

    @Test
    void aMessageThatComesInPiecesIsFoundWithItsLast() {
        byte[] all = together(startup(), message('P', "S_9\0COMMIT\0"), message('B', "\0S_9\0"));
        for (int at = 0; at < all.length; at++) {
            assertThat(traffic.matters(new byte[] {all[at]}, 1))
                    .as("byte %d", at)
                    .isEqualTo(at == all.length - 1);
        }
    }

    @Test
    void anAnswerEndsWhenTheServerIsReadyOutsideOfATransaction() {
        byte[] idle = {'C', 0, 0, 0, 4, 'Z', 0, 0, 0, 5, 'I'};
        byte[] within = {'Z', 0, 0, 0, 5, 'T'};

        assertThat(traffic.endsAnswer(idle, idle.length)).isTrue();
        assertThat(traffic.endsAnswer(within, within.length)).isFalse();
    }

    private boolean says(byte[]... messages) {
        byte[] all = together(messages);
        return traffic.matters(all, all.length);
    }

    private static byte[] startup() {
        return ByteBuffer.allocate(16).putInt(16).putInt(196_608).array();
    }

    private static byte[] message(char type, String body) {
        byte[] text = body.getBytes(US_ASCII);
        return ByteBuffer.allocate(5 + text.length)
                .put((byte) type)
                .putInt(4 + text.length)
                .put(text)
                .array();
    }

    private static byte[] together(byte[]... messages) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] message : messages) {
            all.writeBytes(message);
        }
        return all.toByteArray();
    }
}
