package io.querent.saga;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A named, versioned graph of steps: plain data beside the user's functions, so no rule of determinism binds the user.
 * Immutable and safe to share between threads.
 *
 * @param <I> type of the saga's input
 */
public final class SagaDefinition<I> {
    private final Identity<I> identity;
    private final Function<I, String> tenant;
    private final Function<I, String> businessKey;
    private final List<StepDefinition<I>> ordered;
    private final Map<String, StepDefinition<I>> steps;
    private final Map<String, OperationDefinition<I, ?, ?>> operations;
    private final Map<String, Set<String>> undoAfter;

    /** Name, version and input type of a definition. */
    record Identity<I>(String name, int version, Class<I> inputType) {}

    SagaDefinition(
            Identity<I> identity,
            Function<I, String> tenant,
            Function<I, String> businessKey,
            List<StepDefinition<I>> ordered) {
        this.identity = identity;
        this.tenant = tenant;
        this.businessKey = businessKey;
        this.ordered = List.copyOf(ordered);
        this.steps = new LinkedHashMap<>();
        this.operations = new LinkedHashMap<>();
        for (StepDefinition<I> step : ordered) {
            steps.put(step.name(), step);
            operations.put(step.name(), step.action());
            step.compensation()
                    .ifPresent(undo -> operations.put(undo.operation().name(), undo.operation()));
        }
        this.undoAfter = UndoOrder.of(ordered);
    }

    /** The definition's name. */
    public String name() {
        return identity.name();
    }

    /** The definition's version, from 1. */
    public int version() {
        return identity.version();
    }

    /** Class of the input. */
    public Class<I> inputType() {
        return identity.inputType();
    }

    /** All steps, each after those it follows. */
    public List<StepDefinition<I>> steps() {
        return ordered;
    }

    /** The step of that name. */
    public Optional<StepDefinition<I>> step(String name) {
        return Optional.ofNullable(steps.get(name));
    }

    /** The action or compensation of that name. */
    public Optional<OperationDefinition<I, ?, ?>> operation(String name) {
        return Optional.ofNullable(operations.get(name));
    }

    /** Steps that must be settled before the compensation of {@code step} may be sent. */
    public Set<String> undoAfter(String step) {
        return undoAfter.getOrDefault(step, Set.of());
    }

    /**
     * The key of the saga that {@code input} belongs to. The user's functions run twice: a key that differs holds time, a
     * random number or the like, and a repeated start would then be another payment.
     *
     * @throws InvalidKeyException when the key is missing, malformed, too long together with the definition's names, or
     *     unstable
     */
    public SagaKey keyOf(I input) {
        SagaKey key = derive(input);
        SagaKey again = derive(input);
        if (!key.equals(again)) {
            throw InvalidKeyException.unstable(name(), key.toString(), again.toString());
        }
        int longest =
                operations.keySet().stream().mapToInt(String::length).max().orElse(0);
        int room = OperationKey.LONGEST - longest - 1;
        if (key.toString().length() > room) {
            throw InvalidKeyException.length("saga key " + key, key.toString().length(), room);
        }
        return key;
    }

    private SagaKey derive(I input) {
        return new SagaKey(
                new Tenant(present("tenant", tenant.apply(input))),
                name(),
                new BusinessKey(present("business key", businessKey.apply(input))));
    }

    /** The user's functions are not checked for nullness when they are compiled. */
    private String present(String what, @Nullable String derived) {
        if (derived == null) {
            throw InvalidKeyException.missing(what, name());
        }
        return derived;
    }

    @Override
    public String toString() {
        return name() + " version " + version();
    }
}
