package io.querent.admin.api.action;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.api.action.ActionViews.ActionBody;
import io.querent.admin.api.action.ActionViews.ResultView;
import io.querent.admin.api.http.Given;
import io.querent.admin.api.http.Refusal;
import io.querent.admin.api.http.RequestIds;
import io.querent.admin.api.http.Revision;
import io.querent.admin.api.saga.Masked;
import io.querent.admin.desk.AdminDesk;
import io.querent.runtime.action.ActionRequest;
import io.querent.runtime.action.ActionResult;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Acts on sagas. */
@RestController
@RequestMapping("/api/v1/sagas/{id}/actions")
@Tag(
        name = "Actions",
        description = "What people do to sagas. Every action has an id of its own, a reason, and the revision seen.")
public final class ActionController {
    private final AdminDesk desk;
    private final Duration patience;
    private final Answers answers;

    /** @param patience how long to wait for what comes of an action */
    public ActionController(AdminDesk desk, Duration patience, Masked masked) {
        this.desk = desk;
        this.patience = patience;
        this.answers = new Answers(new ActionReading(masked));
    }

    @PostMapping
    @Operation(
            operationId = "act",
            summary = "Act on a saga or one of its operations",
            description =
                    "Stores what is wanted, has it carried out by whatever node runs the saga, and waits a few seconds for what comes of"
                            + " it. The same id again gives the same result and does nothing. Needs the permission to act for the"
                            + " saga's definition.")
    @ApiResponse(responseCode = "200", description = "It is settled: the result says how.")
    @ApiResponse(
            responseCode = "202",
            description =
                    "It is stored and will be carried out, nobody can say yet what came of it, or a second person has to approve it.")
    @ApiResponse(
            responseCode = "409",
            description =
                    "The case has moved since it was looked at (QRT-6079), or a rule forbids it (QRT-6077). Nothing was done.")
    @ApiResponse(responseCode = "422", description = "The id was used for another request.")
    @ApiResponse(responseCode = "428", description = "If-Match is missing.")
    ResponseEntity<ResultView> act(
            @Parameter(description = "The saga's id.") @PathVariable("id") String id,
            @Parameter(description = "The revision that was looked at: the saga's ETag.", example = "\"17\"")
                    @RequestHeader(name = "If-Match", required = false)
                    @Nullable
                    String ifMatch,
            @Parameter(description = "The request's own id, where the body has none.")
                    @RequestHeader(name = RequestIds.HEADER, required = false)
                    @Nullable
                    String key,
            @RequestBody ActionBody body,
            Person person) {
        SagaId saga = SagaId.parse(id);
        SagaKey sagaKey = desk.open(person, saga).row().key();
        person.require(Permission.ACT, sagaKey.definition());
        long seen = Revision.seen(ifMatch);
        ActionRequest request = ActionReading.request(body, key, seen);
        return answers.of(desk.act(person, saga, request, patience), sagaKey, seen);
    }

    @GetMapping("/{requestId}")
    @Operation(
            operationId = "getActionResult",
            summary = "What an action has come to by now",
            description =
                    "Reads the result out of the saga as it is stored now. Needs the permission to view its definition.")
    @ApiResponse(responseCode = "200", description = "It is settled.")
    @ApiResponse(responseCode = "202", description = "It is not settled yet.")
    @ApiResponse(
            responseCode = "409",
            description = "Nothing was done, because a rule forbids it or the case had moved.")
    ResponseEntity<ResultView> result(
            @Parameter(description = "The saga's id.") @PathVariable("id") String id,
            @Parameter(description = "The action's request id.") @PathVariable("requestId") String requestId,
            Person person) {
        SagaId saga = SagaId.parse(id);
        SagaKey sagaKey = desk.open(person, saga).row().key();
        ActionResult result = desk.result(person, saga, Given.text("requestId", requestId, 200))
                .orElseThrow(() -> Refusal.unknown("action"));
        return answers.of(result, sagaKey, 0);
    }
}
