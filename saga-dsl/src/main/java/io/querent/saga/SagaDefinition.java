package io.querent.saga;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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
    private final Derivations<I> derivations;
    private final List<StepDefinition<I>> ordered;
    private final Map<String, StepDefinition<I>> steps;
    private final Map<String, OperationDefinition<I, ?, ?>> operations;
    private final Map<String, Set<String>> undoAfter;
    private final DefinitionShape shape;
    private final String fingerprint;
    private final Map<Integer, VersionMove> moves;

    /** What a definition is. */
    record Identity<I>(
            String name,
            int version,
            Class<I> inputType,
            @Nullable Duration deadline) {}

    /** What is derived from an input. */
    record Derivations<I>(
            Function<I, String> tenant,
            Function<I, String> businessKey,
            Map<String, Function<I, @Nullable String>> attributes,
            @Nullable Function<I, Amount> amount) {}

    SagaDefinition(
            Identity<I> identity,
            Derivations<I> derivations,
            List<StepDefinition<I>> ordered,
            Map<Integer, VersionMove> moves) {
        this.identity = identity;
        this.derivations = derivations;
        this.ordered = List.copyOf(ordered);
        this.steps = new LinkedHashMap<>();
        this.operations = new LinkedHashMap<>();
        for (StepDefinition<I> step : ordered) {
            steps.put(step.name(), step);
            addOperations(step);
        }
        this.undoAfter = UndoOrder.of(ordered);
        this.shape = DefinitionShape.of(ordered);
        this.fingerprint = shape.fingerprint();
        this.moves = Map.copyOf(moves);
    }

    private void addOperations(StepDefinition<I> step) {
        step.action().ifPresent(action -> operations.put(step.name(), action));
        if (!(step.body() instanceof ForEachDefinition)) {
            step.compensation().ifPresent(undo -> undo.operations().forEach(one -> operations.put(one.name(), one)));
        }
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

    /** When the whole saga has to be over, counted from its start; empty where there is no such limit. */
    public Optional<Duration> deadline() {
        return Optional.ofNullable(identity.deadline());
    }

    /** What of this definition matters to sagas that are under way. */
    public DefinitionShape shape() {
        return shape;
    }

    /** The fingerprint of {@link #shape()}, which each saga that is started keeps. */
    public String fingerprint() {
        return fingerprint;
    }

    /** What this definition says of sagas that were begun under version {@code from}. */
    public VersionMove moveFrom(int from) {
        return moves.getOrDefault(from, VersionMove.plain(from));
    }

    /** The step of that name, or of an item of it. */
    public Optional<StepDefinition<I>> step(String name) {
        StepDefinition<I> step = steps.get(name);
        return step != null || name.indexOf('.') < 0 ? Optional.ofNullable(step) : item(name);
    }

    /** The action or compensation of that name, also of an item; empty for a step that performs none. */
    public Optional<OperationDefinition<I, ?, ?>> operation(String name) {
        OperationDefinition<I, ?, ?> operation = operations.get(name);
        return operation != null || name.indexOf('.') < 0 ? Optional.ofNullable(operation) : itemOperation(name);
    }

    /** The step whose action or compensation goes by that name. */
    public Optional<StepDefinition<I>> stepOf(String operation) {
        String step = OperationKey.stepOf(operation);
        return OperationKey.itemKeyOf(operation)
                .flatMap(key -> step(OperationKey.itemOf(step, key)))
                .or(() -> step(step));
    }

    private Optional<StepDefinition<I>> item(String name) {
        StepDefinition<I> step = steps.get(OperationKey.stepOf(name));
        if (step == null || !(step.body() instanceof ForEachDefinition<I> forEach)) {
            return Optional.empty();
        }
        return OperationKey.itemKeyOf(name)
                .filter(key -> name.equals(step.name() + '.' + key))
                .map(forEach::item);
    }

    private Optional<OperationDefinition<I, ?, ?>> itemOperation(String name) {
        return OperationKey.itemKeyOf(name)
                .flatMap(key -> item(OperationKey.stepOf(name) + '.' + key))
                .or(() -> Optional.ofNullable(steps.get(OperationKey.stepOf(name))))
                .flatMap(step -> operationOf(step, name));
    }

    private static <I> Optional<OperationDefinition<I, ?, ?>> operationOf(StepDefinition<I> step, String name) {
        if (step.name().equals(name)) {
            return step.action();
        }
        return step.compensation().stream()
                .flatMap(undo -> undo.operations().stream())
                .filter(one -> one.name().equals(name))
                .findFirst()
                .or(() ->
                        step.compensation().filter(undo -> isPartOf(step, name)).flatMap(undo -> undo.part(name)));
    }

    private static boolean isPartOf(StepDefinition<?> step, String name) {
        return step.action().isPresent() && OperationKey.actionOf(name).equals(step.name());
    }

    /** Steps that must be settled before the compensation of {@code step}, or of an item of it, may be sent. */
    public Set<String> undoAfter(String step) {
        return undoAfter.getOrDefault(OperationKey.stepOf(step), Set.of());
    }

    /** What people search the saga by, derived from its input: attributes that have a value. */
    public Map<String, String> attributesOf(I input) {
        Map<String, String> values = new TreeMap<>();
        derivations.attributes().forEach((name, value) -> {
            String found = value.apply(input);
            if (found != null && !found.isEmpty()) {
                values.put(name, cut(found));
            }
        });
        return values;
    }

    /** The amount that a saga is about; empty where the definition states none, or its function gives null or throws. */
    public Optional<Amount> amountOf(I input) {
        Function<I, Amount> amount = derivations.amount();
        return amount == null ? Optional.empty() : StatedAmount.of(amount, input);
    }

    /** Whether the definition says what amount a saga is about. */
    public boolean statesAmount() {
        return derivations.amount() != null;
    }

    /** Never in the middle of a character. */
    private static String cut(String value) {
        int end = Math.min(value.length(), SagaBuilder.LONGEST_ATTRIBUTE);
        boolean splits = end < value.length() && Character.isSurrogatePair(value.charAt(end - 1), value.charAt(end));
        return value.substring(0, splits ? end - 1 : end);
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
                ordered.stream().mapToInt(DefinitionCheck::longestName).max().orElse(0);
        int room = OperationKey.LONGEST - longest - 1;
        if (key.toString().length() > room) {
            throw InvalidKeyException.length("saga key " + key, key.toString().length(), room);
        }
        return key;
    }

    private SagaKey derive(I input) {
        return new SagaKey(
                new Tenant(present("tenant", derivations.tenant().apply(input))),
                name(),
                new BusinessKey(
                        present("business key", derivations.businessKey().apply(input))));
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
