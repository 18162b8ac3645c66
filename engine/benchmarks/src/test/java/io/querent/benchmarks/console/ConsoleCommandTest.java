package io.querent.benchmarks.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.benchmarks.console.ConsoleResults.Measured;
import io.querent.benchmarks.server.Server;
import io.querent.decision.SagaStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The console is asked for everything that it has, by somebody who is signed in, and what it answers is what is stored. */
@Tag("exhaustive")
class ConsoleCommandTest {
    @Test
    void asksForEveryRoomEveryFilterAndTheApi() throws Exception {
        StringWriter told = new StringWriter();
        ConsoleResults results;
        try (Server server = Server.start()) {
            results = ConsoleCommand.measure(
                    server, new ConsoleCommand.Size(2_000, 30, 600, 0, 1), new PrintWriter(told, true));
        }

        assertThat(told.toString()).contains("2,000 sagas", "600 entries");
        assertThat(results.routes()).allSatisfy(route -> {
            assertThat(route.requests()).isEqualTo(1);
            assertThat(route.p95()).isPositive();
        });
        assertThat(results.routes()).extracting(Measured::name).contains("overview", "bulk job", "saga often tried");
        for (SagaStatus status : SagaStatus.values()) {
            assertThat(results.routes()).extracting(Measured::name).contains("sagas by status " + status);
        }
        assertThat(results.routes())
                .extracting(Measured::name)
                .as("pages that only those find who go on from the first")
                .contains("sagas by all, page 4", "sagas by definition, page 4", "API sagas by all, page 4");
        assertThat(results.routes())
                .as("what finds nothing has no rows to show and measures nothing")
                .filteredOn(route -> route.name().matches("sagas by (key|error code|step|attribute|operation key)"))
                .hasSize(5)
                .allSatisfy(
                        route -> assertThat(route.bytes()).isGreaterThan(bytes(results, "sagas by status ABANDONED")));
        assertThat(results.foreign()).isEmpty();
        assertThat(results.assetBytes()).isPositive();
    }

    private static int bytes(ConsoleResults results, String name) {
        return results.routes().stream()
                .filter(route -> route.name().equals(name))
                .findFirst()
                .orElseThrow()
                .bytes();
    }
}
