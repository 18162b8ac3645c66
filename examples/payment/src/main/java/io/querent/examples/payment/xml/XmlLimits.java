package io.querent.examples.payment.xml;

/**
 * How large a document may be.
 *
 * @param bytes of the whole
 * @param depth of elements within elements
 * @param attributes of one element
 * @param characters of one element's text, or of one attribute's value
 * @param elements within one part of the document that is read at once
 */
public record XmlLimits(long bytes, int depth, int attributes, int characters, int elements) {
    private static final int USUAL_DEPTH = 32;
    private static final int USUAL_ATTRIBUTES = 16;
    private static final int USUAL_CHARACTERS = 20_000;
    private static final int USUAL_ELEMENTS = 1_000_000;

    /** Limits that no honest payment message reaches, and a size. */
    public static XmlLimits ofBytes(long bytes) {
        return new XmlLimits(bytes, USUAL_DEPTH, USUAL_ATTRIBUTES, USUAL_CHARACTERS, USUAL_ELEMENTS);
    }
}
