package io.querent.runtime.codec;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.querent.runtime.journal.SagaSearch;
import io.querent.saga.OperationKey;
import io.querent.saga.QuerentException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

/** Writes and reads what was searched for. Its names are stored: a renamed part of a filter keeps its old name. Thread-safe. */
public final class FilterCodec {
    private final JsonMapper mapper = JsonMapper.builder()
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addModule(new SimpleModule()
                    .addSerializer(OperationKey.class, ToStringSerializer.instance)
                    .addDeserializer(OperationKey.class, new OperationKeyReader()))
            .build();

    /** Reads the text form of an operation's key. */
    private static final class OperationKeyReader extends StdScalarDeserializer<OperationKey> {
        OperationKeyReader() {
            super(OperationKey.class);
        }

        @Override
        public OperationKey deserialize(JsonParser parser, DeserializationContext context) {
            return new OperationKey(parser.getString());
        }
    }

    /** Writes a filter. */
    public String encode(SagaSearch.Filter filter) {
        return LoneSurrogates.escape(mapper.writeValueAsString(filter));
    }

    /**
     * Reads a filter.
     *
     * @throws QuerentException QRT-6033 when a newer version wrote it, or it is damaged: one that is read in part would find more
     */
    public SagaSearch.Filter decode(String json) {
        try {
            return mapper.readValue(json, SagaSearch.Filter.class);
        } catch (JacksonException unknown) {
            throw new QuerentException(
                    "QRT-6033",
                    "this version cannot read what was searched for; found=" + json.length()
                            + " characters; a newer version wrote it, or it is damaged: look at it with that version",
                    unknown);
        }
    }
}
