package io.querent.postgres;

/** What Querent needs of a server. */
public enum ServerRequirement {
    /** PostgreSQL 15 or newer. */
    VERSION("QRT-3101", false),
    /** A commit that was confirmed survives a crash of the server: {@code synchronous_commit} is on. */
    SYNCHRONOUS_COMMIT("QRT-3102", true),
    /** Writes are possible: a primary, with transactions that are not read-only. */
    WRITABLE("QRT-3103", false),
    /** What was committed survives a crash of the machine: {@code fsync} and {@code full_page_writes} are on. */
    DURABLE_WRITES("QRT-3104", true),
    /** Every character can be stored: the database's encoding is UTF8. */
    ENCODING("QRT-3105", false);

    private final String code;
    private final boolean waivable;

    ServerRequirement(String code, boolean waivable) {
        this.code = code;
        this.waivable = waivable;
    }

    /** The error code of a server that does not meet it. */
    public String code() {
        return code;
    }

    /** Whether one can do without, knowing that a crash may then lose what was confirmed. */
    public boolean isWaivable() {
        return waivable;
    }
}
