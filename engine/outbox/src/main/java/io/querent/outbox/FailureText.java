package io.querent.outbox;

/** What is written down of failures. */
public final class FailureText {
    private static final int DEEPEST_CAUSE = 16;
    private static final int LONGEST = 1_000;

    private FailureText() {}

    /** One line about a failure and its causes, bounded in length. It may quote a payload. */
    public static String of(Throwable failure) {
        StringBuilder line = new StringBuilder();
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE && line.length() < LONGEST; depth++) {
            line.append(depth == 0 ? "" : "; caused by ")
                    .append(cause.getClass().getName());
            if (cause.getMessage() != null) {
                line.append(": ").append(withoutRow(cause.getMessage()));
            }
            cause = cause.getCause();
        }
        return line.length() <= LONGEST ? line.toString() : line.substring(0, LONGEST);
    }

    /** PostgreSQL quotes the whole row that it refuses, whatever is in it. */
    private static String withoutRow(String message) {
        int row = message.indexOf("Failing row contains");
        return row < 0 ? message : message.substring(0, row) + "(the row is left out)";
    }
}
