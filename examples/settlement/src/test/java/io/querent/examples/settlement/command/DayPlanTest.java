package io.querent.examples.settlement.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.querent.examples.settlement.saga.Settlement;
import io.querent.examples.settlement.service.Days;
import io.querent.examples.settlement.service.Executions;
import io.querent.examples.settlement.service.RunningSettlement;
import io.querent.examples.settlement.service.ServiceAddresses;
import io.querent.examples.settlement.service.ServiceDatabase;
import io.querent.examples.settlement.service.SettlementDesk;
import io.querent.examples.settlement.service.Trigger;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Which dates a run asks for, and in whose name, on a real database. */
class DayPlanTest {
    private static final Instant NOW = Instant.parse("2026-11-25T17:00:00Z");

    @TempDir
    private Path directory;

    @Command(name = "any")
    static final class Holder {
        @Mixin
        private RunOptions options = new RunOptions();
    }

    @Test
    @Timeout(180)
    void datesThatNobodyAskedForAreCaughtUpWithAndNamedOnesAreAskedForByHand() {
        URI nowhere = URI.create("http://127.0.0.1:1");
        try (RunningSettlement service = RunningSettlement.start(
                new ServiceDatabase.Own(directory.resolve("service")),
                directory.resolve("service.log"),
                new ServiceAddresses(
                        nowhere, nowhere, "127.0.0.1:1", directory.resolve("reports"), directory.resolve("outgoing")),
                null)) {
            assertPlan(service, List.of(), tuple("2026-11-25", Trigger.Kind.SCHEDULE, "schedule", null));

            // The operator's name and reason are as long as the engine's audit takes them.
            settle(service, "2026-11-20", "o".repeat(200), "r".repeat(1_000));
            settle(service, "2026-11-23", "olga", "month's end");
            assertPlan(
                    service,
                    List.of(),
                    tuple("2026-11-21", Trigger.Kind.CATCH_UP, "schedule", null),
                    tuple("2026-11-22", Trigger.Kind.CATCH_UP, "schedule", null),
                    tuple("2026-11-24", Trigger.Kind.CATCH_UP, "schedule", null),
                    tuple("2026-11-25", Trigger.Kind.SCHEDULE, "schedule", null));
            assertPlan(
                    service,
                    List.of("--catch-up-days=2"),
                    tuple("2026-11-24", Trigger.Kind.CATCH_UP, "schedule", null),
                    tuple("2026-11-25", Trigger.Kind.SCHEDULE, "schedule", null));
            assertThat(plan(service, List.of("--catch-up-days=2")).leftOut(NOW))
                    .hasValueSatisfying(line -> assertThat(line)
                            .startsWith("2 dates were never asked for")
                            .contains("from 2026-11-21 to 2026-11-22", "--catch-up-days", "--date"));
            assertThat(plan(service, List.of()).leftOut(NOW)).isEmpty();

            assertNamedDatesAreAPersons(service);
        }
    }

    @Test
    void whereNobodyComparesBooksADateIsSettledAsSoonAsAllOfItIsOver() {
        assertThat(day(5, 0, 0, false).unlessSettled().isRefused()).isTrue();
        assertThat(day(5, 0, 0, true).unlessSettled().isRefused()).isFalse();
        assertThat(day(4, 1, 0, false).unlessSettled().isRefused()).isFalse();
        assertThat(day(4, 0, 1, false).unlessSettled().isRefused()).isFalse();
    }

    private static DayPlan.Day day(int settled, int underWay, int fresh, boolean hasReason) {
        return new DayPlan.Day(
                LocalDate.parse("2026-11-25"),
                new Trigger(Trigger.Kind.RETRY, "olga", null),
                List.of(),
                new SettlementDesk.Preview(settled, underWay, fresh),
                false,
                hasReason);
    }

    private static void assertNamedDatesAreAPersons(RunningSettlement service) {
        String user = System.getProperty("user.name");
        assertPlan(
                service,
                List.of("--date=2026-11-21"),
                tuple("2026-11-21", Trigger.Kind.BY_HAND, user, "the date was named on the command line"));
        assertPlan(
                service,
                List.of("--date=2026-11-25", "--operator=olga"),
                tuple("2026-11-25", Trigger.Kind.BY_HAND, "olga", "the date was named on the command line"));
        assertPlan(
                service,
                List.of("--date=2026-11-21", "--operator=olga", "--reason=auditors"),
                tuple("2026-11-21", Trigger.Kind.BY_HAND, "olga", "auditors"));
        // Of this one a merchant has begun: whoever asks goes on with it.
        assertPlan(
                service,
                List.of("--date=2026-11-20", "--operator=olga"),
                tuple("2026-11-20", Trigger.Kind.RETRY, "olga", "an earlier run did not end"));
    }

    private static void settle(RunningSettlement service, String date, String operator, String reason) {
        Settlement one = new Settlement("M001", LocalDate.parse(date), "v1", Instant.parse(date + "T17:00:00Z"));
        SettlementDesk.Answer answer =
                service.part(SettlementDesk.class).ask(one, new Trigger(Trigger.Kind.BY_HAND, operator, reason));
        assertThat(answer).isInstanceOf(SettlementDesk.Answer.Started.class);
        service.part(Days.class).conclude(LocalDate.parse(date));
    }

    private static void assertPlan(RunningSettlement service, List<String> arguments, Tuple... expected) {
        assertThat(plan(service, arguments).days(NOW))
                .extracting(
                        day -> day.date().toString(),
                        day -> day.trigger().kind(),
                        day -> day.trigger().operator(),
                        day -> day.trigger().reason())
                .containsExactly(expected);
    }

    private static DayPlan plan(RunningSettlement service, List<String> arguments) {
        Holder holder = new Holder();
        new CommandLine(holder).parseArgs(arguments.toArray(String[]::new));
        return new DayPlan(
                holder.options,
                service.part(Executions.class),
                service.part(Days.class),
                service.part(SettlementDesk.class));
    }
}
