package io.querent.examples.settlement.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.saga.QuerentException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailuresTest {
    @TempDir
    private static Path data;

    @Test
    void aBareConnectExceptionIsToldWithTheDirectoryAndWhatToDo() {
        assertThat(said(new IllegalStateException(new ConnectException()), data))
                .contains("directory=" + data, "found=ConnectException", "try again in a moment")
                .contains("Logs are in " + data);
    }

    @Test
    void whoDoesNotAnswerIsNamedWithItsAddress() {
        CommandFailure failure = CommandFailure.noAnswer(
                "the bank", "http://127.0.0.1:7001/books", new ConnectException(), "see its log");

        assertThat(said(new UncheckedIOException(failure), data))
                .contains("the bank does not answer; address=http://127.0.0.1:7001/books, expected=an answer,"
                        + " found=ConnectException; see its log");
    }

    @Test
    void aFullDiskIsNothingThatTryingAgainWouldMend() {
        assertThat(said(new UncheckedIOException(new IOException("No space left on device")), data))
                .contains("no space left", "directory=" + data, "free some")
                .doesNotContain("try again");
    }

    @Test
    void whereThereIsNoDirectoryNothingIsStoredAndThereAreNoLogs() throws IOException {
        Path file = Files.createFile(data.resolve("file"));
        for (Path none : List.of(data.resolve("nowhere"), file)) {
            assertThat(said(new UncheckedIOException(new AccessDeniedException("/somewhere/bank.log")), none))
                    .contains("Nothing is stored")
                    .doesNotContain("Logs", "go on from");
        }
    }

    @Test
    void aFileIsNamed() {
        assertThat(said(new UncheckedIOException(new AccessDeniedException("/somewhere/bank.log")), data))
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
