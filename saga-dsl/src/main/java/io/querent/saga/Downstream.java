package io.querent.saga;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is true of a provider, as its documentation states it. The engine never guesses these: how long a lost request may
 * still arrive and whether a key is honoured decide if sending again is safe.
 *
 * <pre>{@code
 * static final Downstream BANK = Downstream.named("bank")
 *         .honoursOperationKey(Duration.ofHours(24))
 *         .visibleWithin(Duration.ofMinutes(10))
 *         .keyLength(64)
 *         .concurrency(32)
 *         .build();
 * }</pre>
 */
public final class Downstream {
    /** Time limit of one call where neither profile nor step says otherwise. */
    public static final Duration DEFAULT_TIME_LIMIT = Duration.ofSeconds(30);

    static final Duration SHORTEST_TIME_LIMIT = Duration.ofMillis(1);
    static final Duration LONGEST_TIME_LIMIT = Duration.ofDays(1);
    private static final Duration LONGEST_WINDOW = Duration.ofDays(366);
    private static final Duration LONGEST_RETENTION = Duration.ofDays(36_525);

    private final String name;
    private final @Nullable Duration keyRetention;
    private final Duration retentionMargin;
    private final Duration visibilityWindow;
    private final int keyLength;
    private final int concurrency;
    private final int ratePerSecond;
    private final Duration timeLimit;

    private Downstream(Builder builder, Duration visibilityWindow) {
        this.name = builder.name;
        this.keyRetention = builder.keyRetention;
        this.retentionMargin = builder.retentionMargin;
        this.visibilityWindow = visibilityWindow;
        this.keyLength = builder.keyLength;
        this.concurrency = builder.concurrency;
        this.ratePerSecond = builder.ratePerSecond;
        this.timeLimit = builder.timeLimit;
    }

    /**
     * Begins a profile.
     *
     * @param name 1 to 48 ASCII letters, digits, {@code _} and {@code -}
     */
    public static Builder named(String name) {
        return new Builder(KeyAlphabet.NAME.check("downstream name", name, StepHandle.LONGEST));
    }

    /** The profile's name; calls of all sagas to one name share its caps. */
    public String name() {
        return name;
    }

    /** Whether a second request under a key it knows has no second effect. */
    public boolean honoursOperationKey() {
        return keyRetention != null;
    }

    /**
     * How long after the <em>first</em> send a key may be sent again: its retention less the margin.
     *
     * @throws IllegalStateException when the downstream does not honour keys
     */
    public Duration protectedFor() {
        if (keyRetention == null) {
            throw new IllegalStateException("downstream " + name + " does not honour operation keys");
        }
        return keyRetention.minus(retentionMargin);
    }

    /** How long after the last send could still arrive a "not found" proves nothing. */
    public Duration visibilityWindow() {
        return visibilityWindow;
    }

    /** Longest key it takes, in characters; longer ones are digested, never cut. */
    public int keyLength() {
        return keyLength;
    }

    /** Calls and queries at a time. */
    public int concurrency() {
        return concurrency;
    }

    /** Calls and queries a second; 0 where there is no such limit. */
    public int ratePerSecond() {
        return ratePerSecond;
    }

    /** When the engine stops waiting for one call, unless the step says otherwise. */
    public Duration timeLimit() {
        return timeLimit;
    }

    @Override
    public String toString() {
        return name;
    }

    /** Collects a profile. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private boolean keysDeclared;
        private @Nullable Duration keyRetention;
        private Duration retentionMargin = Duration.ZERO;
        private @Nullable Duration visibilityWindow;
        private int keyLength = OperationKey.LONGEST;
        private int concurrency = 32;
        private int ratePerSecond;
        private Duration timeLimit = DEFAULT_TIME_LIMIT;

        private Builder(String name) {
            this.name = name;
        }

        /**
         * The provider answers a repeated key with the first outcome, for {@code retention} from the first send, at most 100
         * years. A twentieth of it is kept as margin against clocks that differ.
         */
        public Builder honoursOperationKey(Duration retention) {
            return honoursOperationKey(retention, retention.dividedBy(20));
        }

        /** The same with a margin of your own, which must be shorter than the retention. */
        public Builder honoursOperationKey(Duration retention, Duration margin) {
            if (margin.isNegative() || retention.compareTo(margin) <= 0) {
                throw SagaDefinitionException.downstream(
                        name, "key retention " + retention + " must be longer than its margin " + margin);
            }
            if (retention.compareTo(LONGEST_RETENTION) > 0) {
                throw SagaDefinitionException.downstream(
                        name, "key retention " + retention + " must be at most " + LONGEST_RETENTION);
            }
            this.keyRetention = retention;
            this.retentionMargin = margin;
            this.keysDeclared = true;
            return this;
        }

        /** The provider treats every request as new. An unknown outcome is then never sent again; it is asked for or reviewed. */
        public Builder ignoresOperationKey() {
            this.keyRetention = null;
            this.keysDeclared = true;
            return this;
        }

        /**
         * A request that was sent, or its effect, is visible to the query no later than this after the send ended.
         *
         * @param window zero only for a provider whose lookups are never behind and whose network cannot hold a request back
         */
        public Builder visibleWithin(Duration window) {
            if (window.isNegative() || window.compareTo(LONGEST_WINDOW) > 0) {
                throw SagaDefinitionException.downstream(
                        name, "visibility window " + window + " must be " + Duration.ZERO + " to " + LONGEST_WINDOW);
            }
            this.visibilityWindow = window;
            return this;
        }

        /** The longest key the provider takes, {@value OperationKey#SHORTEST_ENCODING} to {@value OperationKey#LONGEST}. */
        public Builder keyLength(int characters) {
            if (characters < OperationKey.SHORTEST_ENCODING || characters > OperationKey.LONGEST) {
                throw SagaDefinitionException.downstream(
                        name,
                        "key length " + characters + " must be " + OperationKey.SHORTEST_ENCODING + " to "
                                + OperationKey.LONGEST);
            }
            this.keyLength = characters;
            return this;
        }

        /** At most this many calls and queries at a time, 1 to 10,000. */
        public Builder concurrency(int calls) {
            if (calls < 1 || calls > 10_000) {
                throw SagaDefinitionException.downstream(name, "concurrency " + calls + " must be 1 to 10000");
            }
            this.concurrency = calls;
            return this;
        }

        /** At most this many calls and queries a second, 1 to 1,000,000. */
        public Builder ratePerSecond(int calls) {
            if (calls < 1 || calls > 1_000_000) {
                throw SagaDefinitionException.downstream(name, "rate " + calls + " must be 1 to 1000000 a second");
            }
            this.ratePerSecond = calls;
            return this;
        }

        /** When the engine stops waiting for one call and records its outcome as unknown. */
        public Builder timeLimit(Duration limit) {
            if (limit.compareTo(SHORTEST_TIME_LIMIT) < 0 || limit.compareTo(LONGEST_TIME_LIMIT) > 0) {
                throw SagaDefinitionException.downstream(
                        name, "time limit " + limit + " must be " + SHORTEST_TIME_LIMIT + " to " + LONGEST_TIME_LIMIT);
            }
            this.timeLimit = limit;
            return this;
        }

        /** @throws SagaDefinitionException when it was not said whether keys are honoured, or how late an effect may show */
        public Downstream build() {
            if (!keysDeclared) {
                throw SagaDefinitionException.downstream(
                        name,
                        "say honoursOperationKey(retention) or ignoresOperationKey(): it decides if sending again is safe");
            }
            if (visibilityWindow == null) {
                throw SagaDefinitionException.downstream(
                        name, "say visibleWithin(duration): until then a \"not found\" proves nothing");
            }
            return new Downstream(this, Objects.requireNonNull(visibilityWindow));
        }
    }
}
