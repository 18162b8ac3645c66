package io.querent.admin.api.action;

import io.querent.runtime.action.ActionResult;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** How the API takes actions and shows what came of them. */
public final class ActionViews {
    private ActionViews() {}

    /** An amount of money. */
    @Schema(
            name = "Amount",
            description = "An amount of money. The value is a text, so that nobody reads it as a binary fraction.")
    public record AmountView(
            @Schema(example = "12.50") @Nullable String value,

            @Schema(description = "Code of ISO 4217.", example = "EUR") @Nullable
            String currency) {}

    /** What is wanted. */
    @Schema(name = "Action", description = "What somebody wants done to a saga or one of its operations.")
    public record ActionBody(
            @Schema(
                    description = "What is wanted.",
                    requiredMode = Schema.RequiredMode.REQUIRED,
                    example = "confirm-succeeded",
                    allowableValues = {
                        "confirm-succeeded",
                        "confirm-failed",
                        "confirm-never-ran",
                        "ask-now",
                        "retry-now",
                        "made-good",
                        "approve",
                        "decline",
                        "signal",
                        "redrive",
                        "compensate-step",
                        "compensate-part",
                        "compensate",
                        "cancel",
                        "pause",
                        "resume",
                        "wake",
                        "move",
                        "abandon"
                    })
            @Nullable
            String action,

            @Schema(
                    description = "Name of the operation within the saga; for actions on an operation.",
                    example = "transfer")
            @Nullable
            String operation,

            @Schema(
                    description = "Why, in the person's words; up to 2,000 characters.",
                    requiredMode = Schema.RequiredMode.REQUIRED,
                    example = "The bank confirmed by phone, ticket 4711")
            @Nullable
            String reason,

            @Schema(
                    description = "What a statement relies on; for confirm-… and made-good.",
                    example = "statement of account of 29 November, line 12")
            @Nullable
            String evidence,

            @Schema(description = "The downstream's code of refusal; for confirm-failed.", example = "account-closed")
            @Nullable
            String code,

            @Schema(
                    description = "The operation's result, for confirm-succeeded; the word, for signal. Any JSON.",
                    type = "object",
                    implementation = Object.class)
            @Nullable
            JsonNode result,

            @Schema(description = "For compensate-part.") @Nullable
            AmountView amount,

            @Schema(description = "The version to move to; for move.", example = "2") @Nullable
            Integer version,

            @Schema(
                    description =
                            "The request's own id, where the header Idempotency-Key is not given. The same id again is the same request.",
                    example = "4d6f0a6e-7c1e-4f7e-9d43-5ce5b5a0c1de")
            @Nullable
            String requestId) {}

    /** What came of an action. */
    @Schema(
            name = "ActionResult",
            description = "What came of a request, as far as it is known now. Never more than is proved.")
    public record ResultView(
            @Schema(example = "4d6f0a6e-7c1e-4f7e-9d43-5ce5b5a0c1de")
            String requestId,

            @Schema(
                    description =
                            "In a word. EFFECT_CONFIRMED: it took effect, proved. CONFIRMED_ABSENT: there is no effect and never will be,"
                                    + " proved. STILL_UNKNOWN: nobody can say yet. ACCEPTED: stored, and carried out later. RECORDED: done;"
                                    + " it moves no money by itself. NOTHING_NEW: things stood so already. AWAITS_APPROVAL: a second"
                                    + " person has to approve it. REFUSED, STALE, PARKED: nothing was done.",
                    example = "EFFECT_CONFIRMED")
            ActionResult.Effect effect,

            @Schema(description = "The same for people, masked.")
            String sentence,

            @Schema(example = "WAITING") String sagaStatus,

            @Schema(description = "The saga's revision now.", example = "18")
            long revision,

            @Schema(description = "When more will be known at the earliest.", nullable = true) @Nullable
            Instant until,

            @Schema(description = "Whether the request had been sent before, so that nothing was done this time.")
            boolean repeated,

            @Schema(description = "Whether asking again gives the same.")
            boolean settled) {}

    /** A request for a second person. */
    @Schema(name = "Approval", description = "A request that waits for a second person, or did.")
    public record ApprovalView(
            @Schema(description = "The action's request id.")
            String id,

            @Schema(example = "default:payment:order-123") String saga,
            String sagaId,

            @Schema(description = "The action.", example = "compensate")
            String decision,

            @Schema(nullable = true) @Nullable String operation,
            @Schema(example = "maria") String requestedBy,
            @Schema(description = "Masked.") String reason,

            @Schema(description = "The revision that the requester had looked at.")
            long revision,

            @Schema(description = "The rule that demands it.")
            String rule,

            Instant askedAt,
            Instant expiresAt,
            @Schema(example = "OPEN") String state,
            @Schema(nullable = true) @Nullable String settledBy,
            @Schema(description = "What they said, masked.") String comment) {}

    /** Requests that are open. */
    @Schema(name = "Approvals", description = "Requests that wait for a second person, oldest first.")
    public record ApprovalList(List<ApprovalView> approvals) {}

    /** What somebody says. */
    @Schema(name = "Comment", description = "What somebody says.")
    public record CommentBody(
            @Schema(description = "Up to 2,000 characters.", example = "checked with the bank") @Nullable
            String comment) {}
}
