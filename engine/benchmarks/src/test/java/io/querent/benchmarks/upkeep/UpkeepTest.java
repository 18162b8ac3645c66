package io.querent.benchmarks.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.benchmarks.contender.Variant;
import io.querent.benchmarks.growth.Databases;
import io.querent.benchmarks.load.Orders;
import io.querent.benchmarks.server.Meter;
import io.querent.benchmarks.server.Server;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told of tables after a load is what the load did to them. */
class UpkeepTest {
    @Test
    void countsWhatWasWritten() throws Exception {
        try (Server server = Server.start();
                Databases databases = new Databases(server.connect(4));
                Meter meter = new Meter(databases.server().getConnection());
                TrialDatabase trial = new TrialDatabase(databases, 60, Variant.STANDARD)) {
            Trial.Run run = trial.run(1, 8, Duration.ofMillis(200), new Orders("test"), meter);

            Trial ended = trial.end();

            TableState sagas = ended.tables().stream()
                    .filter(table -> table.table().equals("querent.saga"))
                    .findFirst()
                    .orElseThrow();
            assertThat(ended.sagas()).isEqualTo(run.sagas());
            assertThat(sagas.updated()).isGreaterThanOrEqualTo(3 * run.sagas());
            assertThat(sagas.updatedHot()).isBetween(run.sagas(), sagas.updated());
            assertThat(sagas.indexes())
                    .extracting(TableState.IndexState::index)
                    .contains("querent.saga_key", "querent.saga_lease");
            assertThat(UpkeepReport.of(List.of(ended)))
                    .contains("| querent.saga |", "| querent.event |", "| querent.event_key |");
        }
    }
}
