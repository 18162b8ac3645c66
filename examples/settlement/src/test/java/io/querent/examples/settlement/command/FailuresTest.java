package io.querent.examples.settlement.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.saga.QuerentException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FailuresTest {
    private static final Path DATA = Path.of("/somewhere/settlement.data");

    @Test
    void aBareConnectExceptionIsToldWithTheDirectoryAndWhatToDo() {
        assertThat(said(new IllegalStateException(new ConnectException()), DATA))
                .contains("directory=" + DATA, "found=ConnectException", "try again in a moment")
                .contains("Logs are in " + DATA);
    }

    @Test
    void whoDoesNotAnswerIsNamedWithItsAddress() {
        CommandFailure failure = CommandFailure.noAnswer(
                "the bank", "http://127.0.0.1:7001/books", new ConnectException(), "see its log");

        assertThat(said(new UncheckedIOException(failure), DATA))
                .contains("the bank does not answer; address=http://127.0.0.1:7001/books, expected=an answer,"
                        + " found=ConnectException; see its log");
    }

    @Test
    void aFileIsNamed() {
        assertThat(said(new UncheckedIOException(new AccessDeniedException("/somewhere/bank.log")), DATA))
                .contains("file=/somewhere/bank.log, found=AccessDeniedException");
    }

    @Test
    void whatTheEngineSaysIsSaidAsItIs() {
        assertThat(said(new IllegalStateException(new QuerentException("QRT-0001", "a; key=b; do c")), null))
                .startsWith("Cannot go on: QRT-0001 a; key=b; do c")
                .doesNotContain("Logs");
    }

    private static String said(Throwable failure, @Nullable Path data) {
        return String.join("\n", Failures.lines(failure, data));
    }
}
