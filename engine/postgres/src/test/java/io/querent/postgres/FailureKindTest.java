package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a failure means is decided by its SQLSTATE and by nothing else. */
class FailureKindTest {
    @ParameterizedTest
    @CsvSource({
        "22021, REFUSED",
        "22001, REFUSED",
        "23514, REFUSED",
        "54000, REFUSED",
        "21000, REFUSED",
        "40001, CONFLICT",
        "40P01, CONFLICT",
        "08006, UNAVAILABLE",
        "57P01, UNAVAILABLE",
        "57014, UNAVAILABLE",
        "53300, UNAVAILABLE",
        "25006, UNAVAILABLE",
        "25P03, UNAVAILABLE",
        "55P03, LOCKED",
        "25P02, ABORTED",
        "28P01, LOGIN_REFUSED",
        "28000, LOGIN_REFUSED",
        "3D000, LOGIN_REFUSED",
        "42P01, UNCLEAR",
        "40003, UNCLEAR",
        "XX001, UNCLEAR"
    })
    void sqlStatesHaveTheirMeaning(String state, FailureKind meaning) {
        assertThat(FailureKind.of(new SQLException("", state))).isEqualTo(meaning);
    }

    @Test
    void whoeverWrapsAnExceptionItsStateCounts() {
        SQLException earlier = new SQLException("deadlock", "40P01");
        SQLException aborted = new SQLException("aborted", "25P02", earlier);

        assertThat(FailureKind.of(new IllegalStateException(aborted))).isEqualTo(FailureKind.ABORTED);
        assertThat(FailureKind.isConflict(new IllegalStateException(aborted)))
                .as("the earlier one, on which somebody went on")
                .isTrue();
        assertThat(FailureKind.of(new IllegalStateException("no failure of the database's")))
                .isEqualTo(FailureKind.UNCLEAR);
    }

    @Test
    void aPoolWithoutAConnectionIsADatabaseThatIsNotAvailable() {
        assertThat(FailureKind.of(new SQLTransientConnectionException("timed out")))
                .isEqualTo(FailureKind.UNAVAILABLE);
    }
}
