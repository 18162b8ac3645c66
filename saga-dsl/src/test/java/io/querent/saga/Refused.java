package io.querent.saga;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What a refusal must look like: its type, its stable code and its whole message. */
final class Refused {
    private Refused() {}

    static void definition(String code, String message, ThrowingCallable attempt) {
        refused(SagaDefinitionException.class, code, message, attempt);
    }

    static void key(String code, String message, ThrowingCallable attempt) {
        refused(InvalidKeyException.class, code, message, attempt);
    }

    private static void refused(
            Class<? extends QuerentException> type, String code, String message, ThrowingCallable attempt) {
        assertThatThrownBy(attempt)
                .isInstanceOf(type)
                .hasMessage(code + " " + message)
                .extracting(thrown -> ((QuerentException) thrown).code())
                .isEqualTo(code);
    }
}
