package io.querent.examples.payment.faultrun.site;

import java.io.IOException;
import java.time.Duration;

/** Signals that Java cannot send itself. */
final class Signals {
    /** A shell of its own, so that the process goes on even if this one is killed in between. */
    private static final String STOP_FOR_A_WHILE = "kill -STOP \"$1\" && sleep \"$2\"; kill -CONT \"$1\"";

    private Signals() {}

    /**
     * Stops a process with SIGSTOP and lets it go on after {@code length}.
     *
     * @return the shell that does it; it ends when the process goes on
     */
    static Process stopFor(ProcessHandle process, Duration length) throws IOException {
        return new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        STOP_FOR_A_WHILE,
                        "stop",
                        Long.toString(process.pid()),
                        Double.toString(length.toMillis() / 1000.0))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
