package io.querent.runtime.admin;

import io.querent.runtime.admin.Nodes.Report;
import io.querent.runtime.call.DownstreamView;
import io.querent.runtime.codec.LoneSurrogates;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes and reads what nodes say of themselves. Thread-safe. */
public final class NodeReportCodec {
    private final JsonMapper mapper = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private record Form(
            long ownedSagas,
            @Nullable List<String> definitions,
            @Nullable Map<String, DownstreamView> downstreams) {}

    /** Writes a report as JSON text, without the node's name. */
    public String encode(Report report) {
        return LoneSurrogates.escape(
                mapper.writeValueAsString(new Form(report.ownedSagas(), report.definitions(), report.downstreams())));
    }

    /** Reads a report. Of one that another version wrote, and that cannot be read, there is left that the node lives. */
    public Report decode(String node, String json) {
        try {
            Form form = mapper.readValue(json, Form.class);
            return new Report(
                    node,
                    form.ownedSagas,
                    form.definitions == null ? List.of() : form.definitions,
                    form.downstreams == null ? Map.of() : form.downstreams);
        } catch (JacksonException | NullPointerException other) {
            return new Report(node, 0, List.of(), Map.of());
        }
    }
}
