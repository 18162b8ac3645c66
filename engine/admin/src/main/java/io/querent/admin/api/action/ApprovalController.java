package io.querent.admin.api.action;

import io.querent.admin.access.Permission;
import io.querent.admin.access.Person;
import io.querent.admin.api.action.ActionViews.ApprovalList;
import io.querent.admin.api.action.ActionViews.ApprovalView;
import io.querent.admin.api.action.ActionViews.CommentBody;
import io.querent.admin.api.action.ActionViews.ResultView;
import io.querent.admin.api.http.Given;
import io.querent.admin.api.http.Refusal;
import io.querent.admin.api.saga.Masked;
import io.querent.admin.desk.AdminDesk;
import io.querent.decision.Authority;
import io.querent.runtime.admin.Approvals;
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
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Second persons. */
@RestController
@RequestMapping("/api/v1/approvals")
@Tag(
        name = "Approvals",
        description = "What waits for a second person. Nobody approves what they asked for themselves.")
public final class ApprovalController {
    private static final int LONGEST_COMMENT = 2_000;
    private static final int LONGEST_ID = 200;

    private final AdminDesk desk;
    private final Duration patience;
    private final ActionReading reading;
    private final Answers answers;

    /** @param patience how long to wait for what comes of an approved action */
    public ApprovalController(AdminDesk desk, Duration patience, Masked masked) {
        this.desk = desk;
        this.patience = patience;
        this.reading = new ActionReading(masked);
        this.answers = new Answers(reading);
    }

    @GetMapping
    @Operation(
            operationId = "listApprovals",
            summary = "What waits for a second person",
            description = "Open requests, oldest first, of the definitions that the caller may view.")
    ApprovalList open(
            @Parameter(description = "At most so many, 1 to 1,000; 100 when it is not given.")
                    @RequestParam(name = "limit", required = false)
                    @Nullable
                    Integer limit,
            Person person) {
        return new ApprovalList(reading.approvals(desk.approvals(person, Given.limit(limit, 100, 1_000))));
    }

    @GetMapping("/{requestId}")
    @Operation(
            operationId = "getApproval",
            summary = "One request for a second person",
            description = "Open or settled.")
    ApprovalView get(
            @Parameter(description = "The action's request id.") @PathVariable("requestId") String requestId,
            Person person) {
        return reading.approval(asked(person, requestId));
    }

    @PostMapping("/{requestId}/approve")
    @Operation(
            operationId = "approve",
            summary = "Approve what somebody else wants done",
            description =
                    "What is carried out is what was asked for, with the revision that the requester had seen. Approving again changes"
                            + " nothing. Needs the permission to approve for the saga's definition.")
    @ApiResponse(responseCode = "200", description = "It was carried out, and is settled.")
    @ApiResponse(responseCode = "202", description = "It is approved and will be carried out.")
    @ApiResponse(
            responseCode = "409",
            description = "It was approved, and then refused: a rule forbids it or the case has moved.")
    @ApiResponse(responseCode = "422", description = "It is the caller's own, was settled otherwise, or has expired.")
    ResponseEntity<ResultView> approve(
            @Parameter(description = "The action's request id.") @PathVariable("requestId") String requestId,
            @RequestBody CommentBody body,
            Person person) {
        SagaKey saga = asked(person, requestId).letter().saga();
        person.require(Permission.APPROVE, saga.definition());
        String comment = Given.text("comment", body.comment(), LONGEST_COMMENT);
        return answers.of(
                desk.approve(person, requestId, comment, patience).orElseThrow(ApprovalController::unknown), saga, 0);
    }

    @PostMapping("/{requestId}/decline")
    @Operation(
            operationId = "decline",
            summary = "Say no to what somebody wants done, or take back what one wanted oneself",
            description =
                    "Nothing is sent. Needs the permission to approve for the saga's definition, or to be the requester.")
    @ApiResponse(responseCode = "200", description = "It is declined.")
    @ApiResponse(responseCode = "422", description = "It was settled otherwise, or has expired.")
    ApprovalView decline(
            @Parameter(description = "The action's request id.") @PathVariable("requestId") String requestId,
            @RequestBody CommentBody body,
            Person person) {
        Approvals.Request asked = asked(person, requestId);
        if (!Authority.isSamePerson(asked.letter().content().sender(), person.name())) {
            person.require(Permission.APPROVE, asked.letter().saga().definition());
        }
        String comment = Given.text("comment", body.comment(), LONGEST_COMMENT);
        if (desk.decline(person, requestId, comment).isEmpty()) {
            throw unknown();
        }
        return reading.approval(asked(person, requestId));
    }

    private Approvals.Request asked(Person person, String requestId) {
        return desk.approval(person, Given.text("requestId", requestId, LONGEST_ID))
                .orElseThrow(ApprovalController::unknown);
    }

    private static Refusal unknown() {
        return Refusal.unknown("request for a second person");
    }
}
