package io.querent.examples.settlement.laboratory;

import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs the experiments one after the other on one account, which begins with 1,000, and prints a line of each. The lines are computed;
 * what they must be is compared afterwards.
 */
public final class Laboratory {
    /** What the lines must be. */
    static final List<String> EXPECTED = List.of(
            "concurrentClaim=APPLIED,REPLAY lockWaitObserved=true ledgerRows=1",
            "parameterConflict=IDEMPOTENCY_PARAMETER_CONFLICT ledgerRows=1",
            "rollbackSqlState=P0001 operationRows=0 balance=900",
            "unknownResult=resolvedByOperationKey retry=REPLAY",
            "oldToken=1 newToken=2 staleWriteRows=0 currentWriteRows=1",
            "compensationRows=1 finalBalance=900");

    private Laboratory() {}

    /** Exits with 0 when every line is what it must be, and with 1 when not. */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        // What others log is not among the lines.
        System.setOut(System.err);
        System.exit(run(out, System.err) ? 0 : 1);
    }

    /** @return whether every line is what it must be; a line that is not is told to {@code err} */
    static boolean run(PrintStream out, PrintStream err) throws Exception {
        Path directory = Files.createTempDirectory("querent-laboratory");
        try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start(EmbeddedPostgresSettings.in(directory))) {
            Bench bench = new Bench(server.jdbcUrl(), server.username(), server.password());
            bench.prepare();
            List<Experiment> experiments = List.of(
                    new ConcurrentClaim(),
                    new ParameterConflict(),
                    new InjectedFailure(),
                    new LostConfirmation(),
                    new Takeover(),
                    new CompensationTwice());
            List<String> lines = new ArrayList<>();
            for (Experiment experiment : experiments) {
                String line = experiment.run(bench);
                out.println(line);
                lines.add(line);
            }
            return agrees(lines, err);
        } finally {
            delete(directory);
        }
    }

    private static boolean agrees(List<String> lines, PrintStream err) {
        boolean agrees = true;
        for (int i = 0; i < EXPECTED.size(); i++) {
            if (!lines.get(i).equals(EXPECTED.get(i))) {
                err.println("laboratory: line " + (i + 1) + " must be: " + EXPECTED.get(i));
                agrees = false;
            }
        }
        return agrees;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
