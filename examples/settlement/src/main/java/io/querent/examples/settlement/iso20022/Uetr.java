package io.querent.examples.settlement.iso20022;

import io.querent.saga.OperationKey;
import io.querent.saga.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Unique end-to-end transaction references: the same operation has the same one, on every attempt and after a loss of data. */
public final class Uetr {
    private static final long VERSION_MASK = 0xFFFF_FFFF_FFFF_0FFFL;
    private static final long VERSION_4 = 0x4000L;
    private static final long VARIANT_MASK = 0x3FFF_FFFF_FFFF_FFFFL;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private Uetr() {}

    /** The operation's reference: 122 bits of a digest of its key, in the shape of a UUID of version 4, as banks demand. */
    public static String of(OperationKey key) {
        byte[] digest = Sha256.begin().digest(("uetr\n" + key.value()).getBytes(StandardCharsets.UTF_8));
        ByteBuffer bits = ByteBuffer.wrap(digest);
        long high = (bits.getLong() & VERSION_MASK) | VERSION_4;
        long low = (bits.getLong() & VARIANT_MASK) | VARIANT;
        return new UUID(high, low).toString();
    }
}
