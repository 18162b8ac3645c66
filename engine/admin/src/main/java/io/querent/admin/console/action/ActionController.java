package io.querent.admin.console.action;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.console.door.NothingHereException;
import io.querent.admin.console.page.Badge;
import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Masks;
import io.querent.admin.console.page.Moment;
import io.querent.admin.console.page.Pages;
import io.querent.admin.console.page.Place;
import io.querent.admin.console.page.Redirects;
import io.querent.admin.desk.AdminDesk;
import io.querent.admin.desk.PreviewDesk;
import io.querent.runtime.action.Action;
import io.querent.runtime.action.ActionRequest;
import io.querent.runtime.action.ActionResult;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.View;

/**
 * Lets people act: a form, what is about to happen, and what came of it. The request's id is made with the form, so that a form that is sent
 * twice is one request, and the page of the result can be loaded again.
 */
@Controller
public final class ActionController {
    private final AdminDesk desk;
    private final Pages pages;
    private final Masks masks;
    private final PreviewReader previews;
    private final Duration patience;

    /** @param patience how long a page waits for what comes of an action */
    public ActionController(AdminDesk desk, PreviewDesk previews, Pages pages, Masks masks, Duration patience) {
        this.desk = desk;
        this.pages = pages;
        this.masks = masks;
        this.previews = new PreviewReader(previews, masks);
        this.patience = patience;
    }

    @GetMapping("/console/sagas/{id}/actions/new/{label}")
    View form(
            Person person,
            @PathVariable String id,
            @PathVariable String label,
            @RequestParam(defaultValue = "") String operation) {
        StoredSaga saga = open(person, id);
        ActionForm form = new ActionForm(
                ActionForm.wanted(label).label(),
                UUID.randomUUID().toString(),
                operation,
                saga.row().version(),
                "",
                "",
                "",
                "",
                "",
                "",
                "");
        return form(person, saga, form, null);
    }

    @PostMapping("/console/sagas/{id}/actions/confirm")
    View confirm(Person person, @PathVariable String id, @RequestParam Map<String, String> fields) {
        StoredSaga saga = open(person, id);
        ActionForm form = ActionForm.of(fields);
        ActionRequest request;
        try {
            request = form.request();
        } catch (QuerentException wrong) {
            return form(person, saga, form, wrong.getMessage());
        }
        String key = saga.row().key().toString();
        Action action = request.action();
        ConfirmView view = new ConfirmView(
                form,
                Links.saga(saga.row().id()),
                key,
                Badge.of(saga.row().status()).words(),
                Titles.of(action),
                "You are about to " + Sentences.about(form, key),
                Titles.isGrave(action),
                previews.of(person, saga, request),
                saga.row().version() != form.revision());
        return pages.page(Place.SAGAS, "Confirm: " + Titles.of(action), "confirm", view);
    }

    @PostMapping("/console/sagas/{id}/actions")
    View act(Person person, @PathVariable String id, @RequestParam Map<String, String> fields) {
        StoredSaga saga = open(person, id);
        ActionForm form = ActionForm.of(fields);
        ActionRequest request;
        try {
            request = form.request();
        } catch (QuerentException wrong) {
            return form(person, saga, form, wrong.getMessage());
        }
        ActionResult result = desk.act(person, saga.row().id(), request, patience);
        String page = Links.saga(saga.row().id()) + "/actions/" + Links.encoded(request.requestId()) + "?revision="
                + request.revision();
        return isKept(result) ? Redirects.to(page) : result(saga, result, request.revision());
    }

    /** A request that was refused before it was stored is known to nobody afterwards. */
    private static boolean isKept(ActionResult result) {
        return result.effect() != ActionResult.Effect.STALE || result.repeated();
    }

    @GetMapping("/console/sagas/{id}/actions/{requestId}")
    View result(
            Person person,
            @PathVariable String id,
            @PathVariable String requestId,
            @RequestParam(defaultValue = "-1") long revision) {
        StoredSaga saga = open(person, id);
        return result(
                saga,
                desk.result(person, saga.row().id(), requestId)
                        .orElseThrow(() -> new NothingHereException(
                                "a request to saga " + saga.row().key())),
                revision);
    }

    private View result(StoredSaga saga, ActionResult result, long revision) {
        boolean stale = result.effect() == ActionResult.Effect.STALE;
        ResultView view = new ResultView(
                Links.saga(saga.row().id()),
                saga.row().key().toString(),
                result.requestId(),
                Sentences.verdict(result.effect()),
                Sentences.symbol(result.effect()),
                Sentences.tone(result.effect()),
                masks.texts().mask(result.sentence(), saga.row().key()),
                Badge.of(result.sagaStatus()),
                result.revision(),
                result.isSettled(),
                stale,
                result.repeated(),
                Moment.ofNullable(result.until()),
                stale && revision >= 0 ? Changes.since(saga, revision) : List.of());
        return pages.page(Place.SAGAS, view.verdict(), "result", view);
    }

    private View form(Person person, StoredSaga saga, ActionForm form, @Nullable String wrong) {
        person.require(Permission.ACT, saga.row().key().definition());
        Action action = form.wanted();
        String on = action.about() == Action.About.OPERATION ? " " + form.operation() : "";
        FormView view = new FormView(
                form,
                Links.saga(saga.row().id()),
                saga.row().key().toString(),
                Badge.of(saga.row().status()).words(),
                Titles.of(action) + (on.isEmpty() ? "" : ":" + on),
                action.words(),
                new FormView.Wants(
                        action.needsEvidence(),
                        action == Action.CONFIRM_FAILED,
                        action == Action.CONFIRM_SUCCEEDED,
                        action == Action.SIGNAL,
                        action == Action.COMPENSATE_PART,
                        action == Action.MOVE),
                left(saga, form),
                wrong,
                wrong == null && action != Action.COMPENSATE_PART ? preview(person, saga, form) : null);
        return pages.page(Place.SAGAS, view.heading(), "action", view);
    }

    /** What would come of it, where that does not depend on what is still to be filled in. */
    private @Nullable PreviewView preview(Person person, StoredSaga saga, ActionForm form) {
        Action action = form.wanted();
        return action.hasPreview()
                ? previews.of(
                        person,
                        saga,
                        new ActionRequest(
                                action,
                                form.requestId(),
                                form.operation().isEmpty() ? null : form.operation(),
                                form.revision(),
                                "preview",
                                "preview",
                                null,
                                null,
                                null,
                                null))
                : null;
    }

    private static String left(StoredSaga saga, ActionForm form) {
        return form.wanted() == Action.COMPENSATE_PART
                ? saga.state()
                        .amountOf(OperationKey.compensationOf(form.operation()))
                        .map(Amount::toString)
                        .orElse("")
                : "";
    }

    private StoredSaga open(Person person, String id) {
        return desk.open(person, SagaId.parse(id));
    }
}
