package io.querent.receiver.web;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Undoes an operation whose endpoint did not say the last word: nothing is kept, and the same request may come again. */
final class UnsettledAnswer extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable CapturedResponse answer;

    private UnsettledAnswer(String message, @Nullable CapturedResponse answer, @Nullable Throwable cause) {
        super(message, cause);
        this.answer = answer;
    }

    /** @param cause what the answer was made of; null when that is not known */
    static UnsettledAnswer of(CapturedResponse answer, @Nullable Exception cause) {
        return new UnsettledAnswer("the endpoint answered " + answer.getStatus(), answer, cause);
    }

    static UnsettledAnswer tooLarge() {
        return new UnsettledAnswer("the answer is too large to be kept", null, null);
    }

    /** Sends the endpoint's own answer on. */
    void send(ResponseStart start) throws IOException {
        if (answer == null) {
            Problems.answerTooLarge().write(start.again());
        } else {
            answer.release();
        }
    }
}
