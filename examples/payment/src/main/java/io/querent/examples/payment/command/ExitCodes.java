package io.querent.examples.payment.command;

/** What a command's exit code says. */
public final class ExitCodes {
    /** All is well. */
    public static final int CLEAN = 0;
    /** The cross-check found something wrong in the books. */
    public static final int WRONG_BOOKS = 1;
    /** The command line or the order file makes no sense; nothing was done. */
    public static final int BAD_USAGE = 2;
    /** Payments wait for a person, or did not end in time. */
    public static final int UNSETTLED = 3;
    /** The database or the bank could not be started or was lost; run again to go on. */
    public static final int CANNOT_RUN = 4;

    private ExitCodes() {}
}
