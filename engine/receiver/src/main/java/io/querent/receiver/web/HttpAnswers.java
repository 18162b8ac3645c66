package io.querent.receiver.web;

import io.querent.receiver.Body;
import io.querent.receiver.OperationAnswer;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an endpoint answered, as the guard keeps it, and back. A refusal's status stands before its code: {@code 422:NO_FUNDS}. */
final class HttpAnswers {
    static final String REPLAYED = "Idempotency-Replayed";

    /** Given before the business was asked: nothing is settled by them, and the same key may come again. */
    private static final Set<Integer> NOT_SETTLED = Set.of(400, 401, 403, 405, 406, 407, 408, 413, 415, 425, 429);

    private static final Pattern CODE = Pattern.compile("(4[0-9]{2}):(.{1,60})");
    private static final Pattern PLAIN_CODE = Pattern.compile("[!-~]{1,60}");
    private static final int LONGEST_TYPE = 100;

    /** Kept in place of a content type where {@code sendError} was called. */
    private static final String MADE_BY_THE_CONTAINER = "error/message";

    private static final JsonMapper JSON = JsonMapper.shared();

    private HttpAnswers() {}

    /** Whether the answer is the business's last word. Everything else is undone and passed on. */
    static boolean isSettled(CapturedResponse response) {
        int status = response.getStatus();
        return (status >= 200 && status < 300) || (status >= 400 && status < 500 && !NOT_SETTLED.contains(status));
    }

    static OperationAnswer kept(CapturedResponse response) {
        byte[] bytes = response.content();
        Body content = response.isError()
                ? new Body(MADE_BY_THE_CONTAINER, response.errorMessage().getBytes(StandardCharsets.UTF_8))
                : new Body(typeOf(response), bytes);
        Body body = content.withHeaders(AnswerHeaders.of(response));
        return response.getStatus() < 300
                ? OperationAnswer.succeeded(body)
                : OperationAnswer.refused(response.getStatus() + ":" + codeIn(bytes), body);
    }

    static void replay(OperationAnswer answer, HttpServletResponse response) throws IOException {
        int status = answer instanceof OperationAnswer.Refused refused ? statusOf(refused.code()) : 200;
        response.setStatus(status);
        response.setHeader(REPLAYED, "true");
        Body body = answer.body();
        AnswerHeaders.replay(body, response);
        if (isMadeByTheContainer(body)) {
            response.sendError(status, body.bytes().length == 0 ? null : body.text());
            return;
        }
        if (!body.contentType().isEmpty()) {
            response.setContentType(body.contentType());
        }
        byte[] bytes = body.bytes();
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }

    /** Whether the endpoint gave a status and a message alone. */
    static boolean isMadeByTheContainer(Body body) {
        return body.contentType().equals(MADE_BY_THE_CONTAINER);
    }

    /** Parameters of a type that is too long to be kept go; the type itself says enough. */
    private static String typeOf(CapturedResponse response) {
        String type = response.getContentType();
        if (type == null) {
            return "";
        }
        return type.length() <= LONGEST_TYPE ? type : type.split(";", 2)[0].strip();
    }

    /** The code without the status. */
    static String codeOf(String kept) {
        Matcher matcher = CODE.matcher(kept);
        return matcher.matches() ? matcher.group(2) : kept;
    }

    private static int statusOf(String kept) {
        Matcher matcher = CODE.matcher(kept);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 422;
    }

    /** What a program goes by: the member {@code code} of a body in JSON. */
    private static String codeIn(byte[] content) {
        try {
            JsonNode code = JSON.readTree(content).path("code");
            String text = code.isString() ? code.stringValue() : "";
            return PLAIN_CODE.matcher(text).matches() ? text : "REFUSED";
        } catch (JacksonException none) {
            return "REFUSED";
        }
    }
}
