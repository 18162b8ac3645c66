package io.querent.command;

import io.querent.postgres.JournalSettings;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.masking.MaskingRules;
import io.querent.runtime.masking.TextMask;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaKey;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command has: a database to look at, and two ways to print. */
abstract class DeskCommand implements Callable<Integer> {
    private static final int PARTS_OF_SAGA_KEY = 3;

    @Mixin
    private final Access access;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(
            names = "--show",
            paramLabel = "NAMES",
            description = "Names of values in payloads that are shown and not masked, as amount,currency,iban:last4."
                    + " Default: $$QUERENT_SHOW, otherwise none.")
    private String show = Objects.requireNonNullElse(System.getenv("QUERENT_SHOW"), "");

    DeskCommand(Access access) {
        this.access = access;
    }

    /** Does what the command is for. */
    abstract int run(SagaJournal journal) throws Exception;

    @Override
    public final Integer call() throws Exception {
        try (Access.Opened opened = access.open();
                PostgresJournal journal =
                        new PostgresJournal(opened.dataSource(), JournalSettings.DEFAULT.with(opened.protection()))) {
            return run(journal);
        }
    }

    /** Masks what is printed of what people and providers said. */
    TextMask mask() {
        return new TextMask(MaskingRules.parse(show));
    }

    boolean wantsJson() {
        return json;
    }

    void print(String line) {
        PrintWriter out = command().commandLine().getOut();
        out.println(line);
        out.flush();
    }

    void complain(String line) {
        PrintWriter err = command().commandLine().getErr();
        err.println(line);
        err.flush();
    }

    /**
     * The saga that a key means: a saga's own, or an operation's, which has a part more. Numbers may hold colons, so what is stored
     * decides.
     */
    static SagaKey saga(SagaJournal journal, String key) {
        String[] parts = key.split(":", -1);
        if (parts.length < PARTS_OF_SAGA_KEY) {
            throw new UsageException("a saga's key has three parts; expected=tenant:definition:number, found=" + key);
        }
        SagaKey saga = SagaKey.parse(key);
        if (parts.length == PARTS_OF_SAGA_KEY || journal.findRow(saga.id()).isPresent()) {
            return saga;
        }
        SagaKey ofOperation = new OperationKey(key).saga();
        return journal.findRow(ofOperation.id()).isPresent() ? ofOperation : saga;
    }

    private CommandSpec command() {
        if (spec == null) {
            throw new IllegalStateException("picocli sets it before it calls");
        }
        return spec;
    }
}
