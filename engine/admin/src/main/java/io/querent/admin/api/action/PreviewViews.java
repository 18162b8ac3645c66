package io.querent.admin.api.action;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.querent.admin.api.action.ActionViews.AmountView;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the API takes and shows previews. */
public final class PreviewViews {
    private PreviewViews() {}

    /** What would be wanted. */
    @Schema(name = "PreviewRequest", description = "What would be wanted.")
    public record PreviewBody(
            @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "compensate") @Nullable
            String action,

            @Schema(description = "Name of the operation, for actions on one.", example = "transfer", nullable = true)
            @Nullable
            String operation,

            @Schema(description = "For compensate-part.") @Nullable
            AmountView amount) {}

    /** One thing that would be done. */
    @Schema(name = "PlannedOperation", description = "One thing that would be done.")
    public record PlannedView(
            @Schema(example = "reserve.undo") String operation,

            @Schema(example = "default:payment:order-123:reserve.undo")
            String key,

            @Schema(description = "Key of the operation that it makes good for.", nullable = true) @Nullable
            String original,

            @Schema(description = "SEND, ASK_FIRST or PUBLISH.", example = "SEND")
            String act,

            @Schema(nullable = true) @Nullable AmountView amount,

            @Schema(
                    description = "The request, masked; absent where it cannot be built yet.",
                    type = "object",
                    nullable = true)
            @JsonRawValue
            @Nullable
            String request,

            @Schema(description = "Why there is no request or no amount, masked.", nullable = true) @Nullable
            String remark) {}

    /** A step that nothing would be done about. */
    @Schema(name = "SkippedStep", description = "A step that nothing would be done about.")
    public record SkippedView(@Schema(example = "transfer") String step, String why) {}

    /** What would come of it. */
    @Schema(
            name = "Preview",
            description = "What would come of an action, looked ahead by the functions that decide. Nothing is stored.")
    public record PreviewView(
            @Schema(
                    description =
                            "Whether this process can tell: it has the definition, and the action decides something.")
            boolean known,

            @Schema(description = "Why it would be refused, masked; absent when it would not.", nullable = true)
            @Nullable
            String refusal,

            @Schema(description = "What would be done, in order; what stands in one list is begun together.")
            List<List<PlannedView>> waves,

            List<SkippedView> skipped,

            @Schema(description = "What it would wait for beside answers, masked.")
            List<String> waits,

            @Schema(description = "Where the saga would stand after that.", example = "COMPENSATED", nullable = true)
            @Nullable
            String end,

            @Schema(description = "The saga's revision that was looked at.")
            long revision) {}
}
