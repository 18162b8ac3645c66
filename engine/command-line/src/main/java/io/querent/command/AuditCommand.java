package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.masking.TextMask;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints who decided what. */
@Command(
        name = "audit",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Prints what people decided and what came of it, refusals included, newest first.")
final class AuditCommand extends DeskCommand {
    @Parameters(arity = "0..1", paramLabel = "SAGA", description = "Only decisions about this saga.")
    private @Nullable String key;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many. Default: ${DEFAULT-VALUE}.")
    private int limit = 100;

    AuditCommand(Access access) {
        super(access);
    }

    @Override
    int run(SagaJournal journal) {
        if (limit < 1 || limit > AuditTrail.LONGEST_PAGE) {
            throw new UsageException(
                    "--limit is out of range; expected=1 to " + AuditTrail.LONGEST_PAGE + ", found=" + limit);
        }
        SagaId saga = key == null ? null : saga(journal, key).id();
        TextMask mask = mask();
        List<AuditTrail.Entry> entries = journal.audit().read(saga, null, limit);
        if (wantsJson()) {
            print(Json.text(
                    entries.stream().map(each -> json(each, mask).members()).toList()));
        } else if (entries.isEmpty()) {
            print("Nobody has decided anything.");
        } else {
            TextTable table = new TextTable().row("SETTLED (UTC)", "SAGA", "OPERATOR", "DECISION", "RESULT", "REASON");
            entries.forEach(each -> table.row(
                    each.settledAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                    each.letter().saga().toString(),
                    each.letter().content().sender(),
                    what(each.letter().content()),
                    mask.mask(result(each), each.letter().saga()),
                    mask.mask(reason(each.letter().content()), each.letter().saga())));
            table.lines().forEach(this::print);
        }
        return ExitCodes.DONE;
    }

    private static String result(AuditTrail.Entry entry) {
        String detail = entry.settlement().detail();
        return entry.settlement().answer() + (detail.isEmpty() ? "" : ": " + detail);
    }

    private static String what(Letter.Content content) {
        if (content instanceof Letter.Decided decided) {
            String name = decided.decision().name();
            return decided.decision() instanceof OperatorDecision.OnOperation on ? name + " " + on.operation() : name;
        }
        return "wake";
    }

    private static String reason(Letter.Content content) {
        if (content instanceof Letter.Decided decided) {
            return decided.authority().reason();
        }
        return content instanceof Letter.Woken woken ? woken.reason() : "";
    }

    private static Json json(AuditTrail.Entry entry, TextMask mask) {
        SagaKey saga = entry.letter().saga();
        Letter.Content content = entry.letter().content();
        Json json = new Json()
                .with("id", entry.letter().messageId())
                .with("saga", entry.letter().saga())
                .with("operator", content.sender())
                .with("decision", what(content))
                .with("reason", mask.mask(reason(content), saga));
        if (content instanceof Letter.Decided decided) {
            json.with("evidence", mask.mask(decided.decision().evidence(), saga))
                    .with("revision", decided.authority().revision());
        }
        return json.with("state", entry.settlement().answer())
                .with("detail", mask.mask(entry.settlement().detail(), saga))
                .with("receivedAt", entry.receivedAt())
                .with("settledAt", entry.settledAt());
    }
}
