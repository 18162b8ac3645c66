package io.querent.examples.payment.faultrun.proxy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds POSTs in what a client says to an HTTP server. The client may send a request's head and its body by themselves, and a request
 * of which only the head has arrived is not with the proxy yet: whoever was stopped between the two never sends the rest.
 */
final class HttpTraffic implements Traffic {
    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final Pattern CONTENT_LENGTH =
            Pattern.compile("^content-length: *([0-9]+) *$", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

    @Override
    public boolean isWhole(byte[] piece, int length) {
        String request = new String(piece, 0, length, ISO_8859_1);
        int end = request.indexOf(END_OF_HEAD);
        if (end < 0) {
            return false;
        }
        Matcher header = CONTENT_LENGTH.matcher(request.substring(0, end + END_OF_HEAD.length()));
        int body = header.find() ? Integer.parseInt(header.group(1)) : 0;
        return length >= end + END_OF_HEAD.length() + body;
    }

    @Override
    public boolean matters(byte[] piece, int length) {
        return new String(piece, 0, Math.min(length, 5), ISO_8859_1).equals("POST ");
    }

    /** Whatever the server says then is the answer. */
    @Override
    public boolean endsAnswer(byte[] piece, int length) {
        return true;
    }
}
