package io.querent.admin.console.action;

import io.querent.admin.access.Person;
import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Masks;
import io.querent.admin.desk.PreviewDesk;
import io.querent.decision.preview.PlannedOperation;
import io.querent.decision.preview.Preview;
import io.querent.runtime.action.Action;
import io.querent.runtime.action.ActionRequest;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows what would come of an action, payloads masked. */
final class PreviewReader {
    private static final int MOST_SHOWN = 100;

    private final PreviewDesk desk;
    private final Masks masks;

    PreviewReader(PreviewDesk desk, Masks masks) {
        this.desk = desk;
        this.masks = masks;
    }

    /** Null for an action that sends nothing. */
    @Nullable
    PreviewView of(Person person, StoredSaga saga, ActionRequest request) {
        if (!request.action().hasPreview()) {
            return null;
        }
        return desk.of(person, saga, request)
                .map(preview -> view(preview, saga.row().key()))
                .orElseGet(() -> PreviewView.unknown(
                        request.action() == Action.RETRY_NOW
                                ? "The step is tried again at once instead of at its due time: the same bytes under the same key."
                                : "This process does not have the saga's definition, so it cannot tell. The node that carries it"
                                        + " out decides by the same rules."));
    }

    private PreviewView view(Preview preview, SagaKey key) {
        if (preview instanceof Preview.Refused refused) {
            return new PreviewView(masks.texts().mask(refused.message(), key), "", List.of(), List.of(), List.of(), "");
        }
        Preview.Foreseen foreseen = (Preview.Foreseen) preview;
        return new PreviewView(
                "",
                "",
                foreseen.waves().stream()
                        .limit(MOST_SHOWN)
                        .map(wave -> wave.operations().stream()
                                .limit(MOST_SHOWN)
                                .map(operation -> planned(operation, key))
                                .toList())
                        .toList(),
                foreseen.skipped().stream()
                        .limit(MOST_SHOWN)
                        .map(step -> new PreviewView.Skipped(
                                step.step(), masks.texts().mask(step.why(), key)))
                        .toList(),
                foreseen.waits().stream()
                        .limit(MOST_SHOWN)
                        .map(wait -> masks.texts().mask(wait, key))
                        .toList(),
                Badge.of(foreseen.end()).words());
    }

    private PreviewView.Planned planned(PlannedOperation operation, SagaKey key) {
        return new PreviewView.Planned(
                operation.operation(),
                operation.key().value(),
                operation.original() == null ? "" : operation.original().operation(),
                act(operation.act()),
                operation.amount() == null ? "" : operation.amount().toString(),
                operation.request() == null ? "" : masks.payloads().mask(operation.request()),
                operation.remark() == null ? "" : masks.texts().mask(operation.remark(), key));
    }

    private static String act(PlannedOperation.Act act) {
        return switch (act) {
            case SEND -> "is sent";
            case ASK_FIRST -> "is asked for first: nothing is sent before it is known what became of it";
            case PUBLISH -> "is put into the outbox";
        };
    }
}
