package io.querent.spring.journal;

import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What SQL states say, whoever has wrapped the exception that carries them. */
final class SqlFailures {
    /** Serialization failure and deadlock: the whole transaction is rolled back and may simply run again. */
    private static final Set<String> CONFLICTS = Set.of("40001", "40P01");

    /** Cardinality, data, constraint and limit classes: the server refuses the data and would again. */
    private static final Set<String> REFUSING_CLASSES = Set.of("21", "22", "23", "54");

    /** An earlier statement of the transaction has failed. */
    private static final String ABORTED_TRANSACTION = "25P02";

    private SqlFailures() {}

    /** Also when the step's code went on after it, and what failed then is told first. */
    static boolean isConflict(Throwable failure) {
        return states(failure).anyMatch(CONFLICTS::contains);
    }

    static boolean isRefusal(Throwable failure) {
        return isOutermost(failure, state -> state.length() == 5 && REFUSING_CLASSES.contains(state.substring(0, 2)));
    }

    static boolean isAbortedTransaction(Throwable failure) {
        return isOutermost(failure, ABORTED_TRANSACTION::equals);
    }

    /** The driver gives the failure of an earlier statement as the cause of this one's. */
    private static boolean isOutermost(Throwable failure, Predicate<String> kind) {
        return states(failure).findFirst().filter(kind).isPresent();
    }

    private static Stream<String> states(Throwable failure) {
        return Stream.<@Nullable Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(SQLException.class::isInstance)
                .map(each -> ((SQLException) each).getSQLState())
                .filter(Objects::nonNull);
    }
}
