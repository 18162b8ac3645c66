package io.querent.receiver.web;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.querent.receiver.Body;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationRecord;
import io.querent.receiver.OperationStatus;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code GET /operations/{key}} tells.
 *
 * @param status see {@link OperationStatus}
 * @param code of a refusal; null otherwise
 * @param answerKept whether the answer is still there: after a long time it may not be
 * @param contentType of the answer; null where it has no content, or says none
 * @param headers that belong to the answer, as a repeat is given them; empty where there are none
 * @param answer the answer, where it is JSON; null otherwise
 * @param answerBase64 the answer, where it is something else; null otherwise
 */
record OperationState(
        String key,
        OperationStatus status,
        @Nullable String code,
        boolean answerKept,
        @Nullable String contentType,
        Map<String, String> headers,
        @JsonRawValue @Nullable String answer,
        @Nullable String answerBase64,
        int attempts,
        Instant firstAt,
        @Nullable Instant endedAt) {

    private static final Pattern JSON = Pattern.compile("(?i)application/([a-z0-9.-]+\\+)?json(\\s*;.*)?");

    private static final ObjectReader READER =
            JsonMapper.shared().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    static OperationState of(OperationRecord known) {
        OperationAnswer answer = known.answer();
        Body content = answer == null ? null : contentOf(answer.body());
        boolean isJson = content != null && isJson(content);
        return new OperationState(
                known.key(),
                known.status(),
                answer instanceof OperationAnswer.Refused refused ? HttpAnswers.codeOf(refused.code()) : null,
                answer != null,
                content == null || content.contentType().isEmpty() ? null : content.contentType(),
                answer == null ? Map.of() : answer.body().headers(),
                content != null && isJson ? content.text() : null,
                content != null && !isJson ? Base64.getEncoder().encodeToString(content.bytes()) : null,
                known.attempts(),
                known.firstAt(),
                known.endedAt());
    }

    /** Null where a status and headers are all, or the container makes the content. */
    private static @Nullable Body contentOf(Body body) {
        return body.bytes().length == 0 || HttpAnswers.isMadeByTheContainer(body) ? null : body;
    }

    private static boolean isJson(Body body) {
        if (!JSON.matcher(body.contentType()).matches()) {
            return false;
        }
        try {
            // What only claims to be JSON would make the whole state none.
            JsonNode unused = READER.readTree(body.bytes());
            return true;
        } catch (JacksonException none) {
            return false;
        }
    }
}
