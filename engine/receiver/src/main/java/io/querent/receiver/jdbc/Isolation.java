package io.querent.receiver.jdbc;

/** Isolation level of an operation's transaction. One effect for each key holds at every one; choose what your own statements need. */
public enum Isolation {
    READ_COMMITTED,
    REPEATABLE_READ,
    SERIALIZABLE;

    String sql() {
        return name().replace('_', ' ');
    }
}
