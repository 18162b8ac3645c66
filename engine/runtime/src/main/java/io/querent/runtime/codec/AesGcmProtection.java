package io.querent.runtime.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.querent.saga.SagaKey;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Protects payloads with AES-256-GCM (NIST SP 800-38D): nobody reads or changes them without the key, nor moves them to another saga or
 * place. Every payload has a nonce of 96 random bits, so one key is good for 2³² payloads; make another current before that. Length and key id
 * stay visible. Thread-safe.
 */
public final class AesGcmProtection implements PayloadProtection {
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;
    private static final String SEPARATOR = "\u0000";

    private final KeyRing keys;
    private final SecureRandom random = new SecureRandom();

    /** Protects with the ring's current keys, and reveals with all of them. */
    public AesGcmProtection(KeyRing keys) {
        this.keys = keys;
    }

    @Override
    public boolean isOn() {
        return true;
    }

    @Override
    public ProtectedPayload protect(SagaKey saga, String place, String text) {
        String key = keys.currentFor(saga.tenant());
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] plain = TextBytes.of(text);
        ByteBuffer sealed =
                ByteBuffer.allocate(NONCE_BYTES + plain.length + TAG_BYTES).put(nonce);
        try {
            cipher(Cipher.ENCRYPT_MODE, keys.key(key).orElseThrow(), nonce, saga, place, key)
                    .doFinal(ByteBuffer.wrap(plain), sealed);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has " + CIPHER, missing);
        }
        return new ProtectedPayload(key, Base64.getEncoder().encodeToString(sealed.array()));
    }

    @Override
    public String reveal(SagaKey saga, String place, ProtectedPayload sealed) {
        SecretKey key = keys.key(sealed.key())
                .orElseThrow(() -> PayloadNotRevealedException.unknownKey(saga, place, sealed.key(), keys.ids()));
        ByteBuffer data = data(saga, place, sealed);
        byte[] nonce = new byte[NONCE_BYTES];
        data.get(nonce);
        ByteBuffer plain = ByteBuffer.allocate(data.remaining() - TAG_BYTES);
        try {
            cipher(Cipher.DECRYPT_MODE, key, nonce, saga, place, sealed.key()).doFinal(data, plain);
        } catch (AEADBadTagException notGenuine) {
            throw PayloadNotRevealedException.notGenuine(saga, place, sealed.key());
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every JDK has " + CIPHER, missing);
        }
        return TextBytes.text(plain.array());
    }

    private static ByteBuffer data(SagaKey saga, String place, ProtectedPayload sealed) {
        byte[] data;
        try {
            data = Base64.getDecoder().decode(sealed.data());
        } catch (IllegalArgumentException noBase64) {
            throw PayloadNotRevealedException.damaged(saga, place, "no base64");
        }
        if (!Base64.getEncoder().encodeToString(data).equals(sealed.data())) {
            // Bits that base64 has no use for: nobody wrote it like that.
            throw PayloadNotRevealedException.damaged(saga, place, "no base64 of ours");
        }
        if (data.length <= NONCE_BYTES + TAG_BYTES) {
            throw PayloadNotRevealedException.damaged(saga, place, data.length + " bytes");
        }
        return ByteBuffer.wrap(data);
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, SagaKey saga, String place, String keyId)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
        cipher.updateAAD(("querent.enc:1" + SEPARATOR + keyId + SEPARATOR + saga + SEPARATOR + place).getBytes(UTF_8));
        return cipher;
    }
}
