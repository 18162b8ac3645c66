package io.querent.saga.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.querent.saga.Sha256;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Every version that rows in some database may carry. None is ever removed or changed; golden hashes in the tests hold
 * each in place.
 */
enum ReleasedHashVersion implements HashVersion {
    /** SHA-256 over a line that names purpose and version, then {@link CanonicalJson}'s form. */
    V1(1) {
        @Override
        public String hexOf(byte[] json) {
            return sha256("querent-request-hash:v1\n", CanonicalJson.canonicalise(json));
        }
    };

    private final int number;

    ReleasedHashVersion(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }

    /** The domain keeps a request hash from ever equalling a hash that was taken for another purpose. */
    private static String sha256(String domain, byte[] canonical) {
        MessageDigest digest = Sha256.begin();
        digest.update(domain.getBytes(UTF_8));
        return HexFormat.of().formatHex(digest.digest(canonical));
    }
}
