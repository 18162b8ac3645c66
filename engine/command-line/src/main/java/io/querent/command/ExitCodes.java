package io.querent.command;

/** What a command's exit code says. */
public final class ExitCodes {
    /** Done. */
    public static final int DONE = 0;
    /** The decision was refused, or nothing of that name exists. */
    public static final int REFUSED = 1;
    /** The command line makes no sense; nothing was done. */
    public static final int BAD_USAGE = 2;
    /** The database cannot be reached, or is none of Querent's; nothing is known to have changed. */
    public static final int UNAVAILABLE = 3;
    /** The decision is stored, and no node has carried it out yet. */
    public static final int WAITING = 4;

    private ExitCodes() {}
}
