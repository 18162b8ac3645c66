package io.querent.admin.api.work;

import io.querent.admin.api.saga.SearchTerms;
import io.querent.runtime.admin.BulkJobs;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the API takes and shows bulk jobs. */
public final class BulkViews {
    private BulkViews() {}

    /** Which sagas. */
    @Schema(
            name = "Selection",
            description = "Which sagas: all that fit and were started before now. What is not given may be anything.")
    public record SelectionBody(
            @Schema(example = "default", nullable = true) @Nullable
            String tenant,

            @Schema(
                    description = "Needed by who may act on some definitions alone.",
                    example = "payment",
                    nullable = true)
            @Nullable
            String definition,

            @Schema(description = "All of it.", example = "order-123", nullable = true) @Nullable
            String businessKey,

            @Schema(example = "order-", nullable = true) @Nullable
            String businessKeyPrefix,

            @Schema(example = "IN_REVIEW", nullable = true) @Nullable
            String status,

            @Schema(description = "NAME=VALUE", example = "customer=4711", nullable = true) @Nullable
            String attribute,

            @Schema(example = "2026-11-29T02:00:00Z", nullable = true) @Nullable
            String startedFrom,

            @Schema(example = "2026-11-29T03:00:00Z", nullable = true) @Nullable
            String startedBefore,

            @Schema(
                    description =
                            "Name of an operation that left the happy path. This and the three after it have to be"
                                    + " true of the same operation.",
                    example = "transfer",
                    nullable = true)
            @Nullable
            String step,

            @Schema(description = "Where that operation stands.", example = "UNKNOWN", nullable = true) @Nullable
            String operationStatus,

            @Schema(
                    description = "What the latest that was told of its trouble begins with, up to the first colon.",
                    example = "read-timeout",
                    nullable = true)
            @Nullable
            String errorCode,

            @Schema(
                    description = "It is not final, and has stood where it stands for longer than this.",
                    example = "PT15M",
                    nullable = true)
            @Nullable
            String longerThan) {
        SearchTerms terms() {
            return new SearchTerms(
                    tenant,
                    definition,
                    businessKey,
                    businessKeyPrefix,
                    status,
                    attribute,
                    startedFrom,
                    startedBefore,
                    null,
                    step,
                    operationStatus,
                    errorCode,
                    longerThan);
        }
    }

    /** What is wanted of many. */
    @Schema(name = "NewBulkJob", description = "What is wanted of many sagas.")
    public record JobBody(
            @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable
            SelectionBody selection,

            @Schema(
                    requiredMode = Schema.RequiredMode.REQUIRED,
                    example = "ask-now",
                    allowableValues = {
                        "ask-now",
                        "retry-now",
                        "redrive",
                        "compensate-step",
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

            @Schema(description = "Name of the operation, for actions on one.", example = "transfer", nullable = true)
            @Nullable
            String operation,

            @Schema(description = "For move.", example = "2", nullable = true) @Nullable
            Integer version,

            @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "bank outage of 29 November, ticket 4711")
            @Nullable
            String reason,

            @Schema(
                    description = "Sagas a second, 1 to 1,000; 10 when it is not given.",
                    example = "10",
                    nullable = true)
            @Nullable
            Integer ratePerSecond) {}

    /** Why a job is changed. */
    @Schema(name = "BulkChange", description = "Why a job is started, paused or ended.")
    public record ChangeBody(
            @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "dry run looked right") @Nullable
            String reason) {}

    /** A job. */
    @Schema(name = "BulkJob", description = "An action on many sagas, and how far it has come.")
    public record JobView(
            String id,
            @Schema(example = "FROZEN") BulkJobs.JobState state,

            @Schema(
                    description = "What is decided; absent where each is only woken up.",
                    example = "compensate",
                    nullable = true)
            @Nullable
            String decision,

            @Schema(nullable = true) @Nullable String operation,
            @Schema(nullable = true) @Nullable String definition,
            @Schema(example = "maria") String operator,
            @Schema(description = "Masked.") String reason,
            int ratePerSecond,

            @Schema(description = "Sagas that were started later are not in it.")
            Instant cutOff,

            @Schema(description = "The rule that demands a second person.", nullable = true) @Nullable
            String rule,

            @Schema(nullable = true) @Nullable String approvedBy,
            int items,
            int planned,
            int sent,
            int applied,
            int nothingNew,
            int refused,
            int parked,
            @Schema(nullable = true) @Nullable Instant endedAt) {}

    /** Jobs. */
    @Schema(name = "BulkJobs", description = "Jobs, newest first.")
    public record JobList(List<JobView> jobs) {}

    /** An item. */
    @Schema(name = "BulkItem", description = "A saga of a job.")
    public record ItemView(
            int number,
            @Schema(example = "default:payment:order-123") String saga,
            String sagaId,

            @Schema(description = "Its revision when the selection was frozen.")
            long revision,

            BulkJobs.ItemState state,

            @Schema(description = "Why it was refused, masked; empty where there is nothing to say.")
            String detail) {}

    /** A page of items. */
    @Schema(name = "BulkItemPage", description = "Items of a job by number.")
    public record ItemPage(
            List<ItemView> items,

            @Schema(description = "The after of the next page; absent on the last one.", nullable = true) @Nullable
            Integer next) {}

    /** What would become of an item. */
    @Schema(name = "ForeseenItem", description = "What would become of an item if it were carried out now.")
    public record ForeseenView(
            ItemView item,

            @Schema(description = "Where its saga stands now.", example = "IN_REVIEW")
            String status,

            @Schema(description = "In words, masked.") String foreseen,

            @Schema(description = "Whether it would be refused; absent when this process cannot tell.", nullable = true)
            @Nullable
            Boolean refused) {}

    /** A page of what would become of items. */
    @Schema(name = "DryRunPage", description = "What would become of a job's items. Nothing is stored or sent.")
    public record DryRunPage(
            List<ForeseenView> items,

            @Schema(description = "The after of the next page; absent on the last one.", nullable = true) @Nullable
            Integer next) {}
}
