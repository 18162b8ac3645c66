package io.querent.decision.world;

import io.querent.decision.Decision;
import io.querent.decision.Effect;
import io.querent.decision.Effects;
import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationStatus;
import io.querent.decision.Owner;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaLifecycle;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.decision.preview.UserFunctions;
import io.querent.saga.Amount;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.saga.StepDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One saga and everything around it, cranked by hand. Not thread-safe; time passes only in {@link #turn()}. */
public final class ScriptedWorld {
    /** When every world begins: a Friday, 17:00. */
    public static final Instant BEGINNING = Instant.parse("2026-11-27T17:00:00Z");

    /** How long an owner holds the saga without renewing its lease. */
    public static final Duration LEASE = Duration.ofSeconds(15);

    private static final int MOST_TURNS = 20_000;

    private final SagaDefinition<String> definition;
    private final DoubleSupplier draws;
    private final Journal journal;
    private final Agenda agenda = new Agenda(BEGINNING);
    private final Map<String, ScriptedDownstream> downstreams = new LinkedHashMap<>();
    private Function<String, FrozenRequest> requests = ScriptedWorld::plainRequest;
    private OwnerProcess process;
    private boolean lost;
    private int turns;

    /**
     * A world in which nothing has happened yet.
     *
     * @param draws jitter in [0, 1)
     * @param watch sees every command that was decided
     */
    public ScriptedWorld(SagaDefinition<String> definition, DoubleSupplier draws, Consumer<Commit> watch) {
        this.definition = definition;
        this.draws = draws;
        this.journal = new Journal(definition, watch);
        this.process = new OwnerProcess(this, agenda, new Owner("node-1", 1));
    }

    /** A world with jitter drawn from a seed. */
    public ScriptedWorld(SagaDefinition<String> definition, long seed) {
        this(definition, new Random(seed)::nextDouble, commit -> {});
    }

    /** The definition it runs. */
    public SagaDefinition<String> definition() {
        return definition;
    }

    /** The downstream of an operation. */
    public ScriptedDownstream at(String operation) {
        return downstreams.computeIfAbsent(
                operation,
                name -> new ScriptedDownstream(
                        agenda, definition.operation(name).orElseThrow()));
    }

    /** How requests are built, when not the same way each time. */
    public ScriptedWorld requests(Function<String, FrozenRequest> factory) {
        this.requests = factory;
        return this;
    }

    /** Starts the saga. */
    public ScriptedWorld start() {
        submit(new SagaCommand.StartSaga(key(), "\"order-1\"", "v1:0", false, now()));
        return this;
    }

    /**
     * The database goes back to its beginning, with what local transactions had booked in it, and the saga is started anew where
     * memory may be lost: every call asks first.
     */
    public ScriptedWorld forgetAndStartAskingFirst() {
        agenda.drop(process);
        journal.forget();
        downstreams.forEach((name, downstream) -> {
            if (!definition.operation(name).orElseThrow().kind().isElsewhere()) {
                downstream.rewind();
            }
        });
        process = successor();
        submit(new SagaCommand.StartSaga(key(), "\"order-1\"", "v1:0", true, now()));
        return this;
    }

    /** Loses the owner with all that it had not committed; after its lease another takes over. */
    public ScriptedWorld crash() {
        return crashFor(LEASE);
    }

    /** Loses the owner with all that it had not committed; another takes over after {@code time}. */
    public ScriptedWorld crashFor(Duration time) {
        agenda.drop(process);
        return takeOverAfter(time);
    }

    /** Stops the owner for longer than its lease; another takes over, then the old one goes on as if nothing had been. */
    public ScriptedWorld holdUp(Duration time) {
        agenda.holdUp(process, now().plus(LEASE).plus(time));
        return takeOverAfter(LEASE);
    }

    /** Whether an owner was lost and nobody has taken over yet. */
    public boolean isLost() {
        return lost;
    }

    /** Lets the next thing happen, or time pass until one does; false when nothing is left to happen. */
    public boolean turn() {
        if (++turns > MOST_TURNS) {
            throw new AssertionError("the world does not come to rest" + journal.describe());
        }
        if (agenda.turn()) {
            return true;
        }
        if (!lost) {
            process.look(state());
        }
        Optional<Instant> next = agenda.next();
        Optional<Instant> wake = lost ? Optional.empty() : wakeAt();
        Instant time = earlier(next, wake).orElse(null);
        if (time == null) {
            return false;
        }
        agenda.advance(time);
        return true;
    }

    /** Turns until nothing is left to happen. */
    public ScriptedWorld run() {
        while (turn()) {
            // All that happens is on the agenda.
        }
        return this;
    }

    /** Turns until so much time has passed. */
    public ScriptedWorld runFor(Duration time) {
        Instant until = now().plus(time);
        agenda.at(until, this, () -> {});
        while (now().isBefore(until)) {
            turn();
        }
        return this;
    }

    /** Turns so often, or until nothing is left to happen. */
    public ScriptedWorld turns(int number) {
        for (int i = 0; i < number; i++) {
            turn();
        }
        return this;
    }

    /** Turns made so far. */
    public int turns() {
        return turns;
    }

    /** Decides a command, whoever gave it, and commits what comes of it. */
    public Decision submit(SagaCommand command) {
        return journal.submit(command);
    }

    /** What the ledger of the operation's downstream says of it by now. */
    public QueryAnswer ledger(String operation) {
        return at(operation).ledger(key(operation));
    }

    /** An operator asks to go on now. */
    public Decision wake(String requestId) {
        return submit(new SagaCommand.WakeSaga("operator", "impatience", requestId, now()));
    }

    /** The definition's functions, as a preview asks them. */
    public UserFunctions functions() {
        return new ScriptedFunctions(definition);
    }

    /** The amount that the definition states of the step's effect; null where it states none. */
    public @Nullable Amount worth(String step) {
        return definition.operation(step).flatMap(ScriptedWorld::stated).orElse(null);
    }

    @SuppressWarnings("unchecked")
    static Optional<Amount> stated(OperationDefinition<String, ?, ?> operation) {
        return ((OperationDefinition<String, String, ?>) operation).amountOf("order-1");
    }

    /** The time. */
    public Instant now() {
        return agenda.now();
    }

    /** The saga's key. */
    public SagaKey key() {
        return SagaKey.of(definition.name(), "order-1");
    }

    /** The saga's state. */
    public SagaState state() {
        return journal.state().orElseThrow(() -> new IllegalStateException("the saga was not started"));
    }

    /** Where the saga stands. */
    public SagaStatus status() {
        return SagaLifecycle.statusOf(definition, state());
    }

    /** Where the operation stands. */
    public OperationStatus statusOf(String operation) {
        return state().statusOf(operation);
    }

    /** Everything committed. */
    public List<SagaEvent> events() {
        return journal.events();
    }

    /** Events of that type. */
    public <E extends SagaEvent> List<E> events(Class<E> type) {
        return journal.events().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** Every command with what came of it, also from before memory was lost. */
    public List<Commit> history() {
        return journal.history();
    }

    /** The history for people. */
    public String describe() {
        return journal.describe();
    }

    boolean isCurrent(Owner owner) {
        return process.owner().equals(owner);
    }

    /** The steps that are known by now: those of the definition, and the items that were listed. */
    public List<StepDefinition<?>> steps() {
        return Steps.of(definition, state());
    }

    Beginnings<String> beginnings() {
        return new Beginnings<>(definition, new ScriptedView(state()), this::buildRequest, now());
    }

    double draw() {
        return draws.getAsDouble();
    }

    FrozenRequest buildRequest(String operation) {
        return requests.apply(operation);
    }

    String key(String operation) {
        OperationKey key = key().operation(operation);
        return definition.operation(operation).orElseThrow().encode(key);
    }

    private ScriptedWorld takeOverAfter(Duration time) {
        lost = true;
        agenda.at(now().plus(time), this, () -> {
            process = successor();
            lost = false;
            process.takeOver();
        });
        return this;
    }

    private OwnerProcess successor() {
        long token = process.owner().token() + 1;
        return new OwnerProcess(this, agenda, new Owner("node-" + token, token));
    }

    private Optional<Instant> wakeAt() {
        return Effects.of(definition, state(), now()).stream()
                .filter(Effect.WakeAt.class::isInstance)
                .map(effect -> ((Effect.WakeAt) effect).time())
                .findFirst();
    }

    private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
        if (one.isPresent() && other.isPresent()) {
            return one.get().isBefore(other.get()) ? one : other;
        }
        return one.isPresent() ? one : other;
    }

    static FrozenRequest plainRequest(String operation) {
        return new FrozenRequest("{\"operation\":\"" + operation + "\"}", "v1:" + operation);
    }
}
