package io.querent.runtime.masking;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MaskedFailureTest {
    @Test
    void aLogSeesWhereItWasThrownAndNoPayload() {
        Exception failure = new IllegalStateException(
                "bank said {\"name\":\"John\"}", new IllegalArgumentException("no int: \"4111111111111111\""));
        StringWriter printed = new StringWriter();
        MaskedFailure.of(failure).printStackTrace(new PrintWriter(printed, true));
        assertThat(printed.toString())
                .startsWith("java.lang.IllegalStateException: bank said {\"name\":\"•••\"}")
                .contains("Caused by: java.lang.IllegalArgumentException: no int: \"•••\"", "MaskedFailureTest.java")
                .doesNotContain("John", "4111");
    }

    @Test
    void failuresThatCauseEachOtherEnd() {
        Exception one = new Exception("one");
        one.initCause(new Exception("other", one));
        assertThat(MaskedFailure.of(one)).hasMessage("java.lang.Exception: one");
    }
}
