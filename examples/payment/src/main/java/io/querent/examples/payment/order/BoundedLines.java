package io.querent.examples.payment.order;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Optional;

/** Lines of a file, none of which is held in memory beyond a limit. A line ends with LF or CRLF; the last may go without. */
final class BoundedLines implements AutoCloseable {
    /** Longest line, in characters. Ten times what the longest order needs. */
    static final int LONGEST = 2_000;

    private static final int END_OF_FILE = -1;

    private final BufferedReader characters;
    private int number;

    BoundedLines(BufferedReader characters) {
        this.characters = characters;
    }

    /** @param tooLong whether the line goes on after {@code text} */
    record Line(int number, String text, boolean tooLong) {}

    /** The next line; empty at the end of the file. */
    Optional<Line> next() throws IOException {
        int character = characters.read();
        if (character == END_OF_FILE) {
            return Optional.empty();
        }
        number++;
        StringBuilder text = new StringBuilder();
        boolean tooLong = false;
        while (character != END_OF_FILE && character != '\n') {
            if (text.length() < LONGEST) {
                text.append((char) character);
            } else {
                tooLong = true;
            }
            character = characters.read();
        }
        if (!tooLong && !text.isEmpty() && text.charAt(text.length() - 1) == '\r') {
            text.setLength(text.length() - 1);
        }
        return Optional.of(new Line(number, text.toString(), tooLong));
    }

    @Override
    public void close() throws IOException {
        characters.close();
    }
}
