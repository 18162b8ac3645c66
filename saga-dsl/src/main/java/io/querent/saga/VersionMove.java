package io.querent.saga;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a definition says of sagas that were begun under an earlier version and are to go on under this one. What it does not say must be
 * the same in both. Keys never change by a move: a step that has another name is another operation.
 *
 * @param from the earlier version
 * @param same steps that are the same operation although their shape differs, with the reason
 * @param dropped steps of the earlier version that this one does not have and whose effect may stay, with the reason
 */
public record VersionMove(int from, Map<String, String> same, Map<String, String> dropped) {
    public VersionMove {
        same = Collections.unmodifiableMap(new LinkedHashMap<>(same));
        dropped = Collections.unmodifiableMap(new LinkedHashMap<>(dropped));
    }

    /** Nothing is said: steps that were begun must be the same in both. */
    static VersionMove plain(int from) {
        return new VersionMove(from, Map.of(), Map.of());
    }

    /** Collects what is to be said. Not thread-safe. */
    public static final class Builder {
        private final String saga;
        private final int from;
        private final Map<String, String> same = new LinkedHashMap<>();
        private final Map<String, String> dropped = new LinkedHashMap<>();

        Builder(String saga, int from) {
            this.saga = saga;
            this.from = from;
        }

        /** The step differs, and is the same operation at the same downstream under the same key all the same. Say why. */
        public Builder sameOperation(String step, String reason) {
            same.put(step, checked(step, reason));
            return this;
        }

        /** The step does not exist any more, and its effect may stay. Say why. */
        public Builder dropped(String step, String reason) {
            dropped.put(step, checked(step, reason));
            return this;
        }

        private String checked(String step, String reason) {
            if (reason.isBlank()) {
                throw SagaDefinitionException.incomplete(saga, step, "the reason in movesFrom(" + from + ", …)");
            }
            return reason;
        }

        VersionMove build() {
            return new VersionMove(from, same, dropped);
        }
    }
}
