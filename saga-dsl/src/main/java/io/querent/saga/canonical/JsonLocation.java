package io.querent.saga.canonical;

/** A place in a JSON text: bytes from the start, and the path to the value being read. */
record JsonLocation(int offset, String path) {
    static final JsonLocation START = new JsonLocation(0, "$");
}
