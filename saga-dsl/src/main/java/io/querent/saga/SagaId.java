package io.querent.saga;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Identity of a saga in storage: 128 bits of the SHA-256 of its {@link SagaKey}, so that a saga re-created after a loss of
 * data is the same saga and needs no second unique index. Storage compares the whole key as well, so a collision would be
 * refused rather than merge two sagas.
 *
 * @param value a name-based UUID (version 8 of RFC 9562)
 */
public record SagaId(UUID value) {
    /** Number of buckets that sagas are spread over. */
    public static final int BUCKETS = 1024;

    private static final int TEXT_LENGTH = 36;
    private static final Pattern TEXT = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    static SagaId derivedFrom(SagaKey key) {
        ByteBuffer digest = ByteBuffer.wrap(Digests.sha256("querent:saga:1:" + key));
        long high = (digest.getLong() & 0xFFFFFFFFFFFF0FFFL) | 0x8000L;
        long low = (digest.getLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
        return new SagaId(new UUID(high, low));
    }

    /**
     * Reads the text form that {@link #toString()} writes.
     *
     * @throws InvalidKeyException when the text is not of that form
     */
    public static SagaId parse(String text) {
        if (text.length() != TEXT_LENGTH || !TEXT.matcher(text).matches()) {
            throw InvalidKeyException.notSagaId(text.length());
        }
        return new SagaId(UUID.fromString(text));
    }

    /** The bucket (0 to 1023) that leads every hot table's primary key: the first ten bits of the id. */
    public int bucket() {
        return (int) (value.getMostSignificantBits() >>> 54);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
