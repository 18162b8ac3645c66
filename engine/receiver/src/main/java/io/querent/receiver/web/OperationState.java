package io.querent.receiver.web;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.querent.receiver.Body;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationRecord;
import io.querent.receiver.OperationStatus;
import java.time.Instant;
import java.util.Base64;
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
 * @param contentType of the answer; null where there is none
 * @param answer the answer, where it is JSON; null otherwise
 * @param answerBase64 the answer, where it is something else; null otherwise
 */
record OperationState(
        String key,
        OperationStatus status,
        @Nullable String code,
        boolean answerKept,
        @Nullable String contentType,
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
        Body body = answer == null || HttpAnswers.isMadeByTheContainer(answer.body()) ? null : answer.body();
        return new OperationState(
                known.key(),
                known.status(),
                answer instanceof OperationAnswer.Refused refused ? HttpAnswers.codeOf(refused.code()) : null,
                answer != null,
                body == null ? null : body.contentType(),
                body != null && isJson(body) ? body.text() : null,
                body != null && body.bytes().length > 0 && !isJson(body)
                        ? Base64.getEncoder().encodeToString(body.bytes())
                        : null,
                known.attempts(),
                known.firstAt(),
                known.endedAt());
    }

    private static boolean isJson(Body body) {
        if (body.bytes().length == 0 || !JSON.matcher(body.contentType()).matches()) {
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
