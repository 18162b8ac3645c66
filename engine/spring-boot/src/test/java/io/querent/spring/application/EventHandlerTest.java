package io.querent.spring.application;

import static io.querent.spring.testing.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.spring.axon.AxonShell;
import io.querent.spring.testing.EndedSagas;
import io.querent.spring.testing.PaymentNode;
import io.querent.spring.testing.TestPostgres;
import java.sql.SQLException;
import java.util.List;
import org.axonframework.eventhandling.StreamingEventProcessor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The application's own {@code @EventHandler} beans. */
class EventHandlerTest {
    private List<String> properties;
    private PaymentNode node;

    @BeforeEach
    void start() throws SQLException {
        TestPostgres.Database database = TestPostgres.newDatabase();
        database.execute(EndedSagas.TABLE);
        properties = database.properties();
        node = PaymentNode.start(properties, EndedSagas.class);
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aHandlerIsToldWhatHappens() throws Exception {
        node.paid("p-1", "10.00");
        node.paid("p-2", "10.00");

        awaitRows("default:payment:p-1", "default:payment:p-2");
    }

    @Test
    void whatAFailedHandlerWroteIsNotThereAndItIsToldAgain() throws Exception {
        node.bean(EndedSagas.Projection.class).fail(1);

        node.paid("p-1", "10.00");

        awaitRows("default:payment:p-1");
    }

    @Test
    void aHandlerGoesOnWhereItWasAfterARestart() throws Exception {
        node.paid("p-1", "10.00");
        awaitRows("default:payment:p-1");
        node.close();
        node = PaymentNode.start(properties, EndedSagas.class);

        node.paid("p-2", "10.00");

        // Told of p-1 again, it would fail on the primary key and never come to p-2.
        awaitRows("default:payment:p-1", "default:payment:p-2");
    }

    @Test
    void aHandlerCanBeToldEverythingAgain() throws Exception {
        node.paid("p-1", "10.00");
        node.paid("p-2", "10.00");
        awaitRows("default:payment:p-1", "default:payment:p-2");
        StreamingEventProcessor processor = node.bean(AxonShell.class)
                .running()
                .configuration()
                .eventProcessingConfiguration()
                .eventProcessor("ended-sagas", StreamingEventProcessor.class)
                .orElseThrow();

        processor.shutDown();
        processor.resetTokens();
        processor.start();
        node.paid("p-3", "10.00");

        awaitRows("default:payment:p-1", "default:payment:p-2", "default:payment:p-3");
    }

    @Test
    void theEngineAndTheHandlersOutliveAPause() throws Exception {
        node.paid("p-1", "10.00");
        awaitRows("default:payment:p-1");

        node.context().stop();
        node.context().start();
        node.paid("p-2", "10.00");

        awaitRows("default:payment:p-1", "default:payment:p-2");
    }

    private void awaitRows(String... sagas) {
        await().untilAsserted(() ->
                assertThat(node.bean(EndedSagas.Projection.class).sagas()).containsExactly(sagas));
    }
}
