package io.querent.examples.settlement.command;

import io.querent.examples.payment.command.Causes;
import io.querent.examples.settlement.site.DataDirectory;
import java.io.IOException;
import java.nio.file.Path;

/** What a command needs is not there. The message says what, with its address or file, and what to do. */
final class CommandFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private CommandFailure(String message) {
        super(message);
    }

    private CommandFailure(String message, Throwable cause) {
        super(message, cause);
    }

    static CommandFailure noData(DataDirectory data) {
        return new CommandFailure("there is no data of a run; directory=" + data.root() + ", expected=" + data.service()
                + ", found=none; name the directory with --data, or begin with a day");
    }

    /** Beside a run in progress no second one is begun. */
    static CommandFailure inUse(DataDirectory data) {
        return new CommandFailure("another run holds the directory; directory=" + data.root()
                + ", expected=no other, found=its lock on " + data.hold()
                + "; wait until that run has ended or stop it, or give this one a directory of its own with --data");
    }

    /** A run has the directory and not its database: it is starting or ending, or its service is just being started again. */
    static CommandFailure notAtWork(DataDirectory data) {
        return new CommandFailure("the run in progress is not at work; directory=" + data.root()
                + ", expected=its database in use, found=only its lock on " + data.hold()
                + "; it may be starting or just ending: try again in a moment");
    }

    /** The run that holds the directory has not written down yet where its processes are. */
    static CommandFailure stillStarting(DataDirectory data, Path file, Throwable cause) {
        return new CommandFailure(
                "the run in progress does not say yet where its processes are; directory=" + data.root() + ", expected="
                        + file + ", found=none; try again in a moment",
                cause);
    }

    /** The run that holds the directory does not let anybody join it. */
    static CommandFailure notJoined(DataDirectory data, String address, Throwable cause) {
        return new CommandFailure(
                "the run in progress cannot be joined; directory=" + data.root() + ", address=" + address
                        + ", expected=its database, found=" + Causes.describe(cause)
                        + "; it may be starting or just ending: try again in a moment, when it has ended its data is opened"
                        + " without it",
                cause);
    }

    /** @param remedy what to do beside trying again */
    static CommandFailure noAnswer(String who, String address, Throwable cause, String remedy) {
        return new CommandFailure(
                who + " does not answer; address=" + address + ", expected=an answer, found=" + Causes.describe(cause)
                        + "; " + remedy,
                cause);
    }
}
