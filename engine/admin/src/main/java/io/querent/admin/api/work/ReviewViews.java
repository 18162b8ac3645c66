package io.querent.admin.api.work;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the API shows cases that wait for a person. */
public final class ReviewViews {
    private ReviewViews() {}

    /** Who has a case. */
    @Schema(name = "Claim", description = "Who looks after a case.")
    public record ClaimView(@Schema(example = "maria") String operator, Instant since) {}

    /** A case. */
    @Schema(name = "Case", description = "A case that waits for a person.")
    public record CaseView(
            @Schema(example = "default:payment:order-123") String saga,
            String sagaId,
            @Schema(example = "transfer") String operation,

            @Schema(example = "default:payment:order-123:transfer")
            String key,

            @Schema(example = "CANNOT_BE_PROVED") String reason,

            @Schema(description = "The particulars, masked.")
            String detail,

            @Schema(description = "Number of the event that opened it.", example = "12")
            long revision,

            Instant openedAt,
            @Schema(nullable = true) @Nullable ClaimView claim) {}

    /** A page of cases. */
    @Schema(name = "CasePage", description = "A page of open cases.")
    public record CasePage(
            List<CaseView> cases,

            @Schema(description = "Where the next page begins; absent on the last one.", nullable = true) @Nullable
            String next) {}

    /** What somebody said. */
    @Schema(name = "CaseComment", description = "What somebody said about a case.")
    public record CommentView(
            String operation,
            long revision,
            @Schema(example = "maria") String operator,
            @Schema(description = "Masked.") String text,
            Instant at) {}

    /** All that was said. */
    @Schema(name = "CaseComments", description = "What was said about a saga's cases, oldest first.")
    public record CaseComments(List<CommentView> comments) {}

    /** Who gives a case back. */
    @Schema(name = "Release", description = "Whose claim ends.")
    public record ReleaseBody(
            @Schema(description = "Who has it; the caller when it is not given.", example = "maria", nullable = true)
            @Nullable
            String operator) {}

    /** What somebody says. */
    @Schema(name = "CaseText", description = "What somebody says.")
    public record TextBody(
            @Schema(
                    description = "Up to 2,000 characters.",
                    example = "called the bank",
                    requiredMode = Schema.RequiredMode.REQUIRED)
            @Nullable
            String text) {}
}
