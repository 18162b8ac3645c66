package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.admin.AuditLog;
import io.querent.runtime.codec.LetterCodec;
import io.querent.runtime.codec.UnreadableLetterException;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.masking.TextMask;
import io.querent.saga.SagaKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints who did what. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Prints what people did and what came of it, refusals included, newest first.")
final class AuditCommand extends DeskCommand {
    @Parameters(arity = "0..1", paramLabel = "SAGA", description = "Only what is about this saga.")
    private @Nullable String key;

    @Option(names = "--operator", paramLabel = "NAME", description = "Only what this person did.")
    private @Nullable String operator;

    @Option(names = "--action", paramLabel = "NAME", description = "Only this action, as compensate or signed-in.")
    private @Nullable String action;

    @Option(names = "--outcome", paramLabel = "WORD", description = "Only what came to this, as APPLIED or REFUSED.")
    private @Nullable String outcome;

    @Option(names = "--from", paramLabel = "TIME", description = "Only then or later, as 2026-11-29T02:00:00Z.")
    private @Nullable String from;

    @Option(names = "--before", paramLabel = "TIME", description = "Only earlier.")
    private @Nullable String before;

    @Option(names = "--below", paramLabel = "NUMBER", description = "Only entries with a lower number: the next page.")
    private @Nullable Long below;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many. Default: ${DEFAULT-VALUE}.")
    private int limit = 100;

    AuditCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        int most = limit(limit, AuditLog.LONGEST_PAGE);
        AuditLog.Filter filter = new AuditLog.Filter(
                operator,
                action,
                key == null ? null : saga(desk, key),
                outcome,
                time("--from", from),
                time("--before", before));
        List<AuditLog.Entry> entries = desk.admin().audit().find(filter, below, most);
        LetterCodec letters = new LetterCodec(desk.protection());
        if (wantsJson()) {
            print(Json.text(
                    entries.stream().map(each -> json(each, letters).members()).toList()));
        } else if (entries.isEmpty()) {
            print("Nobody has done anything of that kind.");
        } else {
            print(entries, letters);
        }
        return ExitCodes.DONE;
    }

    private void print(List<AuditLog.Entry> entries, LetterCodec letters) {
        TextTable table = new TextTable().row("NUMBER", "AT (UTC)", "SAGA", "OPERATOR", "ACTION", "OUTCOME", "REASON");
        for (AuditLog.Entry each : entries) {
            AuditLog.Deed deed = each.deed();
            SagaKey saga = deed.saga();
            String detail = deed.detail();
            table.row(
                    String.valueOf(each.number()),
                    seconds(each.at()),
                    saga == null ? "" : saga.toString(),
                    deed.operator(),
                    deed.action()
                            + operation(deed, letters).map(name -> " " + name).orElse(""),
                    masked(deed.outcome() + (detail.isEmpty() ? "" : ": " + detail), saga),
                    masked(deed.reason(), saga));
        }
        table.lines().forEach(this::print);
    }

    private Json json(AuditLog.Entry entry, LetterCodec letters) {
        AuditLog.Deed deed = entry.deed();
        SagaKey saga = deed.saga();
        Json json = new Json()
                .with("number", entry.number())
                .with("at", entry.at())
                .with("id", deed.requestId())
                .with("saga", saga)
                .with("operator", deed.operator())
                .with("action", deed.action())
                .with("operation", operation(deed, letters).orElse(null))
                .with("reason", masked(deed.reason(), saga));
        decided(deed, letters)
                .ifPresent(decided -> json.with(
                                "evidence", masked(decided.decision().evidence(), saga))
                        .with("revision", decided.authority().revision())
                        .with("approvedBy", decided.authority().approvedBy()));
        return json.with("outcome", deed.outcome())
                .with("detail", masked(deed.detail(), saga))
                .with("previousHash", entry.previousHash())
                .with("hash", entry.hash());
    }

    private String masked(String text, @Nullable SagaKey saga) {
        TextMask mask = mask();
        return saga == null ? mask.mask(text) : mask.mask(text, saga);
    }

    private static Optional<String> operation(AuditLog.Deed deed, LetterCodec letters) {
        return decided(deed, letters)
                .map(Letter.Decided::decision)
                .filter(OperatorDecision.OnOperation.class::isInstance)
                .map(decision -> ((OperatorDecision.OnOperation) decision).operation());
    }

    /** The decision that an entry is about; empty when it is about none, or none that can be read here. */
    private static Optional<Letter.Decided> decided(AuditLog.Deed deed, LetterCodec letters) {
        SagaKey saga = deed.saga();
        if (saga == null || !deed.content().contains("\"revision\"")) {
            return Optional.empty();
        }
        try {
            return letters.reveal(saga, deed.requestId(), deed.content()) instanceof Letter.Decided decided
                    ? Optional.of(decided)
                    : Optional.empty();
        } catch (UnreadableLetterException otherContent) {
            return Optional.empty();
        }
    }
}
