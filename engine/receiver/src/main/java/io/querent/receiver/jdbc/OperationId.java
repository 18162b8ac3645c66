package io.querent.receiver.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * What an operation's rows are found by.
 *
 * @param bucket first ten bits of the id
 * @param id first 128 bits of a digest of caller and key
 */
record OperationId(short bucket, UUID id) {
    private static final int BUCKET_BITS = 10;
    private static final int BUCKET_SHIFT = Long.SIZE - BUCKET_BITS;

    static OperationId of(String caller, String key) {
        // Neither part can hold the separator, so no two pairs read the same.
        UUID id = digest(caller + '\n' + key);
        return new OperationId((short) (id.getMostSignificantBits() >>> BUCKET_SHIFT), id);
    }

    /** An id of a bucket, of which the rest of the first half, and the second, are as given. */
    static UUID in(short bucket, long first, long second) {
        return new UUID(((long) bucket << BUCKET_SHIFT) | (first >>> BUCKET_BITS), second);
    }

    /** Bucket of a fenced resource, spread in the same way. */
    static short bucketOf(String resource) {
        return (short) (digest(resource).getMostSignificantBits() >>> BUCKET_SHIFT);
    }

    private static UUID digest(String text) {
        ByteBuffer digest = ByteBuffer.wrap(Digests.sha256(text.getBytes(StandardCharsets.UTF_8)));
        return new UUID(digest.getLong(), digest.getLong());
    }
}
