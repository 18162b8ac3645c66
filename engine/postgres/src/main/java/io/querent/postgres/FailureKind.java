package io.querent.postgres;

import java.sql.SQLException;
import java.util.Set;

/** What a failed statement or commit means for what was to be written. */
enum FailureKind {
    /** The server refuses the data and would again. The transaction is rolled back for certain. */
    REFUSED,
    /** Another transaction was in the way. This one is rolled back for certain; the whole of it may simply run again. */
    CONFLICT,
    /** The database cannot be reached or will not work for now. Whether a commit happened is not known. */
    UNAVAILABLE,
    /** Anything else: perhaps only one row's fault, perhaps passing. Whether a commit happened is not known. */
    UNCLEAR;

    /** Cardinality, data, constraint and limit classes of Appendix A of the PostgreSQL manual. */
    private static final Set<String> REFUSING_CLASSES = Set.of("21", "22", "23", "54");

    /** Serialization failure and deadlock. */
    private static final Set<String> CONFLICTING_STATES = Set.of("40001", "40P01");

    /** Connection, insufficient resources, operator intervention. */
    private static final Set<String> UNAVAILABLE_CLASSES = Set.of("08", "53", "57");

    /** Read-only transaction: a standby, or a primary about to stop being one. Lock not available: a lock_timeout ended. */
    private static final Set<String> UNAVAILABLE_STATES = Set.of("25006", "25P03", "55P03");

    static FailureKind of(SQLException failure) {
        String state = failure.getSQLState();
        if (state == null || state.length() != 5) {
            return UNAVAILABLE;
        }
        String stateClass = state.substring(0, 2);
        if (CONFLICTING_STATES.contains(state)) {
            return CONFLICT;
        } else if (REFUSING_CLASSES.contains(stateClass)) {
            return REFUSED;
        } else if (UNAVAILABLE_CLASSES.contains(stateClass) || UNAVAILABLE_STATES.contains(state)) {
            return UNAVAILABLE;
        }
        return UNCLEAR;
    }

    /** Whether nothing of the transaction can have been committed. */
    boolean isRolledBackForCertain() {
        return this == REFUSED || this == CONFLICT;
    }
}
