package io.querent.examples.payment.command;

import io.querent.command.history.HistoryJson;
import io.querent.command.history.HistoryText;
import io.querent.decision.history.SagaHistory;
import io.querent.examples.payment.access.OpenedDatabase;
import io.querent.examples.payment.saga.PaymentSaga;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.masking.MaskingRules;
import io.querent.runtime.masking.TextMask;
import io.querent.saga.InvalidKeyException;
import io.querent.saga.SagaKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what happened to one payment, also while a run is in progress. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        version = "Querent payment example",
        usageHelpAutoWidth = true,
        description =
                "Prints all that happened to one payment: one row a step, then every attempt, question and answer.")
public final class HistoryCommand implements Callable<Integer> {
    private static final TextMask MASK = new TextMask(MaskingRules.NOTHING_SHOWN);

    /** Tenant, definition, business key; an operation key has the step as a fourth part. */
    private static final int PARTS_OF_SAGA_KEY = 3;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "KEY",
            description = "An order id, or a key such as default:payment:29401 or default:payment:29401:transfer.")
    private String key = "";

    @Option(names = "--data", paramLabel = "DIR", description = "Data directory of the run. Default: ${DEFAULT-VALUE}.")
    private Path data = Path.of("payment.data");

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        CommandSpec command = command();
        PrintWriter out = command.commandLine().getOut();
        DataDirectory directory = DataDirectory.at(data);
        if (!Files.isDirectory(directory.ledger())) {
            throw new ParameterException(command.commandLine(), "there is no data of a run in " + directory.root());
        }
        SagaKey payment = sagaKey(command);
        Optional<StoredSaga> stored;
        try (OpenedDatabase access = OpenedDatabase.open(directory.ledger(), directory.ledgerAccess());
                PostgresJournal journal = new PostgresJournal(access.dataSource())) {
            stored = journal.find(payment.id());
        }
        if (stored.isEmpty()) {
            command.commandLine().getErr().println("There is no payment " + payment + " in " + directory.root());
            return ExitCodes.BAD_USAGE;
        }
        SagaHistory history =
                SagaHistory.of(stored.get().row().status(), stored.get().events());
        if (json) {
            out.println(HistoryJson.text(history, MASK));
        } else {
            HistoryText.lines(history, MASK).forEach(out::println);
        }
        out.flush();
        return ExitCodes.CLEAN;
    }

    private SagaKey sagaKey(CommandSpec command) {
        String[] parts = key.split(":", -1);
        try {
            return parts.length < PARTS_OF_SAGA_KEY
                    ? SagaKey.of(PaymentSaga.NAME, key)
                    : SagaKey.parse(String.join(":", Arrays.asList(parts).subList(0, PARTS_OF_SAGA_KEY)));
        } catch (InvalidKeyException malformed) {
            throw new ParameterException(command.commandLine(), String.valueOf(malformed.getMessage()), malformed);
        }
    }

    private CommandSpec command() {
        if (spec == null) {
            throw new IllegalStateException("picocli sets it before it calls");
        }
        return spec;
    }
}
