package io.querent.axon;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaStatus;
import io.querent.decision.history.SagaHistory;
import io.querent.postgres.PostgresEventLog;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.journal.SagaRow;
import io.querent.saga.SagaKey;
import java.util.Optional;
import javax.sql.DataSource;
import org.axonframework.messaging.responsetypes.ResponseTypes;
import org.axonframework.queryhandling.QueryGateway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SagaQueriesTest {
    private final DataSource database = TestDatabase.emptied();
    private final PostgresJournal journal = new PostgresJournal(database);
    private final Owner owner = new Owner(journal);
    private final QuerentAxonConfiguration axon = QuerentAxonConfiguration.of(
            journal, new PostgresEventLog(database), Payments.DEFINITIONS, EventSubscribers.NONE, AxonSettings.DEFAULT);

    @BeforeEach
    void start() {
        axon.start();
    }

    @AfterEach
    void close() {
        axon.close();
        journal.close();
    }

    @Test
    void theHistoryOfASagaIsReadFromTheJournal() {
        SagaKey key = owner.complete("1");

        Optional<SagaHistory> history = history(key);

        assertThat(history).hasValueSatisfying(found -> {
            assertThat(found.status()).isEqualTo(SagaStatus.COMPLETED);
            assertThat(found.operations()).hasSize(2);
        });
    }

    @Test
    void theRowOfASagaSaysWhereItStands() {
        SagaKey key = owner.unknown("1");

        assertThat(row(key)).isEqualTo(journal.findRow(key.id())).isPresent();
    }

    @Test
    void aSagaThatDoesNotExistIsNotFound() {
        assertThat(history(Payments.key("none"))).isEmpty();
        assertThat(row(Payments.key("none"))).isEmpty();
    }

    private Optional<SagaHistory> history(SagaKey key) {
        return gateway()
                .query(new SagaQueries.FindSagaHistory(key), ResponseTypes.optionalInstanceOf(SagaHistory.class))
                .join();
    }

    private Optional<SagaRow> row(SagaKey key) {
        return gateway()
                .query(new SagaQueries.FindSagaRow(key), ResponseTypes.optionalInstanceOf(SagaRow.class))
                .join();
    }

    private QueryGateway gateway() {
        return axon.queryGateway();
    }
}
