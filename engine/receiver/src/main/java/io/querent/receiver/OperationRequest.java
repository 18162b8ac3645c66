package io.querent.receiver;

import io.querent.saga.canonical.RequestHash;
import java.util.ArrayList;
import java.util.List;

/**
 * What a caller wants done, and under which key. Immutable; checks itself.
 *
 * @param caller who calls, as your authentication knows them, never as they say: the same key of two callers is two operations
 * @param key the caller's own, the same at every attempt
 * @param hash of the parameters; a repeat with another one is a conflict
 * @param fences what must not be written by a stale owner; may be empty
 */
public record OperationRequest(String caller, String key, RequestHash hash, List<Fence> fences) {
    /** Longest key and longest name of a caller, in characters. */
    public static final int LONGEST = 200;

    /** @throws ReceiverException QRT-9001 when the key or the caller is outside the format: 1 to 200 of ASCII letters, digits and . _ - : */
    public OperationRequest {
        KeyFormat.check("operation key", key);
        KeyFormat.check("caller", caller);
        fences = List.copyOf(fences);
    }

    /**
     * A request whose parameters are JSON.
     *
     * @param json UTF-8, at most 1 MiB; hashed in its canonical form, so spelling does not matter
     * @throws io.querent.saga.canonical.CanonicalJsonException when the text is no JSON, or not unambiguous
     */
    public static OperationRequest of(String caller, String key, byte[] json) {
        return new OperationRequest(caller, key, RequestHash.of(json), List.of());
    }

    /** This request, to be refused when somebody with a newer token has been at the resource. */
    public OperationRequest withFence(Fence fence) {
        List<Fence> all = new ArrayList<>(fences);
        all.add(fence);
        return new OperationRequest(caller, key, hash, all);
    }
}
