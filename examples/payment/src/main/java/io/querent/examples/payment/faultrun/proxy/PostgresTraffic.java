package io.querent.examples.payment.faultrun.proxy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Finds commits in what a client says to PostgreSQL. A driver sends the text of a statement once and refers to it by name later, so
 * the names of statements that commit are remembered.
 */
final class PostgresTraffic implements Traffic {
    private static final int HEADER = 5;
    /** As much of a message as holds two names and the word COMMIT. */
    private static final int BEGINNING = 256;

    private final Set<String> commits = new HashSet<>();
    private final ByteBuffer header = ByteBuffer.allocate(HEADER);
    private final byte[] beginning = new byte[BEGINNING];
    private int kept;
    private int left;
    /** The first message has no type, only a length. */
    private boolean started;

    /** A commit is stopped where its last byte is found; what came before it has no effect by itself. */
    @Override
    public boolean isWhole(byte[] piece, int length) {
        return true;
    }

    @Override
    public boolean matters(byte[] piece, int length) {
        boolean found = false;
        int at = 0;
        while (at < length) {
            if (left == 0) {
                at = readHeader(piece, at, length);
            } else {
                int part = Math.min(left, length - at);
                int keep = Math.min(part, BEGINNING - kept);
                System.arraycopy(piece, at, beginning, kept, keep);
                kept += keep;
                left -= part;
                at += part;
            }
            if (left == 0 && header.position() == HEADER) {
                found |= endOfMessage();
            }
        }
        return found;
    }

    /** ReadyForQuery outside of a transaction. */
    @Override
    public boolean endsAnswer(byte[] piece, int length) {
        return length >= 6 && piece[length - 6] == 'Z' && piece[length - 1] == 'I';
    }

    private int readHeader(byte[] piece, int from, int length) {
        int at = from;
        if (!started && header.position() == 0) {
            header.put((byte) 0);
        }
        while (at < length && header.hasRemaining()) {
            header.put(piece[at++]);
        }
        if (!header.hasRemaining()) {
            left = header.getInt(1) - Integer.BYTES;
            kept = 0;
            started = true;
        }
        return at;
    }

    private boolean endOfMessage() {
        byte type = header.get(0);
        String text = new String(beginning, 0, kept, ISO_8859_1);
        header.clear();
        kept = 0;
        return switch (type) {
            case 'Q' -> isCommit(text);
            case 'P' -> {
                parsed(text);
                yield false;
            }
            case 'B' -> commits.contains(secondOf(text));
            default -> false;
        };
    }

    private void parsed(String message) {
        String name = firstOf(message);
        if (isCommit(secondOf(message))) {
            commits.add(name);
        } else {
            commits.remove(name);
        }
    }

    private static boolean isCommit(String statement) {
        return statement.strip().toUpperCase(Locale.ROOT).startsWith("COMMIT");
    }

    private static String firstOf(String message) {
        int end = message.indexOf('\0');
        return end < 0 ? message : message.substring(0, end);
    }

    private static String secondOf(String message) {
        int end = message.indexOf('\0');
        return end < 0 ? "" : firstOf(message.substring(end + 1));
    }
}
