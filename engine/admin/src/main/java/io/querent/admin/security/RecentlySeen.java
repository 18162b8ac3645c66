package io.querent.admin.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Remembers for a minute which passwords have matched which hashes, by a digest under a key of this process: a script that calls the API with
 * every request's password would otherwise cost the time of a slow hash each. A changed password has another hash. Thread-safe.
 */
final class RecentlySeen {
    private static final int MOST = 1_000;
    private static final long NANOS = 60_000_000_000L;
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;
    private final Map<String, Long> seen = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST;
        }
    };

    RecentlySeen() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.key = new SecretKeySpec(random, ALGORITHM);
    }

    boolean knows(String hash, String password) {
        String digest = digest(hash, password);
        synchronized (seen) {
            Long at = seen.get(digest);
            return at != null && System.nanoTime() - at < NANOS;
        }
    }

    void remember(String hash, String password) {
        String digest = digest(hash, password);
        synchronized (seen) {
            seen.put(digest, System.nanoTime());
        }
    }

    private String digest(String hash, String password) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] text = (hash.length() + ":" + hash + password).getBytes(StandardCharsets.UTF_8);
            return Base64.getEncoder().encodeToString(mac.doFinal(text));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
        }
    }
}
