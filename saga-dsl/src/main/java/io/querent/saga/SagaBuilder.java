package io.querent.saga;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Collects a saga definition. {@link #build()} refuses what could lose money. Not thread-safe.
 *
 * @param <I> type of the saga's input
 */
public final class SagaBuilder<I> {
    static final int MOST_ATTRIBUTES = 10;
    static final int LONGEST_ATTRIBUTE = 200;

    private final String name;
    private final Class<I> inputType;
    private final List<StepDefinition<I>> steps = new ArrayList<>();
    private final Map<String, Function<I, @Nullable String>> attributes = new LinkedHashMap<>();
    private final Map<Integer, VersionMove> moves = new LinkedHashMap<>();
    private int version = 1;
    private @Nullable Duration deadline;
    private @Nullable Function<I, String> businessKey;
    private @Nullable Function<I, Amount> amount;
    private Function<I, String> tenant = input -> Tenant.DEFAULT.value();

    SagaBuilder(String name, Class<I> inputType) {
        this.name = name;
        this.inputType = inputType;
    }

    /** Version of this definition, 1 at first. A saga finishes under the version it was started with. */
    public SagaBuilder<I> version(int number) {
        if (number < 1) {
            throw SagaDefinitionException.version(name, number);
        }
        this.version = number;
        return this;
    }

    /**
     * What to say of sagas that were begun under an earlier version and are moved to this one. A saga is moved only by a person, and only
     * where all that it has begun is the same in both, or declared here.
     */
    public SagaBuilder<I> movesFrom(int earlier, Consumer<VersionMove.Builder> declare) {
        VersionMove.Builder move = new VersionMove.Builder(name, earlier);
        declare.accept(move);
        moves.put(earlier, move.build());
        return this;
    }

    /** What the business calls one piece of this work. Derived from the input alone. */
    public SagaBuilder<I> businessKey(Function<I, String> key) {
        this.businessKey = key;
        return this;
    }

    /** Whose key space a saga belongs to; {@link Tenant#DEFAULT} where there is only one. */
    public SagaBuilder<I> tenant(Function<I, String> owner) {
        this.tenant = owner;
        return this;
    }

    /**
     * When the whole saga has to be over, counted from its start; 1 ms to 366 days. It turns back then, once the outcome of what is under
     * way is known; after the pivot a person is told instead.
     */
    public SagaBuilder<I> deadline(Duration time) {
        if (time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(WaitDefinition.LONGEST) > 0) {
            throw SagaDefinitionException.deadline(name, time);
        }
        this.deadline = time;
        return this;
    }

    /**
     * Something that people search sagas by, as {@code merchant}. At most {@value #MOST_ATTRIBUTES}.
     *
     * @param attribute 1 to 48 ASCII letters, digits, {@code _} and {@code -}
     * @param value derives it from the input; null where there is none; at most {@value #LONGEST_ATTRIBUTE} characters are kept
     */
    public SagaBuilder<I> attribute(String attribute, Function<I, @Nullable String> value) {
        KeyAlphabet.NAME.check("attribute name", attribute, StepHandle.LONGEST);
        if (attributes.put(attribute, value) != null || attributes.size() > MOST_ATTRIBUTES) {
            throw SagaDefinitionException.attribute(name, attribute, MOST_ATTRIBUTES);
        }
        return this;
    }

    /**
     * The amount that a saga is about: what people see, and what counts as at risk while the outcome of a step is unknown that states no
     * {@link OperationBuilder#amount amount} of its own.
     *
     * @param value pure: derived from the input alone
     */
    public SagaBuilder<I> amount(Function<I, Amount> value) {
        this.amount = value;
        return this;
    }

    /** Adds a step whose result others may ask for by {@code step}. */
    public <R> SagaBuilder<I> step(
            StepHandle<R> step, Function<StepBuilder<I, R>, OperationBuilder<I, ?, R>> describe) {
        return add(describe.apply(new StepBuilder<>(name, step)).define());
    }

    /** Adds a step by name. */
    public <R> SagaBuilder<I> step(
            String step, Class<R> resultType, Function<StepBuilder<I, R>, OperationBuilder<I, ?, R>> describe) {
        return step(StepHandle.of(step, resultType), describe);
    }

    /** Adds a choice between branches. Its result is the name of the branch. */
    public SagaBuilder<I> choice(String step, Function<ChoiceBuilder<I>, Described<I>> describe) {
        return add(describe.apply(new ChoiceBuilder<>(name, step)).step());
    }

    /** Adds a choice between branches whose result others may ask for by {@code step}. */
    public SagaBuilder<I> choice(StepHandle<String> step, Function<ChoiceBuilder<I>, Described<I>> describe) {
        return choice(step.name(), describe);
    }

    /** Adds a delay: for some time, or until a time. */
    public SagaBuilder<I> delay(String step, Function<DelayBuilder<I>, Described<I>> describe) {
        return add(describe.apply(new DelayBuilder<>(name, step)).step());
    }

    /** Adds a wait for a word from outside: a signal, a callback, or a completion by key. */
    public <R> SagaBuilder<I> await(StepHandle<R> step, Function<SignalBuilder<I, R>, Described<I>> describe) {
        return add(describe.apply(new SignalBuilder<>(name, step)).step());
    }

    /** Adds a wait for a person's approval. */
    public SagaBuilder<I> approval(StepHandle<Approval> step, Function<ApprovalBuilder<I>, Described<I>> describe) {
        return approval(step.name(), describe);
    }

    /** Adds a wait for a person's approval, by name. */
    public SagaBuilder<I> approval(String step, Function<ApprovalBuilder<I>, Described<I>> describe) {
        return add(describe.apply(new ApprovalBuilder<>(name, step)).step());
    }

    /** Adds a message to be published. */
    public SagaBuilder<I> publish(String step, Function<PublishBuilder<I>, Described<I>> describe) {
        return add(describe.apply(new PublishBuilder<>(name, step)).step());
    }

    /**
     * Adds a step that runs another saga.
     *
     * @param input makes the child's input, once, from the input and the results of earlier steps
     */
    public <C, R> SagaBuilder<I> child(
            StepHandle<R> step,
            SagaDefinition<C> child,
            RequestFactory<I, C> input,
            Function<ChildBuilder<I, C, R>, Described<I>> describe) {
        return add(describe.apply(new ChildBuilder<>(name, step, child, input)).step());
    }

    /** Adds one operation for each item of a list. */
    public <R> SagaBuilder<I> forEach(ItemsHandle<R> step, Function<ForEachBuilder<I, R>, Described<I>> describe) {
        return add(describe.apply(new ForEachBuilder<>(name, step)).step());
    }

    private SagaBuilder<I> add(StepDefinition<I> step) {
        steps.add(step);
        return this;
    }

    /** @throws SagaDefinitionException when the definition could lose money or makes no sense; names step and remedy */
    public SagaDefinition<I> build() {
        if (businessKey == null) {
            throw SagaDefinitionException.noBusinessKey(name);
        }
        List<StepDefinition<I>> ordered = new DefinitionCheck<>(name, steps).check();
        return new SagaDefinition<>(
                new SagaDefinition.Identity<>(name, version, inputType, deadline),
                new SagaDefinition.Derivations<>(tenant, businessKey, Map.copyOf(attributes), amount),
                ordered,
                moves);
    }
}
