package io.querent.runtime.masking;

import java.io.StringWriter;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Turns a payload into one that people may see: structure and names of members stay, every value but null is masked that no rule
 * shows. What comes out is JSON, whatever comes in: text that is none, or holds more than one value, or numbers of absurd length, is one
 * masked value. Masking twice is masking once. The time it takes grows with the text and not with what stands in it. Thread-safe.
 */
public final class PayloadMask {
    /** Characters of a masked payload, give or take a value. What is beyond is counted. */
    static final int LONGEST = 64 * 1024;

    private static final JsonFactory JSON = new JsonFactory();
    private static final String HIDDEN = '"' + Mask.TEXT + '"';

    private final List<ShownPath> shown;
    private final List<MaskingRules.End> ends;

    /** A mask that shows what the rules say. */
    public PayloadMask(MaskingRules rules) {
        this.shown = rules.shownPaths();
        this.ends = rules.ends();
    }

    /**
     * The payload, masked.
     *
     * @param json JSON text; any other text is masked whole
     */
    public String mask(String json) {
        StringWriter masked = new StringWriter(Math.min(json.length(), LONGEST) + 64);
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json);
                JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), masked)) {
            if (parser.nextToken() == null) {
                return HIDDEN;
            }
            new MaskedCopy(parser, generator, this::shown).value();
            if (parser.nextToken() != null) {
                return HIDDEN;
            }
        } catch (JacksonException noJson) {
            return HIDDEN;
        }
        return masked.toString();
    }

    /** What is shown of a value at {@code place}. */
    private String shown(List<String> place, String value) {
        for (ShownPath path : shown) {
            if (path.leadsTo(place)) {
                return value;
            }
        }
        for (MaskingRules.End end : ends) {
            if (end.path().leadsTo(place)) {
                return Mask.exceptLast(value, end.characters());
            }
        }
        return Mask.TEXT;
    }
}
