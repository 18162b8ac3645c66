package io.querent.examples.payment.xml;

/**
 * Where in a file something stands.
 *
 * @param line from 1
 * @param column from 1
 * @param path the elements that lead there
 */
public record Place(int line, int column, String path) {
    /** The beginning of a file. */
    public static final Place START = new Place(1, 1, "/");
}
