package io.querent.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.command.Desk.Result;
import io.querent.decision.SagaStatus;
import io.querent.postgres.PostgresEngine;
import io.querent.runtime.SagaHandle;
import io.querent.saga.SagaKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Old history, its archive, and what is held, from the command line, on a real server. */
class RetentionCommandsTest {
    private static final String FILE = "events-2024-03.ndjson.gz";

    @TempDir
    private Path directory;

    private static Desk desk;

    @BeforeAll
    static void open() throws Exception {
        desk = new Desk();
    }

    @AfterAll
    static void close() throws Exception {
        desk.close();
    }

    @Test
    void aMonthIsPlannedRetiredAndReadInItsArchive() throws Exception {
        endedLongAgo("o1", "2024-03");

        Result plan = desk.run("retention", "--keep-history=400d");
        assertThat(plan.exit()).isZero();
        assertThat(plan.out()).contains("2024-03", "WAITING", "none");
        assertThat(desk.run("show", "default:pay:o1").exit()).isZero();

        Result done = desk.run("retention", "--run", "--keep-history=400d", "--archive-directory=" + directory);
        assertThat(done.out()).contains("Retired [2024-03]: 1 sagas archived");
        assertThat(desk.run("show", "default:pay:o1").err()).contains("QRT-3401", FILE);
        assertThat(desk.run("search", "--definition=pay").out()).contains("default:pay:o1");
        assertThat(desk.run("audit", "--action=history-retired").out()).contains("retention on command line of");

        Result verified = offline("archive", "verify", directory.resolve(FILE).toString(), "--json");
        assertThat(verified.exit()).isZero();
        JsonNode summary = Desk.json(verified);
        assertThat(summary.get("sagas").asLong()).isEqualTo(1);
        assertThat(desk.run("show", "default:pay:o1").err())
                .contains(summary.get("sha256").asString());

        Result shown = offline("archive", "show", directory.resolve(FILE).toString(), "default:pay:o1");
        assertThat(shown.out())
                .contains("saga-started", "review-opened", "audit")
                .doesNotContain("\"number\":\"o1\"");
        assertThat(offline("archive", "show", directory.resolve(FILE).toString(), "default:pay:o2")
                        .err())
                .contains("QRT-6102");
    }

    @Test
    void aDamagedFileAndAnotherFileAreRefused() throws Exception {
        endedLongAgo("o3", "2024-05");
        desk.run("retention", "--run", "--keep-history=400d", "--archive-directory=" + directory);
        Path file = directory.resolve("events-2024-05.ndjson.gz");

        Result other = offline("archive", "verify", file.toString(), "--sha256=00");
        assertThat(other.exit()).isEqualTo(ExitCodes.REFUSED);
        assertThat(other.out()).contains("QRT-6101");

        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        Result damaged = offline("archive", "verify", file.toString());
        assertThat(damaged.exit()).isEqualTo(ExitCodes.REFUSED);
        assertThat(damaged.err()).contains("QRT-3402");
        assertThat(offline("archive", "verify", directory.resolve("none").toString())
                        .exit())
                .isEqualTo(ExitCodes.UNAVAILABLE);
    }

    @Test
    void whatIsHeldStaysAndThePlanSaysSo() throws Exception {
        endedLongAgo("o4", "2024-07");

        Result placed = desk.run("hold", "default:pay:o4", "--reason=case 4711", "--operator=ann", "--id=h-1");
        assertThat(placed.out()).contains("Hold 1 is on default:pay:o4");
        assertThat(desk.run("hold", "--definition=pay", "--tenant=default", "--reason=audit")
                        .out())
                .contains("Hold 2 is on default:pay:*");
        assertThat(desk.run("holds").out()).contains("case 4711", "ann", "default:pay:*");
        assertThat(desk.run("retention", "--plan", "--keep-history=400d").out()).contains("HELD=1");
        assertThat(desk.run("audit", "--action=legal-hold-placed").out()).contains("ann", "case 4711");

        assertThat(desk.run("release-hold", "1", "--reason=closed").exit()).isZero();
        assertThat(desk.run("release-hold", "1", "--reason=closed").err()).contains("QRT-3413");
        assertThat(desk.run("retention", "--run", "--keep-history=400d", "--archive-directory=" + directory)
                        .out())
                .contains("0 sagas archived, 1 moved on");
        assertThat(desk.run("show", "default:pay:o4").exit()).isZero();
        desk.run("release-hold", "2", "--reason=closed");
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThat(desk.run("retention").exit()).isEqualTo(ExitCodes.BAD_USAGE);
        assertThat(desk.run("retention", "--keep-history=1d").err()).contains("QRT-3400");
        assertThat(desk.run("retention", "--run", "--keep-history=400d").err()).contains("--archive-directory");
        assertThat(desk.run("retention", "--run", "--plan", "--keep-history=400d")
                        .exit())
                .isEqualTo(ExitCodes.BAD_USAGE);
        assertThat(desk.run("hold", "--reason=x").err()).contains("QRT-3410");
        assertThat(desk.run("hold", "default:pay:o1", "--tenant=default", "--reason=x")
                        .exit())
                .isEqualTo(ExitCodes.BAD_USAGE);
        assertThat(offline("archive").exit()).isEqualTo(ExitCodes.BAD_USAGE);
    }

    private static Result offline(String... arguments) {
        return Desk.run(QuerentCommand.on(new ConnectionOptions()), arguments);
    }

    private void endedLongAgo(String number, String month) throws Exception {
        try (PostgresEngine node = desk.openEngine()) {
            SagaHandle saga = desk.inReview(node, number);
            desk.run(
                    "decide",
                    "abandon",
                    saga.key().toString(),
                    desk.revision(saga.key().toString()),
                    "--reason=written off");
            assertThat(saga.result()
                            .toCompletableFuture()
                            .get(30, TimeUnit.SECONDS)
                            .status())
                    .isEqualTo(SagaStatus.ABANDONED);
        }
        try (Connection connection = desk.connect();
                Statement statement = connection.createStatement()) {
            String day = "timestamp '" + month + "-15 12:00'";
            String where = " WHERE saga_id = '" + SagaKey.of("pay", number).id() + "'";
            statement.execute("SELECT querent.ensure_event_partition(date '" + month + "-01')");
            statement.execute("UPDATE querent.event SET period = querent.event_period(" + day + ")" + where);
            statement.execute("UPDATE querent.saga SET period = querent.event_period(" + day + "), started_at = " + day
                    + ", ended_at = " + day + ", updated_at = " + day + where);
        }
    }
}
