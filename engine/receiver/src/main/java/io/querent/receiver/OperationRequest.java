package io.querent.receiver;

import io.querent.saga.canonical.RequestHash;
import io.querent.saga.canonical.RequestHashException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants done, and under which key. Immutable; checks itself.
 *
 * @param caller who calls, as your authentication knows them, never as they say: the same key of two callers is two operations
 * @param key the caller's own, the same at every attempt
 * @param hash of the parameters; a repeat with another one is a conflict
 * @param fences what must not be written by a stale owner; may be empty
 * @param json the parameters, to be hashed as an earlier release did when the stored hash is one of its; null when only the hash is known
 */
public record OperationRequest(
        String caller,
        String key,
        RequestHash hash,
        List<Fence> fences,
        @Nullable String json) {
    /** Longest key and longest name of a caller, in characters. */
    public static final int LONGEST = 200;

    /** @throws ReceiverException QRT-9001 when the key or the caller is outside the format: 1 to 200 of ASCII letters, digits and . _ - : */
    public OperationRequest {
        KeyFormat.check("operation key", key);
        KeyFormat.check("caller", caller);
        fences = List.copyOf(fences);
    }

    /** A request of which only the hash is known. */
    public OperationRequest(String caller, String key, RequestHash hash, List<Fence> fences) {
        this(caller, key, hash, fences, null);
    }

    /**
     * A request whose parameters are JSON.
     *
     * @param json UTF-8, at most 1 MiB; hashed in its canonical form, so spelling does not matter
     * @throws io.querent.saga.canonical.CanonicalJsonException when the text is no JSON, or not unambiguous
     */
    public static OperationRequest of(String caller, String key, byte[] json) {
        return new OperationRequest(
                caller, key, RequestHash.of(json), List.of(), new String(json, StandardCharsets.UTF_8));
    }

    /** This request, to be refused when somebody with a newer token has been at the resource. */
    public OperationRequest withFence(Fence fence) {
        List<Fence> all = new ArrayList<>(fences);
        all.add(fence);
        return new OperationRequest(caller, key, hash, all, json);
    }

    /**
     * Whether this asks for the same as the request whose hash is stored. Compared by the version that the stored one was taken with.
     *
     * @throws RequestHashException when it was taken by a release that this one does not know
     * @throws ReceiverException QRT-9011 when it is of another version and only this request's hash is known
     */
    public boolean asksForTheSameAs(RequestHash stored) {
        if (stored.version() == hash.version()) {
            return stored.equals(hash);
        } else if (json == null) {
            throw new ReceiverException(
                    "QRT-9011",
                    "whether the parameters are the same cannot be told; key=" + key + ", found=hash version "
                            + hash.version() + ", expected=" + stored.version()
                            + "; make the request from its parameters, not from a hash; nothing was done");
        }
        return stored.matches(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Without the parameters, which may be anybody's secret. */
    @Override
    public String toString() {
        return "OperationRequest[caller=" + caller + ", key=" + key + ", hash=" + hash + ", fences=" + fences + "]";
    }
}
