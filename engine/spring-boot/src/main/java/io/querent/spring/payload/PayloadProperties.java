package io.querent.spring.payload;

import io.querent.runtime.codec.AesGcmProtection;
import io.querent.runtime.codec.InvalidKeyRingException;
import io.querent.runtime.codec.KeyRing;
import io.querent.runtime.codec.PayloadProtection;
import io.querent.spring.StartUpException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How payloads are protected where they are stored. Immutable; prints no key.
 *
 * @param encryption the keys; without any, payloads are stored as they are
 * @param keysByTenant id of the key for a tenant's payloads; the current one where none is named
 */
@ConfigurationProperties("querent.payload")
public record PayloadProperties(
        @DefaultValue Encryption encryption, @DefaultValue Map<String, String> keysByTenant) {
    /** Copies the map. */
    public PayloadProperties {
        keysByTenant = Map.copyOf(keysByTenant);
    }

    /**
     * The keys.
     *
     * @param current id of the key that payloads are encrypted with from now on
     * @param keys keys by id: 32 random bytes in base64, or file:/path of a file that holds that
     */
    public record Encryption(
            @Nullable String current, @DefaultValue Map<String, String> keys) {
        /** Copies the map. */
        public Encryption {
            keys = Map.copyOf(keys);
        }

        @Override
        public String toString() {
            return "Encryption[current=" + current + ", keys=" + keys.keySet() + "]";
        }
    }

    /**
     * Not checked when they are bound: what fails then is printed, keys and all.
     *
     * @throws StartUpException QRT-5100 when the keys cannot be used
     */
    PayloadProtection protection() {
        if (encryption.current == null && encryption.keys.isEmpty() && keysByTenant.isEmpty()) {
            return PayloadProtection.NONE;
        }
        try {
            return new AesGcmProtection(KeyRing.of(encryption.current, encryption.keys, keysByTenant));
        } catch (InvalidKeyRingException invalid) {
            String prefix =
                    invalid.setting().startsWith("keys-by-tenant") ? "querent.payload." : "querent.payload.encryption.";
            throw StartUpException.property(prefix + invalid.setting(), invalid.found(), invalid.expected());
        }
    }
}
