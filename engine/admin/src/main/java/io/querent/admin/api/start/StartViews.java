package io.querent.admin.api.start;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** How the API takes starts and answers them. */
public final class StartViews {
    private StartViews() {}

    /** What is to be started. */
    @Schema(name = "Start", description = "What is to be started.")
    public record StartBody(
            @Schema(
                    description = "Name of the definition.",
                    example = "payment",
                    requiredMode = Schema.RequiredMode.REQUIRED)
            @Nullable
            String definition,

            @Schema(description = "Its version; the newest that this process has when it is not given.", example = "1")
            @Nullable
            Integer version,

            @Schema(
                    description = "The tenant that the input has to belong to, where whoever calls wants that checked.",
                    example = "default")
            @Nullable
            String tenant,

            @Schema(
                    description = "The saga's input: any JSON that the definition's input type reads.",
                    implementation = Object.class,
                    requiredMode = Schema.RequiredMode.REQUIRED,
                    example = "{\"number\": \"order-123\", \"amount\": 12.50}")
            @Nullable
            JsonNode input) {}

    /** What was started. */
    @Schema(name = "Started", description = "The saga of a start.")
    public record StartedView(
            @Schema(example = "8b5f6c1e-4e0a-8c1d-9a53-0d4c7a1f2b3c")
            String id,

            @Schema(example = "default:payment:order-123") String key,

            @Schema(description = "Whether this request started it; false when the same start had come before.")
            boolean created) {}
}
