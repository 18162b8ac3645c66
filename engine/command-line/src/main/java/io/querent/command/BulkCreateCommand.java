package io.querent.command;

import io.querent.decision.OperatorDecision;
import io.querent.runtime.action.Action;
import io.querent.runtime.admin.BulkJobs;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Freezes which sagas an action is about. */
@Command(
        name = "create",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Freezes which sagas an action is about, each at the revision that it has now, and prints what it would be. Nothing is",
            "done to them before the job is started. The options that say which sagas are those of search."
        },
        footer = {
            "",
            "Actions: ask-now, retry-now, redrive, compensate-step (each needs --on), compensate, cancel, pause, resume,",
            "wake, move (needs --to), abandon. What states the truth about a saga is decided one by one.",
            "What a rule wants a second person for is made in the console, which knows the rules: made here, each item",
            "of it would be refused."
        })
final class BulkCreateCommand extends DeskCommand {
    @Parameters(paramLabel = "ACTION", description = "What to do; see below.")
    private String kind = "";

    @Mixin
    private SagaFilter filter = new SagaFilter();

    @Mixin
    private Operator operator = new Operator();

    @Option(names = "--on", paramLabel = "NAME", description = "The step that the action is about.")
    private @Nullable String operation;

    @Option(names = "--to", paramLabel = "VERSION", description = "The version to move to.")
    private @Nullable Integer version;

    @Option(
            names = "--reason",
            converter = GivenText.Reason.class,
            paramLabel = "TEXT",
            required = true,
            description = "Why.")
    private String reason = "";

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "At most so many letters a second. Default: ${DEFAULT-VALUE}.")
    private int rate = 10;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Id of the job: the same again is the same job. Default: a new one.")
    private String id = UUID.randomUUID().toString();

    BulkCreateCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        BulkJobs.Job job = desk.admin()
                .bulkJobs()
                .freeze(new BulkJobs.NewJob(id, filter.filter(), decision(), operator.name(), reason, rate));
        if (wantsJson()) {
            print(Json.text(BulkFacts.json(job)));
        } else {
            BulkFacts.lines(job).forEach(this::print);
            print("");
            print("Nothing is done yet. Look at bulk items " + id + ", then bulk start " + id);
        }
        return ExitCodes.DONE;
    }

    private @Nullable OperatorDecision decision() {
        Action action = ActionOptions.action(kind);
        return switch (action) {
            case WAKE -> null;
            case ASK_NOW -> new OperatorDecision.AskAgain(operation());
            case RETRY_NOW -> new OperatorDecision.Resend(operation());
            case REDRIVE -> new OperatorDecision.Redrive(operation());
            case COMPENSATE_STEP -> new OperatorDecision.CompensateStep(operation());
            case COMPENSATE -> new OperatorDecision.Compensate();
            case CANCEL -> new OperatorDecision.Cancel();
            case PAUSE -> new OperatorDecision.Pause();
            case RESUME -> new OperatorDecision.Resume();
            case ABANDON -> new OperatorDecision.Abandon();
            case MOVE -> {
                if (version == null) {
                    throw new UsageException("move needs --to");
                }
                yield new OperatorDecision.Move(version);
            }
            default -> throw new UsageException(kind + " is about one saga and not for many; see bulk create --help");
        };
    }

    private String operation() {
        if (operation == null) {
            throw new UsageException(kind + " needs --on");
        }
        return operation;
    }
}
