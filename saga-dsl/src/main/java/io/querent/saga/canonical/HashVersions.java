package io.querent.saga.canonical;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The hash versions that one release can read, and the one that it writes.
 *
 * <p>They are apart because nodes of two releases share a database during an upgrade. A new version ships readable
 * first and is written only by the release after, so no node ever meets a row that it cannot compare.
 */
final class HashVersions {
    static final HashVersions RELEASED = new HashVersions(ReleasedHashVersion.V1, ReleasedHashVersion.values());

    private final SortedMap<Integer, HashVersion> readable = new TreeMap<>();
    private final HashVersion written;

    HashVersions(HashVersion written, HashVersion... readable) {
        this.written = written;
        for (HashVersion version : readable) {
            if (this.readable.put(version.number(), version) != null) {
                throw new IllegalStateException("hash version " + version.number() + " is registered twice");
            }
        }
        if (this.readable.get(written.number()) != written) {
            throw new IllegalStateException("hash version " + written.number() + " is written but not readable");
        }
    }

    RequestHash hash(byte[] json) {
        return new RequestHash(written.number(), written.hexOf(json));
    }

    boolean matches(RequestHash stored, byte[] json) {
        HashVersion version = readable.get(stored.version());
        if (version == null) {
            // Neither yes nor no is known here: "no" would refuse an honest repeat, "yes" could replay another request.
            throw RequestHashException.unknownVersion(stored.version(), readable.keySet());
        }
        return version.hexOf(json).equals(stored.hex());
    }
}
