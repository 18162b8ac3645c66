package io.querent.receiver.inbox;

import io.querent.outbox.jdbc.MessageTable;
import io.querent.receiver.ReceiverException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What a message is found by.
 *
 * @param text consumer group and id: where it waits
 * @param bucket of the text
 * @param digest first 128 bits of a digest of the text: where it is recorded as handled
 */
record MessageKey(String text, short bucket, UUID digest) {
    private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    /** No group holds it, so no two pairs read the same. */
    private static final char SEPARATOR = '/';

    static MessageKey of(String group, String id) {
        String text = checked(group) + SEPARATOR + id;
        return new MessageKey(text, (short) MessageTable.bucketOf(text), digest(text));
    }

    /** @throws ReceiverException QRT-9051 when the group is outside the format */
    static String checked(String group) {
        if (!GROUP.matcher(group).matches()) {
            throw new ReceiverException(
                    "QRT-9051",
                    "the consumer group is out of its bounds; found length=" + group.length()
                            + ", expected=1 to 100 of ASCII letters, digits and . _ -; nothing was written");
        }
        return group;
    }

    /** The message's own id within {@link #text}. */
    static String idOf(String text) {
        return text.substring(text.indexOf(SEPARATOR) + 1);
    }

    private static UUID digest(String text) {
        try {
            ByteBuffer digest =
                    ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
            return new UUID(digest.getLong(), digest.getLong());
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
