package io.querent.command;

import io.querent.postgres.JournalSettings;
import io.querent.postgres.PostgresAdmin;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.admin.AdminStorage;
import io.querent.runtime.approval.SecondPersonRules;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.masking.MaskingRules;
import io.querent.runtime.masking.PayloadMask;
import io.querent.runtime.masking.TextMask;
import io.querent.runtime.work.Definitions;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaKey;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
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
    abstract int run(OpenDesk desk) throws Exception;

    @Override
    public final Integer call() throws Exception {
        try (Access.Opened opened = access.open();
                PostgresJournal journal =
                        new PostgresJournal(opened.dataSource(), JournalSettings.DEFAULT.with(opened.protection()))) {
            AdminStorage admin = new PostgresAdmin(opened.dataSource(), SecondPersonRules.NONE, opened.protection());
            return run(new OpenDesk(journal, admin, opened.protection(), new Definitions(opened.definitions())));
        }
    }

    /** Masks what is printed of what people and providers said. */
    TextMask mask() {
        return new TextMask(MaskingRules.parse(show));
    }

    /** Masks JSON of sagas' own that is printed. */
    PayloadMask payloadMask() {
        return new PayloadMask(MaskingRules.parse(show));
    }

    /** How many rows to print, as an option says it. */
    static int limit(int given, int most) {
        if (given < 1 || given > most) {
            throw new UsageException("--limit is out of range; expected=1 to " + most + ", found=" + given);
        }
        return given;
    }

    /** A time that an option gives; null when it is not given. */
    static @Nullable Instant time(String option, @Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException malformed) {
            throw new UsageException(option + " is no time; expected=2026-11-29T02:00:00Z, found=" + text);
        }
    }

    /** A time to the second, for tables. */
    static String seconds(@Nullable Instant time) {
        return time == null ? "-" : time.truncatedTo(ChronoUnit.SECONDS).toString();
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
    static SagaKey saga(OpenDesk desk, String key) {
        SagaJournal journal = desk.journal();
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
