package io.querent.admin.api.action;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.api.action.ActionViews.ActionBody;
import io.querent.admin.api.action.ActionViews.AmountView;
import io.querent.admin.api.action.PreviewViews.PlannedView;
import io.querent.admin.api.action.PreviewViews.PreviewBody;
import io.querent.admin.api.action.PreviewViews.PreviewView;
import io.querent.admin.api.action.PreviewViews.SkippedView;
import io.querent.admin.api.http.Refusal;
import io.querent.admin.api.http.Revision;
import io.querent.admin.api.saga.Masked;
import io.querent.admin.desk.AdminDesk;
import io.querent.admin.desk.PreviewDesk;
import io.querent.decision.preview.PlannedOperation;
import io.querent.decision.preview.Preview;
import io.querent.runtime.action.Action;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Looks ahead. */
@RestController
@RequestMapping("/api/v1/sagas/{id}/preview")
@Tag(name = "Actions")
public final class PreviewController {
    private static final String UNUSED = "preview";

    private final AdminDesk desk;
    private final PreviewDesk previews;
    private final Masked masked;

    /** Looks ahead with {@code previews}. */
    public PreviewController(AdminDesk desk, PreviewDesk previews, Masked masked) {
        this.desk = desk;
        this.previews = previews;
        this.masked = masked;
    }

    @PostMapping
    @Operation(
            operationId = "previewAction",
            summary = "What would come of an action",
            description =
                    "The operations that would be sent, in order, with keys, amounts and masked requests, what is skipped and why, and"
                            + " where the saga would end when everybody answers yes; or the refusal. Its ETag is the revision that was"
                            + " looked at: what If-Match of the action takes. Needs the permission to act.")
    @ApiResponse(responseCode = "200", description = "What would come of it.")
    ResponseEntity<PreviewView> preview(
            @Parameter(description = "The saga's id.") @PathVariable("id") String id,
            @RequestBody PreviewBody body,
            Person person) {
        StoredSaga saga = desk.open(person, SagaId.parse(id));
        person.require(Permission.ACT, saga.row().key().definition());
        if (!ActionReading.action(body.action()).hasPreview()) {
            throw Refusal.malformed("action", "one that sends something: " + previewed(), body.action());
        }
        long revision = saga.row().version();
        ActionBody wanted =
                new ActionBody(body.action(), body.operation(), UNUSED, null, null, null, body.amount(), null, UNUSED);
        Optional<Preview> preview = previews.of(person, saga, ActionReading.request(wanted, null, revision));
        return ResponseEntity.ok()
                .eTag(Revision.tag(revision))
                .body(view(preview.orElse(null), saga.row().key(), revision));
    }

    private static List<String> previewed() {
        return java.util.Arrays.stream(Action.values())
                .filter(Action::hasPreview)
                .map(Action::label)
                .toList();
    }

    private PreviewView view(@org.jspecify.annotations.Nullable Preview preview, SagaKey saga, long revision) {
        if (preview instanceof Preview.Foreseen foreseen) {
            return new PreviewView(
                    true,
                    null,
                    foreseen.waves().stream()
                            .map(wave -> wave.operations().stream()
                                    .map(each -> planned(each, saga))
                                    .toList())
                            .toList(),
                    foreseen.skipped().stream()
                            .map(step -> new SkippedView(step.step(), masked.text(step.why(), saga)))
                            .toList(),
                    foreseen.waits().stream()
                            .map(wait -> masked.text(wait, saga))
                            .toList(),
                    foreseen.end().name(),
                    revision);
        }
        String refusal = preview instanceof Preview.Refused refused ? masked.text(refused.message(), saga) : null;
        return new PreviewView(preview != null, refusal, List.of(), List.of(), List.of(), null, revision);
    }

    private PlannedView planned(PlannedOperation planned, SagaKey saga) {
        String request = planned.request();
        String remark = planned.remark();
        return new PlannedView(
                planned.operation(),
                planned.key().value(),
                planned.original() == null ? null : planned.original().value(),
                planned.act().name(),
                planned.amount() == null
                        ? null
                        : new AmountView(
                                planned.amount().value().toPlainString(),
                                planned.amount().currency()),
                request == null ? null : masked.payload(request),
                remark == null ? null : masked.text(remark, saga));
    }
}
