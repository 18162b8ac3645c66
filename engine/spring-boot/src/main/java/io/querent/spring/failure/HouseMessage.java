package io.querent.spring.failure;

/**
 * The parts of a message as Querent writes them, {@code QRT-nnnn what happened; key=…, found=…; what to do}.
 *
 * @param problem all but the last part
 * @param action the last part; the whole message when there is but one
 */
record HouseMessage(String problem, String action) {
    private static final String BETWEEN_PARTS = "; ";

    static HouseMessage of(String message) {
        int last = message.lastIndexOf(BETWEEN_PARTS);
        return last < 0
                ? new HouseMessage(message, message)
                : new HouseMessage(message.substring(0, last), message.substring(last + BETWEEN_PARTS.length()));
    }

    /** Messages are written without capital and full stop, to be quoted. */
    static String sentence(String text) {
        String begun = Character.toUpperCase(text.charAt(0)) + text.substring(1);
        return begun.endsWith(".") ? begun : begun + '.';
    }
}
