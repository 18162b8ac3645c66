package io.querent.receiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.saga.canonical.RequestHash;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused at the door. */
class OperationRequestTest {
    private static final byte[] JSON = "{\"secret\":\"4111111111111111\"}".getBytes(StandardCharsets.UTF_8);

    static Stream<String> hostileKeys() {
        return Stream.of(
                "",
                "a".repeat(201),
                "a".repeat(1 << 20),
                "a\r\nX-Evil: 1",
                "'; drop table",
                "../",
                "a b",
                "a\0b",
                "ключ",
                "a|b");
    }

    @ParameterizedTest
    @MethodSource("hostileKeys")
    void keyOutsideTheFormatIsRefusedWithoutBeingRepeated(String key) {
        assertThatThrownBy(() -> OperationRequest.of("shop", key, JSON))
                .isInstanceOf(ReceiverException.class)
                .hasMessageStartingWith("QRT-9001")
                .satisfies(failure -> assertThat(failure.getMessage().length()).isLessThan(300));
        assertThatThrownBy(() -> OperationRequest.of(key, "k", JSON)).hasMessageStartingWith("QRT-9001");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 128, 129, 200})
    void keyWithinTheFormatIsTaken(int length) {
        assertThat(OperationRequest.of("shop", "k".repeat(length), JSON).key()).hasSize(length);
    }

    @Test
    void duplicateMemberIsRefused() {
        byte[] twice = "{\"amount\":10,\"amount\":1000}".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> OperationRequest.of("shop", "k", twice)).hasMessageStartingWith("QRT-1009");
    }

    @Test
    void parametersAreNotShown() {
        assertThat(OperationRequest.of("shop", "k", JSON).toString()).doesNotContain("4111");
    }

    @Test
    void hashOfAnotherVersionIsComparedByItOrNotAtAll() {
        RequestHash newer = new RequestHash(99, RequestHash.of(JSON).hex());
        assertThatThrownBy(() -> OperationRequest.of("shop", "k", JSON).asksForTheSameAs(newer))
                .hasMessageStartingWith("QRT-1017");
        OperationRequest hashOnly = new OperationRequest("shop", "k", RequestHash.of(JSON), List.of());
        assertThatThrownBy(() -> hashOnly.asksForTheSameAs(newer)).hasMessageStartingWith("QRT-9011");
    }
}
