package io.querent.testkit.explorer;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The books of one operation's downstream, and what was ever sent to it. Immutable.
 *
 * @param key key of the first request that was sent; null before
 * @param body body of it
 */
record Book(
        List<Entry> entries, @Nullable String key, @Nullable String body) {
    static final Book EMPTY = new Book(List.of(), null, null);

    int effects() {
        int effects = 0;
        for (Entry entry : entries) {
            effects += entry.isEffect() ? 1 : 0;
        }
        return effects;
    }

    /** How many of the effects are still there. */
    int standing() {
        int standing = 0;
        for (Entry entry : entries) {
            standing += entry.stands() ? 1 : 0;
        }
        return standing;
    }

    /** Whether the downstream, or the engine's own database, was never reached. */
    boolean isUntouched() {
        return key == null && entries.isEmpty();
    }

    /** Whether a request like this is the first one or the same as it. */
    boolean isSame(String otherKey, String otherBody) {
        return key == null || (key.equals(otherKey) && Objects.equals(body, otherBody));
    }

    Book sent(String firstKey, String firstBody) {
        return key == null ? new Book(entries, firstKey, firstBody) : this;
    }

    Book with(Entry entry) {
        List<Entry> more = new ArrayList<>(entries);
        more.add(entry);
        return new Book(more, key, body);
    }

    Book replace(Entry old, Entry entry) {
        List<Entry> changed = new ArrayList<>(entries);
        changed.set(changed.indexOf(old), entry);
        return new Book(changed, key, body);
    }
}
