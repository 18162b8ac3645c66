package io.querent.command;

/** What a command's exit code says. */
public final class ExitCodes {
    /** Done. */
    public static final int DONE = 0;
    /** It was refused, a check failed, or nothing of that name exists. */
    public static final int REFUSED = 1;
    /** The command line makes no sense; nothing was done. */
    public static final int BAD_USAGE = 2;
    /** The database cannot be reached, or is none of Querent's; nothing is known to have changed. */
    public static final int UNAVAILABLE = 3;
    /** It is accepted, and what comes of it is not known yet: not carried out, still running, or still unknown. */
    public static final int WAITING = 4;

    private ExitCodes() {}
}
