package io.querent.command.history;

import io.querent.decision.history.AttemptHistory;
import io.querent.decision.history.Note;
import io.querent.decision.history.OperationHistory;
import io.querent.decision.history.SagaHistory;
import io.querent.runtime.masking.TextMask;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A history as JSON. */
public final class HistoryJson {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** What people and providers said. */
    private interface Said {
        String masked(String text);
    }

    private HistoryJson() {}

    /** One JSON object, indented; what people and providers said is masked. */
    public static String text(SagaHistory history, TextMask mask) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(members(history, mask));
    }

    /** The members of that object. */
    public static Map<String, @Nullable Object> members(SagaHistory history, TextMask mask) {
        Said said = text -> mask.mask(text, history.key());
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("key", history.key().toString());
        members.put("status", history.status().name());
        members.put("revision", history.revision());
        members.put("definitionVersion", history.definitionVersion());
        members.put("startedAt", history.startedAt().toString());
        members.put(
                "operations",
                history.operations().stream().map(each -> operation(each, said)).toList());
        members.put("notes", notes(history.notes(), said));
        return members;
    }

    /** One operation of a saga, with the saga's key. */
    public static String text(SagaHistory history, OperationHistory operation, TextMask mask) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("saga", history.key().toString());
        members.put("sagaStatus", history.status().name());
        members.put("revision", history.revision());
        members.putAll(operation(operation, text -> mask.mask(text, history.key())));
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(members);
    }

    private static Map<String, @Nullable Object> operation(OperationHistory operation, Said said) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("name", operation.name());
        members.put("key", operation.key().value());
        members.put("compensates", operation.compensates().map(Object::toString).orElse(null));
        members.put("status", operation.status().name());
        members.put("requestHash", operation.requestHash());
        members.put(
                "attempts",
                operation.attempts().stream().map(each -> attempt(each, said)).toList());
        members.put("notes", notes(operation.notes(), said));
        return members;
    }

    private static Map<String, @Nullable Object> attempt(AttemptHistory attempt, Said said) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("number", attempt.number());
        members.put("node", attempt.node());
        members.put("token", attempt.token());
        members.put("startedAt", attempt.startedAt().toString());
        members.put("outcome", attempt.outcome());
        String evidence = attempt.evidence();
        members.put("evidence", evidence == null ? null : said.masked(evidence));
        members.put("endedAt", text(attempt.endedAt()));
        return members;
    }

    private static List<Map<String, String>> notes(List<Note> notes, Said said) {
        return notes.stream()
                .map(note -> {
                    Map<String, String> members = new LinkedHashMap<>();
                    members.put("at", note.at().toString());
                    members.put("what", note.what());
                    members.put("detail", said.masked(note.detail()));
                    return members;
                })
                .toList();
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }
}
