package io.querent.receiver.jdbc;

import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** For the receiver's own packages: what a failure means, decided by the SQLSTATE of whoever has wrapped the exception that carries it. */
public final class SqlFailure {
    private static final int DEEPEST_CAUSE = 16;

    /** Serialization failure and deadlock. */
    private static final Set<String> CONFLICTS = Set.of("40001", "40P01");

    private static final String LOCK_TIMEOUT = "55P03";
    private static final String NO_TABLE = "42P01";

    /** Data, constraint, transaction-rollback, aborted-transaction and limit classes: the server has said no and rolled back. */
    private static final Set<String> ROLLED_BACK = Set.of("21", "22", "23", "25", "40", "54");

    /** Of class 40, but outcome not known. */
    private static final String COMPLETION_UNKNOWN = "40003";

    private SqlFailure() {}

    /** Whether the whole transaction may simply run again. */
    public static boolean isConflict(Throwable failure) {
        return states(failure).anyMatch(CONFLICTS::contains);
    }

    /** Whether another transaction held a lock for longer than we wait. */
    public static boolean isLockTimeout(Throwable failure) {
        return state(failure).filter(LOCK_TIMEOUT::equals).isPresent();
    }

    /** Whether a table is not there, or not the partition that it was, any more. */
    static boolean isNoTable(Throwable failure) {
        return state(failure).filter(NO_TABLE::equals).isPresent();
    }

    /** Whether the database is what failed, be it a pool or a socket without a state. */
    public static boolean isDatabase(Throwable failure) {
        return chain(failure).anyMatch(SQLException.class::isInstance);
    }

    /** Whether a failed commit has left nothing for certain. */
    public static boolean isRolledBack(Throwable failedCommit) {
        return failedCommit instanceof NothingCommittedException
                || state(failedCommit)
                        .filter(state ->
                                ROLLED_BACK.contains(state.substring(0, 2)) && !state.equals(COMPLETION_UNKNOWN))
                        .isPresent();
    }

    /** Outermost state: the driver gives the failure of an earlier statement as the cause of this one's. */
    static Optional<String> state(Throwable failure) {
        return states(failure).findFirst();
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
