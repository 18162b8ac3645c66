package io.querent.http;

import io.querent.saga.Downstream;
import io.querent.saga.OperationKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The form in which an operation key is sent. Each is derived from the operation key alone, so every attempt, node and restart
 * sends the same; other forms than {@link #PLAIN} are for providers that take fewer characters than a key may have.
 */
public enum KeyForm {
    /** As the engine says, {@link io.querent.saga.Call#downstreamKey()}: letters, digits and {@code . _ - :}. */
    PLAIN {
        @Override
        public String of(OperationKey key, Downstream downstream) {
            return key.encodedTo(downstream.keyLength());
        }
    },

    /** Letters, digits, {@code -} and {@code _}: SHA-256 in URL-safe base 64, as long as the downstream takes. */
    DIGEST {
        @Override
        public String of(OperationKey key, Downstream downstream) {
            String digest = Base64.getUrlEncoder().withoutPadding().encodeToString(digest("SHA-256", key));
            return digest.substring(0, Math.min(digest.length(), downstream.keyLength()));
        }
    },

    /** 32 hexadecimal digits: half of a SHA-256. */
    HEX {
        @Override
        public String of(OperationKey key, Downstream downstream) {
            return HexFormat.of().formatHex(digest("SHA-256", key), 0, 16);
        }
    },

    /** A UUID of version 5, which is made from a name and never random (RFC 9562, section 5.5). */
    NAMED_UUID {
        @Override
        public String of(OperationKey key, Downstream downstream) {
            ByteBuffer digest = ByteBuffer.wrap(digest("SHA-1", key));
            long high = (digest.getLong() & ~0xF000L) | 0x5000L;
            long low = (digest.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
            return new UUID(high, low).toString();
        }
    };

    /** Name space of our keys, itself made once by chance. It is part of every key that was ever sent in this form: never change it. */
    private static final UUID NAME_SPACE = UUID.fromString("5a1c0c7e-3f0b-4d64-9a57-0f1d6c2b8e43");

    /** The form of {@code key} that {@code downstream} gets. */
    public abstract String of(OperationKey key, Downstream downstream);

    private static byte[] digest(String algorithm, OperationKey key) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            digest.update(ByteBuffer.allocate(16)
                    .putLong(NAME_SPACE.getMostSignificantBits())
                    .putLong(NAME_SPACE.getLeastSignificantBits())
                    .array());
            return digest.digest(key.value().getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has " + algorithm, impossible);
        }
    }
}
