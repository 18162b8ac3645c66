package io.querent.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** What is written down of failures, and what a log shows of them. */
class FailureTextTest {
    private static final Throwable FAILURE =
            new IllegalStateException("outer", new IllegalArgumentException("amount 4711 of alice"));

    @Test
    void causesAreNamedAndTheTextIsBounded() {
        assertThat(FailureText.of(FAILURE))
                .isEqualTo("java.lang.IllegalStateException: outer; caused by java.lang.IllegalArgumentException:"
                        + " amount 4711 of alice");
        assertThat(FailureText.of(new IllegalStateException("x".repeat(5_000)))).hasSize(1_000);
    }

    @Test
    void aRowThatTheDatabaseQuotesIsLeftOut() {
        assertThat(FailureText.of(new IllegalStateException("null value; Failing row contains (alice, 4711)")))
                .doesNotContain("alice");
    }

    @Test
    void withoutAMaskALogShowsClassesAndPlacesAndNoMessage() {
        StringWriter text = new StringWriter();
        FailureMask.WITHOUT_MESSAGES.of(FAILURE).printStackTrace(new PrintWriter(text, true));

        assertThat(text.toString())
                .contains("IllegalStateException", "IllegalArgumentException", "FailureTextTest")
                .doesNotContain("alice", "outer");
        assertThat(FailureMask.WITHOUT_MESSAGES.text("amount of alice")).doesNotContain("alice");
    }
}
