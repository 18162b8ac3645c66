package io.querent.runtime.codec;

import io.querent.saga.QuerentException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes and reads the user's inputs, requests and results as JSON, decimal-exact and bounded in size. Thread-safe.
 */
public final class PayloadCodec {
    /** Largest payload in characters: half a mebi. */
    public static final int LONGEST = 512 * 1024;

    private final JsonMapper mapper;

    /** A codec with Querent's own settings. */
    public PayloadCodec() {
        this(JsonMapper.builder());
    }

    /** A codec that builds on settings of the user's, with what money needs on top. */
    public PayloadCodec(JsonMapper.Builder builder) {
        this.mapper = builder.enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
    }

    /**
     * Writes {@code value}.
     *
     * @param what names the value in an error
     * @throws PayloadException when it cannot be written or is too large
     */
    public String write(String what, Object value) {
        String json;
        try {
            json = LoneSurrogates.escape(mapper.writeValueAsString(value));
        } catch (JacksonException wrong) {
            throw new PayloadException(
                    "QRT-3020",
                    what + " cannot be written as JSON; type="
                            + value.getClass().getName() + ", found=" + wrong.getMessage(),
                    wrong);
        }
        if (json.length() > LONGEST) {
            throw new PayloadException(
                    "QRT-3021",
                    what + " is too large; length=" + json.length() + ", expected=at most " + LONGEST
                            + " characters; keep large documents elsewhere and pass a reference",
                    null);
        }
        return json;
    }

    /**
     * Writes an input that comes from outside. It may not hold the character U+0000, which downstreams and databases refuse: that
     * is said at the door, before anything is stored.
     *
     * @param what names the value in an error
     * @throws PayloadException when it cannot be written, is too large, or holds U+0000
     */
    public String writeInput(String what, Object value) {
        String json = write(what, value);
        for (int at = json.indexOf('\\'); at >= 0; at = json.indexOf('\\', at + 2)) {
            if (json.startsWith("u0000", at + 1)) {
                throw new PayloadException(
                        "QRT-3023",
                        what + " holds the character U+0000; offset=" + at + " of its JSON; remove it",
                        null);
            }
        }
        return json;
    }

    /**
     * Reads {@code json}.
     *
     * @param what names the value in an error
     * @throws PayloadException when it does not have the shape of {@code type}
     */
    public <T> T read(String what, String json, Class<T> type) {
        try {
            return mapper.readValue(json, type);
        } catch (JacksonException wrong) {
            throw new PayloadException(
                    "QRT-3022",
                    what + " cannot be read; type=" + type.getName() + ", found=" + wrong.getMessage()
                            + "; the class must still fit what was stored",
                    wrong);
        }
    }

    /** A payload cannot be written or read. */
    public static final class PayloadException extends QuerentException {
        private static final long serialVersionUID = 1L;

        PayloadException(String code, String message, @Nullable Throwable cause) {
            super(code, message, cause);
        }
    }
}
