package io.querent.admin.api.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes the API's bodies, and nobody else's. With settings of its own: the API does not change with how an application spells its
 * own JSON, and it is read strictly, so that a misspelt member is refused and not passed over. Thread-safe.
 */
public final class ApiJson extends AbstractHttpMessageConverter<Object> {
    /** Largest body in bytes. */
    public static final int MOST_BYTES = 2 * 1024 * 1024;

    private static final String OURS = "io.querent.admin.";
    private static final int DEEPEST = 100;
    private static final int LONGEST_NUMBER = 100;

    // Numbers are not written out in full: 1e999999999 is a short text, and would be a thousand million digits.
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .maxNumberLength(LONGEST_NUMBER)
                            .build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    public ApiJson() {
        super(MediaType.APPLICATION_JSON);
    }

    @Override
    protected boolean supports(Class<?> type) {
        return type.getName().startsWith(OURS);
    }

    @Override
    protected Object readInternal(Class<?> type, HttpInputMessage message) throws IOException {
        byte[] body;
        try (InputStream stream = message.getBody()) {
            body = stream.readNBytes(MOST_BYTES + 1);
        }
        if (body.length > MOST_BYTES) {
            throw Refusal.tooLarge(MOST_BYTES);
        }
        Object read;
        try {
            read = MAPPER.readValue(body, type);
        } catch (DatabindException misfit) {
            throw Refusal.body(path(misfit), misfit.getOriginalMessage());
        } catch (JacksonException malformed) {
            throw Refusal.body("", malformed.getOriginalMessage());
        }
        if (read == null) {
            throw Refusal.body("", "null");
        }
        return read;
    }

    @Override
    protected void writeInternal(Object body, HttpOutputMessage message) throws IOException {
        message.getBody().write(bytes(body));
    }

    /** The JSON of a body. */
    public static byte[] bytes(Object body) {
        return MAPPER.writeValueAsBytes(body);
    }

    /** Any JSON text as a tree; for text that this process wrote. */
    public static JsonNode tree(String json) {
        return MAPPER.readTree(json);
    }

    /** The text of a tree, decimal-exact. */
    public static String text(JsonNode tree) {
        return MAPPER.writeValueAsString(tree);
    }

    /** Where in a body something does not fit: {@code input.amount}; empty for the body itself. */
    public static String path(DatabindException misfit) {
        StringBuilder path = new StringBuilder();
        misfit.getPath().forEach(each -> {
            String name = each.getPropertyName();
            path.append(name == null ? "[" + each.getIndex() + "]" : (path.isEmpty() ? "" : ".") + name);
        });
        return path.toString();
    }
}
