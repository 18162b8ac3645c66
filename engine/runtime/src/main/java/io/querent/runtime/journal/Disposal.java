package io.querent.runtime.journal;

/** What becomes of a month of history whose time is over. */
public enum Disposal {
    /** It is written to an archive file, which is read back and checked, and then dropped. */
    ARCHIVE,
    /** Its table is taken out of the log and left in the schema {@code querent_archive}, for whoever operates the database. */
    DETACH,
    /** It is dropped, and nothing of it is left. */
    DROP
}
