package io.querent.command;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.SagaJournal;
import io.querent.saga.Amount;
import io.querent.saga.SagaKey;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends a person's decision. */
@Command(
        name = "decide",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Sends a decision about a saga or one of its operations, and waits for what comes of it.",
        footer = {
            "",
            "Decisions about an operation (--operation):",
            "  confirm-succeeded  it took effect; needs --evidence and --result",
            "  confirm-failed     the downstream refused it for good; needs --evidence and --code",
            "  confirm-never-ran  the downstream never ran it; needs --evidence",
            "  ask-again          ask the downstream again, with a new budget",
            "  resend             send the same bytes again under the same key, with a new budget",
            "  made-good          the effect was made good outside the engine; needs --evidence",
            "  compensate-step    make good for this step alone; the saga otherwise goes on, or stays completed",
            "  compensate-part    make good for a part of it; needs --amount and --currency",
            "  approve, decline   what an approval step waits for",
            "  redrive            go forward again from this step, under the same keys; nothing was undone yet",
            "Decisions about the saga:",
            "  compensate         turn back, also where every step has succeeded",
            "  cancel             turn back at once a saga that has not ended",
            "  pause, resume      begin nothing new until resumed",
            "  move               go on under a newer version of its definition; needs --to",
            "  abandon            end it as it is; nothing more is sent",
            "  wake               go on now instead of at the due time; needs no --revision",
            "",
            "A decision is refused when what it is about has changed after the revision that you saw (show, reviews).",
            "The same --id again is no second decision."
        })
final class DecideCommand extends DeskCommand {
    /** What can be decided, by the names of the command line. */
    enum Kind {
        CONFIRM_SUCCEEDED,
        CONFIRM_FAILED,
        CONFIRM_NEVER_RAN,
        ASK_AGAIN,
        RESEND,
        MADE_GOOD,
        COMPENSATE,
        COMPENSATE_STEP,
        COMPENSATE_PART,
        ABANDON,
        APPROVE,
        DECLINE,
        REDRIVE,
        CANCEL,
        PAUSE,
        RESUME,
        MOVE,
        WAKE;

        static Kind of(String name) {
            for (Kind kind : values()) {
                if (kind.label().equals(name)) {
                    return kind;
                }
            }
            throw new UsageException("there is no decision of that name; found=" + name + "; see decide --help");
        }

        String label() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    @Parameters(index = "0", paramLabel = "DECISION", description = "What to do; see below.")
    private String kind = "";

    @Parameters(index = "1", paramLabel = "SAGA", description = "The saga's key: tenant:definition:number.")
    private String key = "";

    @Option(names = "--operation", paramLabel = "NAME", description = "The step, or STEP.undo for its compensation.")
    private @Nullable String operation;

    @Option(
            names = "--operator",
            paramLabel = "NAME",
            description = "Who decides. Default: the name of the user who runs this command.")
    private String operator = System.getProperty("user.name", "");

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why.")
    private String reason = "";

    @Option(names = "--revision", paramLabel = "N", description = "The saga's revision that you have looked at.")
    private @Nullable Long revision;

    @Option(names = "--evidence", paramLabel = "TEXT", description = "What a statement of yours relies on.")
    private String evidence = "";

    @Option(names = "--code", paramLabel = "CODE", description = "The downstream's code of refusal.")
    private @Nullable String code;

    @Option(names = "--amount", paramLabel = "VALUE", description = "How much to make good for, as 60.00.")
    private @Nullable BigDecimal amount;

    @Option(names = "--currency", paramLabel = "CODE", description = "Its currency, as EUR.")
    private @Nullable String currency;

    @Option(names = "--to", paramLabel = "VERSION", description = "The version to move to.")
    private @Nullable Integer version;

    @Option(names = "--result", paramLabel = "FILE", description = "File with the operation's result as JSON.")
    private @Nullable Path result;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Id of this decision. Default: a new one, which is printed.")
    private String id = UUID.randomUUID().toString();

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "How long to wait for a node to carry it out. Default: ${DEFAULT-VALUE}.")
    private int waitSeconds = 15;

    DecideCommand(Access access) {
        super(access);
    }

    @Override
    int run(SagaJournal journal) throws Exception {
        SagaKey saga = saga(journal, key);
        Letter letter = new Letter(saga, id, content(Kind.of(kind)));
        if (journal.findRow(saga.id()).isEmpty()) {
            complain("There is no saga " + saga + "; check tenant, definition and number.");
            return ExitCodes.REFUSED;
        }
        Delivery first = deliver(journal, letter);
        boolean repeated = first.settled() != null;
        Delivery last =
                repeated ? first : new Patience(Duration.ofSeconds(waitSeconds)).until(journal.mailbox(), first);
        return report(last, repeated);
    }

    /** The answer may be lost and the decision stored: whoever repeats it needs its id. */
    private Delivery deliver(SagaJournal journal, Letter letter) {
        try {
            return journal.mailbox().deliver(letter);
        } catch (JournalUnavailableException unheard) {
            complain("The decision may have been stored. Send it again with --id=" + id);
            throw unheard;
        }
    }

    private int report(Delivery delivery, boolean repeated) {
        Optional<Delivery.Settlement> settled = delivery.settlement();
        String state = settled.map(each -> each.answer().name()).orElse("WAITING");
        String detail = settled.map(
                        each -> mask().mask(each.detail(), delivery.letter().saga()))
                .orElse("stored; no node has carried it out yet");
        if (wantsJson()) {
            print(Json.text(new Json()
                    .with("id", id)
                    .with("state", state)
                    .with("detail", detail)
                    .with("repeated", repeated)));
        } else {
            print(state + (detail.isEmpty() ? "" : ": " + detail) + (repeated ? " (sent before)" : "") + "  id=" + id);
        }
        return switch (state) {
            case "APPLIED", "NOTHING_NEW" -> ExitCodes.DONE;
            case "WAITING" -> ExitCodes.WAITING;
            default -> ExitCodes.REFUSED;
        };
    }

    private Letter.Content content(Kind what) throws IOException {
        if (what == Kind.WAKE) {
            return new Letter.Woken(operator, reason);
        }
        if (revision == null) {
            throw new UsageException("--revision is missing: look at the saga (show), and say which revision you saw");
        }
        return new Letter.Decided(decision(what), new Authority(operator, reason, revision, id));
    }

    private OperatorDecision decision(Kind what) throws IOException {
        return switch (what) {
            case CONFIRM_SUCCEEDED -> new OperatorDecision.ConfirmSucceeded(operation(), result(), evidence());
            case CONFIRM_FAILED -> new OperatorDecision.ConfirmFailed(operation(), code(), evidence());
            case CONFIRM_NEVER_RAN -> new OperatorDecision.ConfirmNeverRan(operation(), evidence());
            case ASK_AGAIN -> new OperatorDecision.AskAgain(operation());
            case RESEND -> new OperatorDecision.Resend(operation());
            case MADE_GOOD -> new OperatorDecision.MadeGood(operation(), evidence());
            case COMPENSATE -> new OperatorDecision.Compensate();
            case COMPENSATE_STEP -> new OperatorDecision.CompensateStep(operation());
            case COMPENSATE_PART -> new OperatorDecision.CompensatePart(operation(), amount());
            case ABANDON -> new OperatorDecision.Abandon();
            case APPROVE -> new OperatorDecision.Approve(operation());
            case DECLINE -> new OperatorDecision.Decline(operation());
            case REDRIVE -> new OperatorDecision.Redrive(operation());
            case CANCEL -> new OperatorDecision.Cancel();
            case PAUSE -> new OperatorDecision.Pause();
            case RESUME -> new OperatorDecision.Resume();
            case MOVE -> new OperatorDecision.Move(version());
            case WAKE -> throw new IllegalStateException("waking is no decision");
        };
    }

    private String operation() {
        return required("--operation", operation);
    }

    private String evidence() {
        return required("--evidence", evidence.isBlank() ? null : evidence);
    }

    private String code() {
        return required("--code", code);
    }

    private Amount amount() {
        if (amount == null) {
            throw new UsageException(kind + " needs --amount");
        }
        try {
            return new Amount(amount, required("--currency", currency));
        } catch (IllegalArgumentException wrong) {
            throw new UsageException("--amount and --currency are no amount of money: " + wrong.getMessage());
        }
    }

    private int version() {
        if (version == null) {
            throw new UsageException(kind + " needs --to");
        }
        return version;
    }

    private String result() throws IOException {
        if (result == null) {
            throw new UsageException(kind + " needs --result");
        } else if (!Files.isReadable(result)) {
            throw new UsageException("the result cannot be read; file=" + result);
        }
        return Files.readString(result);
    }

    private String required(String option, @Nullable String value) {
        if (value == null) {
            throw new UsageException(kind + " needs " + option);
        }
        return value;
    }
}
