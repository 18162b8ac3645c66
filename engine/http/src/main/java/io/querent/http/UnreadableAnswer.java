package io.querent.http;

/** A body that is not what was expected of it. It proves nothing about the operation. */
final class UnreadableAnswer extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableAnswer(String why) {
        super(why);
    }
}
