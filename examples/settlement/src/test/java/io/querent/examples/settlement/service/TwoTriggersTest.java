package io.querent.examples.settlement.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.access.DatabaseAccess;
import io.querent.examples.settlement.saga.Settlement;
import io.querent.runtime.SagaEngine;
import io.querent.saga.SagaKey;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two processes of the service, one database, one schedule. */
class TwoTriggersTest {
    @TempDir
    private Path directory;

    @Test
    @Timeout(180)
    void twoProcessesThatAskAtOnceBeginEachSettlementOnceAndKeepTheirOwnExecutions() throws Exception {
        try (RunningSettlement service = RunningSettlement.start(
                new ServiceDatabase.Own(directory.resolve("service")),
                directory.resolve("service.log"),
                TriggerProcess.nowhere(directory),
                null)) {
            EmbeddedPostgresServer database = service.database();
            Path access = directory.resolve("access.properties");
            new DatabaseAccess(database.jdbcUrl(), database.username(), database.password()).write(access);
            Process other = start(access);
            try (BufferedReader said = other.inputReader(UTF_8)) {
                assertThat(lineWith("ready", said)).isEqualTo("ready");
                other.outputWriter(UTF_8).append("go\n").flush();

                int here = TriggerProcess.ask(service, "this process");
                int there = Integer.parseInt(lineWith("started ", said).substring("started ".length()));

                assertThat(here + there).isEqualTo(TriggerProcess.SETTLEMENTS);
                assertThatEachWasAskedForTwiceAndBeganOnce(service);
                assertThatOtherParametersAreAConflict(service);
            } finally {
                other.destroyForcibly();
            }
        }
    }

    private static void assertThatEachWasAskedForTwiceAndBeganOnce(RunningSettlement service) {
        Executions executions = service.part(Executions.class);
        for (Settlement settlement : TriggerProcess.settlements()) {
            List<Execution> asked = executions.of(settlement.key());
            assertThat(asked).extracting(Execution::outcome).containsExactlyInAnyOrder("STARTED", "REPLAYED");
            assertThat(asked).extracting(Execution::execution).doesNotHaveDuplicates();
            assertThat(asked).extracting(Execution::operator).doesNotHaveDuplicates();
            assertThat(service.part(SagaEngine.class).find(SagaKey.of("settlement", settlement.key())))
                    .isPresent();
        }
    }

    /** Another schedule means another window end. */
    private static void assertThatOtherParametersAreAConflict(RunningSettlement service) {
        Settlement other =
                new Settlement("M0", LocalDate.parse("2026-11-29"), "v1", Instant.parse("2026-11-29T18:00:00Z"));

        SettlementDesk.Answer answer = service.part(SettlementDesk.class)
                .ask(other, new Trigger(Trigger.Kind.BY_HAND, "olga", "another cut-off"));

        assertThat(answer).isInstanceOf(SettlementDesk.Answer.Conflict.class);
        assertThat(service.part(Executions.class).of(other.key()))
                .extracting(Execution::outcome)
                .contains("CONFLICT");
    }

    private Process start(Path access) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TriggerProcess.class.getName(),
                        access.toString(),
                        directory.toString())
                .redirectError(directory.resolve("trigger.err").toFile())
                .start();
    }

    private static String lineWith(String beginning, BufferedReader said) throws Exception {
        String line = said.readLine();
        while (line != null && !line.startsWith(beginning)) {
            line = said.readLine();
        }
        return line == null ? "the process ended" : line;
    }
}
