package io.querent.receiver.jdbc;

import io.querent.receiver.Fence;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The tokens with which an operation has been at resources, in all its tries. They are kept whatever comes of it: that a newer owner was
 * there is true even if what it wrote is undone. Confined to the operation's thread.
 */
final class SeenTokens {
    private final Set<Fence> seen = new LinkedHashSet<>();

    void add(Fence fence) {
        seen.add(fence);
    }

    boolean areNone() {
        return seen.isEmpty();
    }

    List<Fence> all() {
        return List.copyOf(seen);
    }
}
