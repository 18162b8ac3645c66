package io.querent.command;

import io.querent.command.history.HistoryJson;
import io.querent.decision.OperationState;
import io.querent.decision.SagaState;
import io.querent.decision.history.SagaHistory;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.masking.PayloadMask;
import io.querent.saga.SagaKey;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints all of a saga as JSON. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description =
                "Prints all of a saga as JSON: its input, every operation with request and result, its history. Masked, except"
                        + " for what --show names.")
final class ExportCommand extends DeskCommand {
    @Parameters(paramLabel = "SAGA", description = "The saga's key: tenant:definition:number.")
    private String key = "";

    ExportCommand(Access access) {
        super(access);
    }

    @Override
    int run(OpenDesk desk) {
        StoredSaga stored = desk.saga(saga(desk, key));
        SagaState state = stored.state();
        SagaHistory history = SagaHistory.of(stored.row().status(), stored.events());
        SagaKey saga = stored.row().key();
        List<Map<String, @Nullable Object>> payloads = state.operations().values().stream()
                .map(each -> payloads(saga, each).members())
                .toList();
        print(Json.text(new Json()
                .with("saga", saga)
                .with("id", stored.row().id())
                .with("definitionVersion", stored.row().definitionVersion())
                .with("status", stored.row().status())
                .with("revision", stored.row().version())
                .with("startedAt", stored.row().startedAt())
                .with("endedAt", stored.row().endedAt())
                .with("inputHash", stored.row().inputHash())
                .with("input", masked(state.origin().input()))
                .with("payloads", payloads)
                .with("history", HistoryJson.members(history, mask()))));
        return ExitCodes.DONE;
    }

    private Json payloads(SagaKey saga, OperationState operation) {
        return new Json()
                .with("key", saga.operation(operation.name()))
                .with("status", operation.status())
                .with(
                        "requestHash",
                        operation.request() == null ? null : operation.request().hash())
                .with(
                        "request",
                        operation.request() == null
                                ? null
                                : masked(operation.request().body()))
                .with("result", operation.result().map(this::masked).orElse(null));
    }

    private Object masked(String json) {
        PayloadMask mask = payloadMask();
        return Json.tree(mask.mask(json));
    }
}
