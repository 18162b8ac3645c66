package io.querent.receiver.web;

import io.querent.receiver.OperationRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Names that come from outside, in the format of keys: as they are where they fit, otherwise a digest, which no name can be. */
final class Names {
    private static final Pattern CALLER = Pattern.compile("[A-Za-z0-9._-]{1," + OperationRequest.LONGEST + "}");
    private static final Pattern RESOURCE =
            Pattern.compile("(?!sha256:)[A-Za-z0-9._:-]{1," + OperationRequest.LONGEST + "}");
    private static final String DIGEST = "sha256:";

    private Names() {}

    static String caller(String name) {
        return CALLER.matcher(name).matches() ? name : DIGEST + digest(name.getBytes(StandardCharsets.UTF_8));
    }

    static String resource(String name) {
        return RESOURCE.matcher(name).matches() ? name : DIGEST + digest(name.getBytes(StandardCharsets.UTF_8));
    }

    static String digest(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
