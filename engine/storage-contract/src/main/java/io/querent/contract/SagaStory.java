package io.querent.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.Effect;
import io.querent.decision.Effects;
import io.querent.decision.FrozenRequest;
import io.querent.decision.Owner;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Appends;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.BusinessKey;
import io.querent.saga.Outcome;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One payment as a node runs it, decided by the real core. Each append has to be answered by {@link #went} before the next. */
public final class SagaStory {
    public static final Duration LEASE = Duration.ofMinutes(1);

    /** When every story takes place, whatever day its test runs on. */
    public static final Instant AT = Instant.parse("2026-11-29T10:15:30.123456Z");

    private static final String HASH = "v1:" + "0".repeat(64);

    private final SagaKey key;
    private final String node;
    private @Nullable SagaState state;
    private @Nullable SagaState next;
    private long token = 1;

    public SagaStory(String businessKey, String node) {
        this(SagaKey.of(Payments.DEFINITION.name(), businessKey), node);
    }

    public SagaStory(SagaKey key, String node) {
        this.key = key;
        this.node = node;
    }

    /** A payment of that tenant. */
    public static SagaStory of(String tenant, String businessKey, String node) {
        return new SagaStory(
                new SagaKey(new Tenant(tenant), Payments.DEFINITION.name(), new BusinessKey(businessKey)), node);
    }

    /** The payment as another node took it over. */
    public static SagaStory of(StoredSaga stored) {
        SagaStory story = new SagaStory(
                stored.row().key(), Objects.requireNonNull(stored.row().owner()));
        story.state = stored.state();
        story.token = stored.row().token();
        return story;
    }

    public SagaKey key() {
        return key;
    }

    public SagaId id() {
        return key.id();
    }

    public SagaState state() {
        return Objects.requireNonNull(state, "not started");
    }

    public long token() {
        return token;
    }

    public long version() {
        return state == null ? 0 : state.version();
    }

    public Append start() {
        return start(new Possession.Take(node, LEASE));
    }

    public Append start(Possession possession) {
        return decide(
                new SagaCommand.StartSaga(key, "{\"number\":\"" + key.businessKey() + "\"}", HASH, false, AT),
                new Guard.New(Payments.DEFINITION.version(), HASH),
                possession);
    }

    public Append attempt(String operation) {
        FrozenRequest request = new FrozenRequest("\"" + key.businessKey() + "\"", HASH);
        return decide(
                new SagaCommand.StartAttempt(operation, request, new Owner(node, token), 0.5, AT),
                owned(),
                new Possession.Keep());
    }

    public Append succeeded(String operation, String result) {
        return outcome(operation, Outcome.succeeded(result));
    }

    /** The outcome of the attempt that is in flight; the saga is let go when there is nothing to do at once. */
    public Append outcome(String operation, Outcome<String> outcome) {
        int attempt = state().operation(operation).attempts().started();
        SagaCommand command = new SagaCommand.RecordOutcome(operation, attempt, outcome, 0.5, AT);
        Append kept = decide(command, owned(), new Possession.Keep());
        boolean goesOn =
                Effects.of(Payments.DEFINITION, next(), AT).stream().anyMatch(Effect.Attempt.class::isInstance);
        return goesOn ? kept : decide(command, owned(), Appends.letGo(Payments.DEFINITION, next(), AT));
    }

    /** Changes possession alone. */
    public Append only(Possession possession) {
        next = state();
        return Appends.of(Payments.DEFINITION, owned(), next, List.of(), next, possession);
    }

    /** A command from outside, by someone who has read this version. */
    public Append wake(String requestId) {
        return decide(
                new SagaCommand.WakeSaga("operator", "reason", requestId, AT),
                new Guard.Version(version()),
                new Possession.DueUnlessOwned(Duration.ZERO));
    }

    public Guard owned() {
        return new Guard.Owned(node, token, version());
    }

    /** Appends and expects that it is written. */
    public void appendTo(SagaJournal journal, Append append) {
        AppendResult result = outcomeOf(journal, append);
        assertThat(result).isInstanceOf(AppendResult.Appended.class);
        went(result);
    }

    /** Appends and waits. */
    public static AppendResult outcomeOf(SagaJournal journal, Append append) {
        return journal.append(append)
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }

    /** Tells the story how the latest append went. */
    public void went(AppendResult result) {
        if (result instanceof AppendResult.Appended appended) {
            assertThat(appended.version()).isEqualTo(next().version());
            state = next;
        }
    }

    /** Runs from the start to the end. */
    public void runOn(SagaJournal journal) {
        appendTo(journal, start());
        appendTo(journal, attempt("reserve"));
        appendTo(journal, succeeded("reserve", "\"r\""));
        appendTo(journal, attempt("transfer"));
        appendTo(journal, succeeded("transfer", "\"t\""));
    }

    private Append decide(SagaCommand command, Guard guard, Possession possession) {
        Decision decision = Decider.decide(Payments.DEFINITION, state, command);
        assertThat(decision).isInstanceOf(Decision.Accepted.class);
        Decision.Accepted accepted = (Decision.Accepted) decision;
        SagaState after = accepted.state();
        next = after;
        List<SagaEvent> events = accepted.events();
        return Appends.of(Payments.DEFINITION, guard, state, events, after, possession);
    }

    private SagaState next() {
        return Objects.requireNonNull(next, "nothing was appended");
    }
}
