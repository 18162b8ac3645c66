package io.querent.command;

import io.querent.command.text.TextTable;
import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.preview.PlannedOperation;
import io.querent.decision.preview.Preview;
import io.querent.decision.preview.Wave;
import io.querent.runtime.action.Action;
import io.querent.runtime.action.ActionRequest;
import io.querent.runtime.action.Actions;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.work.Foresight;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Prints what would come of a decision. */
@Command(
        name = "preview",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Prints what would come of a decision, and does nothing: which operations would run, in which order, under which keys,",
            "with which amounts, what is skipped and why. It needs the saga's definition, and so works only where the",
            "application that has the definitions embeds these commands. Takes the options of decide."
        })
final class PreviewCommand extends DeskCommand {
    @Parameters(index = "0", paramLabel = "DECISION", description = "What would be done; see decide --help.")
    private String kind = "";

    @Parameters(index = "1", paramLabel = "SAGA", description = "The saga's key: tenant:definition:number.")
    private String key = "";

    @Mixin
    private Operator operator = new Operator();

    @Mixin
    private ActionOptions options = new ActionOptions();

    PreviewCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) throws Exception {
        Action action = ActionOptions.action(kind);
        ActionRequest request = options.request(action, "preview");
        StoredSaga saga = desk.saga(saga(desk, key));
        Actions actions = desk.actions();
        OperatorDecision decision = actions.decision(saga, request)
                .filter(each -> action != Action.MOVE)
                .orElseThrow(
                        () -> new UsageException("there is no preview of " + kind + " here: it plans no operations"));
        SagaDefinition<?> definition = actions.definition(saga);
        if (definition == null) {
            throw new QuerentException(
                    "QRT-6057",
                    "nothing can be foreseen without the saga's definition; key="
                            + saga.row().key() + ", expected="
                            + saga.row().key().definition() + "/"
                            + saga.row().definitionVersion()
                            + ", found=none on this class path; look at the preview in the console, or embed these commands"
                            + " in the application that has it");
        }
        Authority authority = new Authority(operator.name(), request.reason(), request.revision(), request.requestId());
        Preview preview = new Foresight(new PayloadCodec())
                .look(
                        definition,
                        saga.state(),
                        decision,
                        authority,
                        Clock.systemUTC().instant());
        return preview instanceof Preview.Foreseen foreseen
                ? print(foreseen, saga.row().key())
                : refused((Preview.Refused) preview, saga.row().key());
    }

    private int refused(Preview.Refused refused, SagaKey saga) {
        String message = mask().mask(refused.message(), saga);
        print(wantsJson() ? Json.text(new Json().with("refused", message)) : "It would be refused: " + message);
        return ExitCodes.REFUSED;
    }

    private int print(Preview.Foreseen foreseen, SagaKey saga) {
        if (wantsJson()) {
            print(Json.text(json(foreseen, saga)));
            return ExitCodes.DONE;
        }
        TextTable table = new TextTable().row("WAVE", "OPERATION", "WHAT", "AMOUNT", "KEY", "REQUEST");
        int number = 0;
        for (Wave wave : foreseen.waves()) {
            number++;
            for (PlannedOperation each : wave.operations()) {
                table.row(
                        String.valueOf(number),
                        each.operation(),
                        each.act().name(),
                        each.amount() == null ? "" : each.amount().toString(),
                        each.key().value(),
                        request(each, saga));
            }
        }
        print(number == 0 ? "No operation would be begun." : "When everybody answers yes:");
        table.lines().forEach(this::print);
        foreseen.skipped().forEach(each -> print("skipped: " + each.step() + ", " + mask().mask(each.why(), saga)));
        foreseen.waits().forEach(each -> print("waits: " + mask().mask(each, saga)));
        print("Then the saga is " + foreseen.end() + ".");
        return ExitCodes.DONE;
    }

    private String request(PlannedOperation operation, SagaKey saga) {
        String request = operation.request() == null ? "" : payloadMask().mask(operation.request());
        return operation.remark() == null ? request : request + " " + mask().mask(operation.remark(), saga);
    }

    private Json json(Preview.Foreseen foreseen, SagaKey saga) {
        List<List<Map<String, @Nullable Object>>> waves = new ArrayList<>();
        foreseen.waves()
                .forEach(wave -> waves.add(wave.operations().stream()
                        .map(each -> json(each, saga).members())
                        .toList()));
        return new Json()
                .with("waves", waves)
                .with(
                        "skipped",
                        foreseen.skipped().stream()
                                .map(each -> new Json()
                                        .with("step", each.step())
                                        .with("why", mask().mask(each.why(), saga))
                                        .members())
                                .toList())
                .with(
                        "waits",
                        foreseen.waits().stream()
                                .map(each -> mask().mask(each, saga))
                                .toList())
                .with("end", foreseen.end());
    }

    private Json json(PlannedOperation operation, SagaKey saga) {
        return new Json()
                .with("operation", operation.operation())
                .with("key", operation.key())
                .with("original", operation.original())
                .with("act", operation.act())
                .with("amount", operation.amount())
                .with(
                        "request",
                        operation.request() == null
                                ? null
                                : Json.tree(payloadMask().mask(operation.request())))
                .with("remark", operation.remark() == null ? null : mask().mask(operation.remark(), saga));
    }
}
