package io.querent.command;

import io.querent.runtime.action.Action;
import io.querent.runtime.action.ActionRequest;
import io.querent.runtime.action.ActionResult;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaKey;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "  ask-now            ask the downstream now; with a new budget where that is spent",
            "  retry-now          send the same bytes again under the same key; with a new budget where that is spent",
            "  signal             send the word that the step waits for; needs --word",
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
            "The same --id again is no second decision: it tells what became of the first.",
            "",
            "What came of it is said in a word, and never more than is proved: EFFECT_CONFIRMED, CONFIRMED_ABSENT,",
            "STILL_UNKNOWN, ACCEPTED (stored, or under way), RECORDED (moves no money), NOTHING_NEW, REFUSED,",
            "STALE (the case has moved: look again), PARKED. A decision that a rule wants a second person for is",
            "refused here: ask for it in the console, then approve it there or with approve."
        })
final class DecideCommand extends DeskCommand {
    @Parameters(index = "0", paramLabel = "DECISION", description = "What to do; see below.")
    private String kind = "";

    @Parameters(index = "1", paramLabel = "SAGA", description = "The saga's key: tenant:definition:number.")
    private String key = "";

    @Mixin
    private Operator operator = new Operator();

    @Option(
            names = "--reason",
            converter = GivenText.Reason.class,
            paramLabel = "TEXT",
            required = true,
            description = "Why.")
    private String reason = "";

    @Mixin
    private ActionOptions options = new ActionOptions();

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "How long to wait for what comes of it. Default: ${DEFAULT-VALUE}.")
    private int waitSeconds = 15;

    DecideCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) throws Exception {
        Action action = ActionOptions.action(kind);
        SagaKey saga = saga(desk, key);
        ActionRequest request = options.request(action, reason);
        StoredSaga stored = desk.saga(saga);
        ActionResult result = act(desk, stored, request);
        if (wantsJson()) {
            print(Json.text(Receipts.json(result, mask(), saga)));
        } else {
            print(Receipts.line(result, mask(), saga));
        }
        return Receipts.exitCode(result);
    }

    /** The answer may be lost and the decision stored: whoever repeats it needs its id. */
    private ActionResult act(OpenDesk desk, StoredSaga saga, ActionRequest request) {
        try {
            return desk.actions().act(operator.name(), saga, request, Duration.ofSeconds(waitSeconds));
        } catch (JournalUnavailableException unheard) {
            complain("The decision may have been stored. Send it again with --id=" + options.id());
            throw unheard;
        }
    }
}
