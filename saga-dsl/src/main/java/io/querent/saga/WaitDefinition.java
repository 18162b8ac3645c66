package io.querent.saga;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A wait: for a time, for a word from outside, or for a person. It always has an end, which is stored when it begins. Immutable.
 *
 * @param <I> type of the saga's input
 */
public final class WaitDefinition<I> implements StepBody<I> {
    /** Longest wait. */
    public static final Duration LONGEST = Duration.ofDays(366);

    private final Kind kind;
    private final End<I> end;
    private final List<Escalation> escalations;
    private final @Nullable Function<SagaView<I>, ?> otherwise;

    /** What is waited for. */
    public enum Kind {
        /** A time. */
        TIME,
        /** A word from outside: a signal, or the completion of the step by its operation key. */
        SIGNAL,
        /** A person's approval. */
        APPROVAL
    }

    /**
     * When the wait ends.
     *
     * @param <I> type of the saga's input
     */
    public sealed interface End<I> {
        /** Some time after it began. */
        record After<I>(Duration time) implements End<I> {}

        /** At a time that the saga's input and results say. */
        record At<I>(Function<SagaView<I>, Instant> time) implements End<I> {}
    }

    /**
     * Whom else to turn to.
     *
     * @param after time since the wait began
     * @param to who, as in {@code head of treasury}; people see it in the review queue
     */
    public record Escalation(Duration after, String to) {}

    WaitDefinition(Kind kind, End<I> end, List<Escalation> escalations, @Nullable Function<SagaView<I>, ?> otherwise) {
        this.kind = kind;
        this.end = end;
        this.escalations = List.copyOf(escalations);
        this.otherwise = otherwise;
    }

    /** What is waited for. */
    public Kind kind() {
        return kind;
    }

    /** When it ends. */
    public End<I> end() {
        return end;
    }

    /**
     * When a wait that begins at {@code start} ends.
     *
     * @throws IllegalArgumentException when the user's function names a time more than {@link #LONGEST} away
     */
    public Instant endsAt(SagaView<I> saga, Instant start) {
        if (end instanceof End.After<I> after) {
            return start.plus(after.time());
        }
        Instant time = Objects.requireNonNull(((End.At<I>) end).time().apply(saga), "until(...) named no time");
        if (time.isAfter(start.plus(LONGEST))) {
            throw new IllegalArgumentException(
                    "until(...) names " + time + "; expected=at most " + LONGEST + " after " + start);
        }
        return time.isBefore(start) ? start : time;
    }

    /** Whom else to turn to, soonest first. */
    public List<Escalation> escalations() {
        return escalations;
    }

    /** The result to go on with when nothing came in time; empty where the step is refused then. */
    public Optional<Function<SagaView<I>, ?>> otherwise() {
        return Optional.ofNullable(otherwise);
    }
}
