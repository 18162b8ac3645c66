package io.querent.examples.settlement.command;

import io.querent.command.history.HistoryText;
import io.querent.command.text.TextTable;
import io.querent.decision.history.SagaHistory;
import io.querent.examples.payment.access.OpenedDatabase;
import io.querent.examples.payment.command.ExitCodes;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.examples.settlement.service.Execution;
import io.querent.examples.settlement.service.Executions;
import io.querent.examples.settlement.site.DataDirectory;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.masking.MaskingRules;
import io.querent.runtime.masking.TextMask;
import io.querent.saga.SagaKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what happened to a merchant's settlements, also while a run is in progress. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        version = "Querent settlement example",
        usageHelpAutoWidth = true,
        description =
                "Prints every time that a merchant's settlements were asked for, by whom and why, and all that happened to each:"
                        + " one row a step, then every attempt, question and answer.")
final class HistoryCommand implements Callable<Integer> {
    private static final TextMask MASK = new TextMask(MaskingRules.NOTHING_SHOWN);
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]{1,40}(:[0-9-]{10}(:[A-Za-z0-9]{1,20})?)?");

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "MERCHANT",
            description = "A merchant such as M001, or one of its settlements: M001:2026-11-29:v1.")
    private String key = "";

    @Option(names = "--data", paramLabel = "DIR", description = "Data directory of the run. Default: ${DEFAULT-VALUE}.")
    private Path data = Path.of("settlement.data");

    @Override
    public Integer call() throws IOException {
        PrintWriter out = command().commandLine().getOut();
        if (!KEY.matcher(key).matches()) {
            throw new ParameterException(
                    command().commandLine(), "expected a merchant or a settlement, found \"" + key + "\"");
        }
        try (OpenedDatabase access = DataAccess.database(DataDirectory.at(data));
                PostgresJournal journal = new PostgresJournal(access.dataSource())) {
            List<Execution> executions = new Executions(JdbcClient.create(access.dataSource())).of(key);
            if (executions.isEmpty()) {
                command().commandLine().getErr().println("Nothing was ever asked for under " + key);
                return ExitCodes.BAD_USAGE;
            }
            table(executions).lines().forEach(out::println);
            executions.stream().map(Execution::settlement).distinct().forEach(settlement -> {
                Optional<StoredSaga> stored =
                        journal.find(SagaKey.of(SettlementSaga.NAME, settlement).id());
                out.println();
                stored.ifPresent(
                        saga -> HistoryText.lines(SagaHistory.of(saga.row().status(), saga.events()), MASK)
                                .forEach(out::println));
            });
        }
        out.flush();
        return ExitCodes.CLEAN;
    }

    private static TextTable table(List<Execution> executions) {
        TextTable table = new TextTable();
        table.row("Execution", "Settlement", "Begun by", "Operator", "Outcome", "At", "Reason");
        executions.forEach(one -> table.row(
                String.valueOf(one.execution()),
                one.settlement(),
                one.begunBy(),
                one.operator(),
                one.outcome(),
                one.requestedAt().toString(),
                one.reason() == null ? "" : one.reason()));
        return table;
    }

    private CommandSpec command() {
        if (spec == null) {
            throw new IllegalStateException("picocli sets it before it calls");
        }
        return spec;
    }
}
