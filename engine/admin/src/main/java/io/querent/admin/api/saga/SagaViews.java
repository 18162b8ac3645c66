package io.querent.admin.api.saga;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the API shows sagas. */
public final class SagaViews {
    private static final String ID = "8b5f6c1e-4e0a-8c1d-9a53-0d4c7a1f2b3c";
    private static final String KEY = "default:payment:order-123";

    private SagaViews() {}

    /** A saga in a list. */
    @Schema(name = "SagaSummary", description = "A saga in a list.")
    public record Summary(
            @Schema(example = ID) String id,
            @Schema(example = KEY) String key,
            @Schema(example = "payment") String definition,
            @Schema(example = "1") int definitionVersion,

            @Schema(description = "Where it stands.", example = "WAITING")
            String status,

            @Schema(description = "Number of its events.", example = "17")
            long revision,

            Instant startedAt,
            @Schema(nullable = true) @Nullable Instant endedAt,

            @Schema(description = "What its definition has it found by.")
            Map<String, String> attributes) {}

    /** A page of sagas. */
    @Schema(name = "SagaPage", description = "A page of sagas.")
    public record Page(
            List<Summary> sagas,

            @Schema(description = "Where the next page begins; absent on the last one.", nullable = true) @Nullable
            String next) {}

    /** Why a saga stands where it stands. */
    @Schema(name = "Standing", description = "Why a saga stands where it stands.")
    public record StandingView(
            @Schema(
                    description = "In one sentence.",
                    example = "It waits for a person to decide: transfer (CANNOT_BE_PROVED).")
            String sentence,

            @Schema(description = "When it goes on by itself; absent when nothing is due.", nullable = true) @Nullable
            Instant until) {}

    /** An open case. */
    @Schema(name = "OpenReview", description = "A case of this saga that waits for a person.")
    public record ReviewView(
            @Schema(example = "transfer") String operation,
            @Schema(example = "CANNOT_BE_PROVED") String reason,

            @Schema(description = "The particulars, masked.")
            String detail,

            @Schema(description = "Revision of what the case is about.", example = "12")
            long revision) {}

    /** One saga. */
    @Schema(name = "Saga", description = "One saga. Its ETag is its revision.")
    public record SagaView(
            @Schema(example = ID) String id,
            @Schema(example = KEY) String key,
            @Schema(example = "default") String tenant,
            @Schema(example = "payment") String definition,
            @Schema(example = "1") int definitionVersion,
            @Schema(example = "order-123") String businessKey,
            @Schema(example = "WAITING") String status,

            @Schema(description = "Number of its events: what If-Match takes.", example = "17")
            long revision,

            @Schema(description = "Canonical hash of its input.", example = "v1:4f1c…")
            String inputHash,

            @Schema(description = "Its input, masked.", type = "object") @JsonRawValue
            String input,

            Instant startedAt,
            @Schema(nullable = true) @Nullable Instant endedAt,

            @Schema(description = "The node that runs it now.", nullable = true) @Nullable
            String owner,

            @Schema(description = "Fencing token of the latest ownership.", example = "3")
            long token,

            StandingView standing,
            List<ReviewView> reviews) {}

    /** One operation. */
    @Schema(name = "Operation", description = "An action or a compensation of a saga.")
    public record OperationView(
            @Schema(example = "transfer") String name,
            @Schema(example = KEY + ":transfer") String key,

            @Schema(description = "Key of the operation that it makes good for.", nullable = true) @Nullable
            String compensates,

            @Schema(example = "UNKNOWN") String status,

            @Schema(description = "Attempts begun.", example = "2")
            int attempts,

            @Schema(description = "How many of them may have taken effect when they ended.", example = "1")
            int uncertainAttempts,

            @Schema(description = "When the first attempt that may have run began.", nullable = true) @Nullable
            Instant firstSentAt,

            @Schema(description = "When something follows by itself.", nullable = true) @Nullable
            Instant dueAt,

            @Schema(description = "From when on \"not found\" proves absence.", nullable = true) @Nullable
            Instant absentFrom,

            @Schema(description = "Canonical hash of the request.", nullable = true) @Nullable
            String requestHash,

            @Schema(
                    description = "The request, masked; absent before the first attempt.",
                    type = "object",
                    nullable = true)
            @JsonRawValue
            @Nullable
            String request,

            @Schema(description = "The result, masked; absent unless it took effect.", type = "object", nullable = true)
            @JsonRawValue
            @Nullable
            String result,

            @Schema(description = "Revision of what a decision about it has to have seen.", example = "12")
            long revision) {}

    /** All operations of a saga. */
    @Schema(
            name = "Operations",
            description = "All operations of a saga that have begun, in the order in which they did.")
    public record Operations(
            @Schema(example = KEY) String saga,
            long revision,
            List<OperationView> operations,

            @Schema(description = "Where the next page begins; absent on the last one.", nullable = true) @Nullable
            Long next) {}

    /** Something that is part of a history. */
    @Schema(name = "Note", description = "A question's answer, evidence, a decision, a turn.")
    public record NoteView(
            Instant at,
            @Schema(example = "asked") String what,

            @Schema(description = "The particulars, masked.")
            String detail) {}

    /** One attempt. */
    @Schema(name = "Attempt", description = "One send of an operation.")
    public record AttemptView(
            @Schema(example = "1") int number,
            @Schema(example = "node-1") String node,
            @Schema(example = "3") long token,
            Instant startedAt,

            @Schema(description = "Absent while it is in flight.", example = "Unknown", nullable = true) @Nullable
            String outcome,

            @Schema(description = "What was seen, masked.", nullable = true) @Nullable
            String evidence,

            @Schema(nullable = true) @Nullable Instant endedAt) {}

    /** One row of a history. */
    @Schema(name = "OperationHistory", description = "What happened to one operation.")
    public record RowView(
            @Schema(example = "transfer") String name,
            @Schema(example = KEY + ":transfer") String key,
            @Schema(nullable = true) @Nullable String compensates,
            @Schema(example = "UNKNOWN") String status,
            @Schema(nullable = true) @Nullable String requestHash,
            List<AttemptView> attempts,
            List<NoteView> notes) {}

    /** All that happened to a saga. */
    @Schema(name = "History", description = "All that happened to a saga, readable.")
    public record HistoryView(
            @Schema(example = KEY) String saga,
            @Schema(example = "WAITING") String status,
            @Schema(example = "17") long revision,
            @Schema(example = "1") int definitionVersion,
            Instant startedAt,
            List<RowView> operations,
            List<NoteView> notes) {}

    /** One event. */
    @Schema(name = "Event", description = "One event as it is stored, masked.")
    public record EventView(
            @Schema(description = "From 1.", example = "4") long number,
            @Schema(example = "outcome-unknown") String type,
            @Schema(example = "1") int revision,
            Instant at,

            @Schema(description = "The event's members. Payloads and free text are masked.", type = "object")
            @JsonRawValue
            String content) {}

    /** A page of events. */
    @Schema(name = "EventPage", description = "A page of events.")
    public record EventPage(
            @Schema(example = KEY) String saga,
            long revision,
            List<EventView> events,

            @Schema(description = "Number after which the next page begins; absent on the last one.", nullable = true)
            @Nullable
            Long next) {}

    /** Everything about a saga. */
    @Schema(name = "SagaExport", description = "Everything about a saga, masked.")
    public record Export(
            @Schema(example = "querent-saga/1") String format,
            Instant exportedAt,
            @Schema(example = "maria") String exportedBy,
            SagaView saga,
            HistoryView history,
            List<OperationView> operations,
            List<EventView> events) {}

    /** An operation, found by its key. */
    @Schema(name = "FoundOperation", description = "An operation, and the saga that it is of.")
    public record FoundOperation(Summary saga, OperationView operation, StandingView standing) {}
}
