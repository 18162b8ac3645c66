package io.querent.examples.settlement.service;

import io.querent.examples.payment.access.DatabaseAccess;
import io.querent.examples.settlement.saga.Settlement;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Another node of the service, as a process: says ready, waits for a line, asks for all settlements, says how many it began. */
final class TriggerProcess {
    static final int SETTLEMENTS = 30;

    private TriggerProcess() {}

    /** @param arguments where the database's access is written, and a directory */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[1]);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (RunningSettlement service = RunningSettlement.start(
                        new ServiceDatabase.Shared(DatabaseAccess.read(Path.of(arguments[0]))),
                        directory.resolve("trigger.log"),
                        nowhere(directory),
                        null);
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            out.println("ready");
            in.readLine();
            out.println("started " + ask(service, "the other process"));
        }
    }

    /** Asks for all of them, in the same order as every other. Returns how many began by that. */
    static int ask(RunningSettlement service, String operator) {
        SettlementDesk desk = service.part(SettlementDesk.class);
        Trigger trigger = new Trigger(Trigger.Kind.SCHEDULE, operator, null);
        int started = 0;
        for (Settlement settlement : settlements()) {
            started += desk.ask(settlement, trigger) instanceof SettlementDesk.Answer.Started ? 1 : 0;
        }
        return started;
    }

    static List<Settlement> settlements() {
        List<Settlement> settlements = new ArrayList<>();
        for (int i = 0; i < SETTLEMENTS; i++) {
            settlements.add(new Settlement(
                    "M" + i, LocalDate.parse("2026-11-29"), "v1", Instant.parse("2026-11-29T17:00:00Z")));
        }
        return settlements;
    }

    /** Nobody listens there: settlements begin, and wait. */
    static ServiceAddresses nowhere(Path directory) {
        URI nowhere = URI.create("http://127.0.0.1:1");
        return new ServiceAddresses(
                nowhere, nowhere, "127.0.0.1:1", directory.resolve("reports"), directory.resolve("outgoing"));
    }
}
