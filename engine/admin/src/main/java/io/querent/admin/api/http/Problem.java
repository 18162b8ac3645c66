package io.querent.admin.api.http;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A refusal in the form of RFC 9457.
 *
 * @param member the parameter, header or member of the body that it is about; null when it is about none
 * @param revision the saga's revision now, where the request was made on an older one or the state forbids it; null elsewhere
 */
@Schema(description = "A refusal in the form of RFC 9457. Its code is explained in docs/errors.md.")
public record Problem(
        @Schema(example = "about:blank") String type,
        @Schema(example = "Bad Request") String title,
        @Schema(example = "400") int status,

        @Schema(description = "Stable code.", example = "QRT-6066", pattern = "QRT-[0-9]{4}")
        String code,

        @Schema(
                description = "What happened, what was expected and found, and what to do.",
                example =
                        "QRT-6066 limit is malformed; expected=1 to 1000, found=0; correct it, then send the request again")
        String detail,

        @Schema(description = "The parameter, header or member of the body that it is about.", nullable = true)
        @Nullable
        String member,

        @Schema(
                description = "The saga's revision now, where the case has moved or its state forbids it.",
                nullable = true)
        @Nullable
        Long revision) {}
