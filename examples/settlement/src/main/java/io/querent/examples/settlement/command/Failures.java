package io.querent.examples.settlement.command;

import io.querent.examples.payment.command.Causes;
import io.querent.saga.QuerentException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why a command cannot go on, for people. */
final class Failures {
    private Failures() {}

    /**
     * What happened, with which address or file, and what to do.
     *
     * @param data the run's directory; null where the command has none
     */
    static List<String> lines(Throwable failure, @Nullable Path data) {
        String where =
                data == null ? "" : "; directory=" + data.toAbsolutePath().normalize();
        String first = "Cannot go on: " + words(failure, where);
        if (data != null && !Files.isDirectory(data)) {
            return List.of(first, "Nothing is stored there: it is no directory.");
        }
        return List.of(
                first,
                "What is stored stays as it is: run the same command again to go on from it"
                        + (data == null
                                ? "."
                                : ". Logs are in " + data.toAbsolutePath().normalize() + "."));
    }

    private static String words(Throwable failure, String where) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CommandFailure || cause instanceof QuerentException) {
                return String.valueOf(cause.getMessage());
            } else if (isDiskFull(cause)) {
                return "there is no space left to write to" + where + ", found=" + Causes.describe(cause)
                        + "; free some, or name a directory on another disk";
            } else if (cause instanceof FileSystemException file) {
                return "a file cannot be read or written; file=" + file.getFile() + ", found="
                        + file.getClass().getSimpleName() + reason(file) + "; see that it is there and may be used";
            }
        }
        return "something that it needs did not work" + where + ", found=" + Causes.describe(failure)
                + "; a process of a run that is starting or ending answers later or not at all: try again in a moment";
    }

    /** The system's own words: Java has no class for it. */
    private static boolean isDiskFull(Throwable cause) {
        return cause instanceof IOException
                && String.valueOf(cause.getMessage()).contains("No space left on device");
    }

    private static String reason(FileSystemException file) {
        return file.getReason() == null ? "" : ": " + file.getReason();
    }
}
