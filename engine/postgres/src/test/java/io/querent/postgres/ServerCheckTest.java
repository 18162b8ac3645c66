package io.querent.postgres;

import static io.querent.postgres.ServerRequirement.SYNCHRONOUS_COMMIT;
import static io.querent.postgres.ServerRequirement.WRITABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.runtime.journal.JournalUnavailableException;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that could lose what it has confirmed is refused, and the refusal says what to do. */
class ServerCheckTest {
    private final TestDatabase database = TestServer.newEmptyDatabase();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aFitServerPasses() {
        assertThat(ServerCheck.require(freshConnections(), Set.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "local"})
    void commitsThatMayBeLostAreRefusedUnlessWaivedByName(String setting) {
        set("synchronous_commit = " + setting);

        assertThatThrownBy(() -> ServerCheck.require(freshConnections(), Set.of()))
                .isInstanceOfSatisfying(UnfitServerException.class, unfit -> {
                    assertThat(unfit.code()).isEqualTo("QRT-3102");
                    assertThat(unfit.action()).contains("synchronous_commit=on");
                });
        assertThat(ServerCheck.require(freshConnections(), Set.of(SYNCHRONOUS_COMMIT)))
                .extracting(ServerCheck.Finding::requirement)
                .containsExactly(SYNCHRONOUS_COMMIT);
    }

    @Test
    void aServerThatTakesNoWritesIsRefusedAndThatCannotBeWaived() {
        set("default_transaction_read_only = on");

        assertThatThrownBy(() -> ServerCheck.require(freshConnections(), Set.of(WRITABLE)))
                .isInstanceOfSatisfying(
                        UnfitServerException.class,
                        unfit -> assertThat(unfit.requirement()).isEqualTo(WRITABLE));
    }

    @Test
    void aServerThatCannotBeReachedIsNotCalledUnfit() {
        try (TestDatabase nowhere = new TestDatabase("nowhere", 1)) {
            assertThatThrownBy(() -> ServerCheck.inspect(nowhere.simple(1)))
                    .isInstanceOf(JournalUnavailableException.class);
        }
    }

    /** A setting of the database's holds for connections that are opened after it. */
    private DataSource freshConnections() {
        return database.simple(database.port());
    }

    private void set(String setting) {
        database.execute("ALTER DATABASE " + database.name() + " SET " + setting);
    }
}
