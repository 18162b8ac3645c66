package io.querent.saga.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;

/**
 * Reduces a JSON text to the one form that all spellings of the same request share. For hashing only, never for
 * sending.
 *
 * <p>Input is RFC 8259 JSON in UTF-8, read strictly: no byte order mark, no trailing content, no duplicate members.
 * The form is UTF-8 too:
 *
 * <ul>
 *   <li>no white space; members sorted by the code points of their names;
 *   <li>a member whose value is null is left out, because it binds to the same request as an absent one; a null in an
 *       array keeps its place;
 *   <li>numbers are decimal-exact, {@code coefficient} or {@code coefficient e exponent} with no outer zeros:
 *       1, 1.00 and 10E-1 are {@code 1}, 250.00 is {@code 25e1}, 0.05 is {@code 5e-2}, every zero is {@code 0}.
 *       No binary floating point takes part;
 *   <li>strings and names are in Unicode normal form C (see {@link StableNormalForm}), with {@code "} and {@code \}
 *       escaped by a backslash, characters below U+0020 and lone surrogates as {@code \}{@code uxxxx} in lower case,
 *       all else raw;
 *   <li>types count: the number 1 and the string "1" differ.
 * </ul>
 *
 * <p>This differs from RFC 8785 in numbers (that RFC reads them as doubles, which merges amounts), in nulls and in
 * normal form. Time is linear in the size of the input, but for the sorting of members; memory is proportional to it.
 * Stateless and thread-safe.
 */
public final class CanonicalJson {
    private CanonicalJson() {}

    /**
     * Canonicalises within {@link JsonLimits#DEFAULT}.
     *
     * @throws CanonicalJsonException if the input is refused
     */
    public static byte[] canonicalise(byte[] json) {
        return canonicalise(json, JsonLimits.DEFAULT);
    }

    /**
     * Canonicalises within limits of the caller's choice.
     *
     * @throws CanonicalJsonException if the input is refused
     */
    public static byte[] canonicalise(byte[] json, JsonLimits limits) {
        if (json.length > limits.maxBytes()) {
            throw CanonicalJsonException.tooLarge(json.length, limits.maxBytes());
        }
        CanonicalValue value = new JsonReader(new JsonCursor(decode(json)), limits.maxDepth()).document();
        StringBuilder out = new StringBuilder(json.length);
        value.appendTo(out);
        return out.toString().getBytes(UTF_8);
    }

    /**
     * Canonicalises text that has no bytes yet. A lone surrogate must be escaped in the text: unescaped it has no UTF-8
     * bytes and is refused.
     *
     * @throws CanonicalJsonException if the input is refused
     */
    public static byte[] canonicalise(String json) {
        return canonicalise(encode(json));
    }

    private static String decode(byte[] json) {
        ByteBuffer bytes = ByteBuffer.wrap(json);
        try {
            // A decoder reports malformed input; String's constructor would replace it and so merge two requests.
            return UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException malformed) {
            throw CanonicalJsonException.notUtf8(bytes.position());
        }
    }

    private static byte[] encode(String json) {
        CharBuffer text = CharBuffer.wrap(json);
        try {
            ByteBuffer bytes = UTF_8.newEncoder().encode(text);
            byte[] encoded = new byte[bytes.remaining()];
            bytes.get(encoded);
            return encoded;
        } catch (CharacterCodingException loneSurrogate) {
            throw CanonicalJsonException.notEncodable(text.position());
        }
    }
}
