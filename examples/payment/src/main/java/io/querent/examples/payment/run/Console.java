package io.querent.examples.payment.run;

import io.querent.examples.payment.run.PaymentWatch.Standings;
import java.io.PrintStream;
import java.util.function.Consumer;

/** What the user sees while the example runs: lines, and progress that does not get in their way. Thread-safe. */
public final class Console {
    /** Goes to the beginning of the line and clears it: the progress bar draws itself anew within a fraction of a second. */
    private static final String CLEAR_LINE = "\r\u001B[K";

    private final PrintStream out;
    private final PrintStream err;
    private final boolean isTerminal;

    /** @param isTerminal whether a person watches, so that a moving bar makes sense */
    public Console(PrintStream out, PrintStream err, boolean isTerminal) {
        this.out = out;
        this.err = err;
        this.isTerminal = isTerminal;
    }

    /** The process's own console. */
    @SuppressWarnings("SystemOut")
    public static Console ofProcess() {
        return new Console(System.out, System.err, hasTerminal());
    }

    /** Prints a line of the result. */
    public synchronized void line(String line) {
        out.println(line);
        out.flush();
    }

    /** Prints something that the user should know. */
    public synchronized void notice(String line) {
        err.println((isTerminal ? CLEAR_LINE : "") + line);
        err.flush();
    }

    /** Begins to show progress towards {@code total} payments. */
    public Progress progress(long total) {
        return progress(total, "payments");
    }

    /** Begins to show progress towards {@code total} of what is called so. */
    public Progress progress(long total, String what) {
        return isTerminal ? new BarProgress(err, total, what) : new LineProgress(this::notice, total, what);
    }

    /** Progress of a run. */
    public interface Progress extends Consumer<Standings>, AutoCloseable {
        @Override
        void close();
    }

    /** From Java 22 on there is a console without a terminal as well, and a method of that version tells. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean hasTerminal() {
        java.io.Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException olderPlatform) {
            return true;
        }
    }
}
