package io.querent.testkit.bank;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What really happened at the bank. Guarded by the bank. */
final class Books {
    private final Map<String, List<Entry>> effects = new HashMap<>();
    private final Map<String, String> declined = new HashMap<>();
    private final Map<String, String> accepted = new HashMap<>();
    private final List<Held> heldUp = new ArrayList<>();
    private final boolean honoursKeys;
    private final Duration visibilityLag;

    Books(boolean honoursKeys, Duration visibilityLag) {
        this.honoursKeys = honoursKeys;
        this.visibilityLag = visibilityLag;
    }

    private record Entry(Instant at, Booking booking) {}

    private record Held(Instant until, String key, String request) {}

    /** Books the request; under a key that it honours, once. */
    Booking apply(String key, String request, Instant at) {
        List<Entry> known = effects.computeIfAbsent(key, unused -> new ArrayList<>());
        if (known.isEmpty() || !honoursKeys) {
            known.add(new Entry(at, new Booking("ref-" + key + "-" + (known.size() + 1), request)));
        }
        accepted.remove(key);
        return known.get(known.size() - 1).booking();
    }

    /** The request is under way and arrives at that time. */
    void holdUp(String key, String request, Instant until) {
        heldUp.add(new Held(until, key, request));
    }

    /** What was held up and has arrived by now is booked. */
    void arrive(Instant now) {
        List<Held> arrived = heldUp.stream()
                .filter(each -> !each.until().isAfter(now))
                .sorted(Comparator.comparing(Held::until))
                .toList();
        heldUp.removeAll(arrived);
        arrived.forEach(each -> apply(each.key(), each.request(), each.until()));
    }

    void decline(String key, String code) {
        accepted.remove(key);
        declined.put(key, code);
    }

    String accept(String key, String request) {
        accepted.put(key, request);
        return "pending-" + key;
    }

    /** The request that was accepted under the key and is not final. */
    Optional<String> acceptedRequest(String key) {
        return Optional.ofNullable(accepted.get(key));
    }

    /** What a repeated send under the key gets; empty where it is treated as new. */
    Optional<Reaction> known(String key) {
        return honoursKeys
                ? Optional.of(says(key, Instant.MAX)).filter(said -> !(said instanceof Reaction.Unknown))
                : Optional.empty();
    }

    /** What is known of the key to those who ask. */
    Reaction asked(String key, Instant now) {
        return says(key, now.minus(visibilityLag));
    }

    int effects(String key) {
        return effects.getOrDefault(key, List.of()).size();
    }

    private Reaction says(String key, Instant upTo) {
        Optional<Entry> last = effects.getOrDefault(key, List.of()).stream()
                .filter(entry -> !entry.at().isAfter(upTo))
                .reduce((one, other) -> other);
        if (last.isPresent()) {
            return new Reaction.Booked(last.get().booking());
        } else if (declined.containsKey(key)) {
            return new Reaction.Declined(declined.getOrDefault(key, ""));
        }
        return accepted.containsKey(key) ? new Reaction.Accepted("pending-" + key) : new Reaction.Unknown();
    }
}
