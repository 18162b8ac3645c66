package io.querent.spring.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HouseMessageTest {
    @Test
    void theLastPartIsWhatToDo() {
        HouseMessage message =
                HouseMessage.of("QRT-5001 another program holds the directory; directory=a, found=b; stop it");

        assertThat(message.problem()).isEqualTo("QRT-5001 another program holds the directory; directory=a, found=b");
        assertThat(HouseMessage.sentence(message.action())).isEqualTo("Stop it.");
    }

    @Test
    void aMessageOfOnePartIsGivenWhole() {
        assertThat(HouseMessage.of("QRT-0000 so it is"))
                .isEqualTo(new HouseMessage("QRT-0000 so it is", "QRT-0000 so it is"));
    }
}
