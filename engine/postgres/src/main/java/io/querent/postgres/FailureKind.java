package io.querent.postgres;

import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a failed statement, commit or login means for what was to be written. It is decided by the SQLSTATE, whoever has wrapped the
 * exception that carries it.
 */
public enum FailureKind {
    /** The server refuses the data and would again. The transaction is rolled back for certain. */
    REFUSED,
    /** Another transaction was in the way. This one is rolled back for certain; the whole of it may simply run again. */
    CONFLICT,
    /** Another transaction held a lock for longer than a lock_timeout. This one is rolled back for certain; it may run again later. */
    LOCKED,
    /** An earlier statement of the transaction has failed and somebody went on. It can only be rolled back. */
    ABORTED,
    /** The server does not let us in: user, password, or database. It will not until somebody changes something. */
    LOGIN_REFUSED,
    /** The database cannot be reached or will not work for now. Whether a commit happened is not known. */
    UNAVAILABLE,
    /** Anything else: perhaps only one row's fault, perhaps passing. Whether a commit happened is not known. */
    UNCLEAR;

    private static final int DEEPEST_CAUSE = 16;

    /** Cardinality, data, constraint and limit classes of Appendix A of the PostgreSQL manual. */
    private static final Set<String> REFUSING_CLASSES = Set.of("21", "22", "23", "54");

    /** Serialization failure and deadlock. */
    private static final Set<String> CONFLICTING_STATES = Set.of("40001", "40P01");

    private static final String ABORTED_STATE = "25P02";

    /** Invalid authorization, and no such database. */
    private static final Set<String> REFUSED_LOGINS = Set.of("28000", "28P01", "3D000");

    /** Connection, insufficient resources, operator intervention. */
    private static final Set<String> UNAVAILABLE_CLASSES = Set.of("08", "53", "57");

    /** Lock not available: a lock_timeout ended. */
    private static final String LOCKED_STATE = "55P03";

    /** Read-only transaction: a standby, or a primary about to stop being one. */
    private static final Set<String> UNAVAILABLE_STATES = Set.of("25006", "25P03");

    /** Disk full, out of memory, too many connections, read-only transaction: the same to every statement that writes. */
    private static final Set<String> SHORTAGES = Set.of("53000", "53100", "53200", "53300", "25006");

    /**
     * What {@code failure} means. The outermost state counts: the driver gives the failure of an earlier statement as the cause of
     * this one's. A failure of the database's without a state is a pool's or a socket's.
     */
    public static FailureKind of(Throwable failure) {
        if (chain(failure).noneMatch(SQLException.class::isInstance)) {
            return UNCLEAR;
        }
        return states(failure).findFirst().map(FailureKind::ofState).orElse(UNAVAILABLE);
    }

    /** Whether a conflict is anywhere behind {@code failure}, also when a step's code went on after it and something else failed. */
    public static boolean isConflict(Throwable failure) {
        return states(failure).anyMatch(CONFLICTING_STATES::contains);
    }

    /** Whether the server lacks what every transaction needs, or takes no writes: no fault of the statement that met it. */
    public static boolean isShortage(Throwable failure) {
        return states(failure).findFirst().filter(SHORTAGES::contains).isPresent();
    }

    private static FailureKind ofState(String state) {
        String stateClass = state.substring(0, 2);
        if (CONFLICTING_STATES.contains(state)) {
            return CONFLICT;
        } else if (state.equals(ABORTED_STATE)) {
            return ABORTED;
        } else if (state.equals(LOCKED_STATE)) {
            return LOCKED;
        } else if (REFUSED_LOGINS.contains(state)) {
            return LOGIN_REFUSED;
        } else if (REFUSING_CLASSES.contains(stateClass)) {
            return REFUSED;
        } else if (UNAVAILABLE_CLASSES.contains(stateClass) || UNAVAILABLE_STATES.contains(state)) {
            return UNAVAILABLE;
        }
        return UNCLEAR;
    }

    /** Whether nothing of the transaction can have been committed. */
    public boolean isRolledBackForCertain() {
        return this == REFUSED || this == CONFLICT || this == ABORTED || this == LOCKED;
    }

    /** Whether the server takes nothing from us at all, whatever was to be written. */
    boolean isOutage() {
        return this == UNAVAILABLE || this == LOGIN_REFUSED;
    }

    private static Stream<String> states(Throwable failure) {
        return chain(failure)
                .filter(SQLException.class::isInstance)
                .map(each -> ((SQLException) each).getSQLState())
                .filter(state -> state != null && state.length() == 5);
    }

    private static Stream<Throwable> chain(Throwable failure) {
        return Stream.<@Nullable Throwable>iterate(
                        failure, Objects::nonNull, each -> each == null ? null : each.getCause())
                .limit(DEEPEST_CAUSE)
                .map(Objects::requireNonNull);
    }
}
