package io.querent.testkit.scenario;

import io.querent.decision.Decision;
import io.querent.decision.Effect;
import io.querent.decision.Effects;
import io.querent.decision.Owner;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.saga.SagaDefinition;
import io.querent.saga.canonical.RequestHash;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** One saga, its owner, and the time. Everything happens on the caller's thread, in the order of its times. Not thread-safe. */
final class Stage<I> {
    static final double HALF = 0.5;
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final int MOST_MOVES = 100_000;

    private final SagaDefinition<I> definition;
    private final Downstreams downstreams;
    private final Performer performer;
    private final CrashPlan crashes;
    private final Ledger ledger;
    private final Agenda agenda = new Agenda();
    private Instant now;
    private long token = 1;
    private OwnerProcess<I> owner;

    Stage(
            SagaDefinition<I> definition,
            Downstreams downstreams,
            Performer performer,
            CrashPlan crashes,
            Instant beginning) {
        this.definition = definition;
        this.downstreams = downstreams;
        this.performer = performer;
        this.crashes = crashes;
        this.ledger = new Ledger(definition);
        this.now = beginning;
        this.owner = newOwner();
    }

    private OwnerProcess<I> newOwner() {
        return new OwnerProcess<>(this, performer, crashes, new Owner("owner-" + token, token));
    }

    SagaDefinition<I> definition() {
        return definition;
    }

    Downstreams downstreams() {
        return downstreams;
    }

    PayloadCodec payloads() {
        return downstreams.payloads();
    }

    Ledger ledger() {
        return ledger;
    }

    Agenda agenda() {
        return agenda;
    }

    Instant now() {
        return now;
    }

    SagaState state() {
        return ledger.state();
    }

    void start(I input) {
        String json = payloads().write("input of saga " + definition, input);
        String hash = RequestHash.of(json.getBytes(StandardCharsets.UTF_8)).toString();
        ledger.decide(new SagaCommand.StartSaga(definition.keyOf(input), json, hash, false, now));
        settle();
    }

    /** Decides what came from outside, and lets the owner do what follows. */
    Decision submit(SagaCommand command) {
        Decision decision = ledger.decide(command);
        settle();
        return decision;
    }

    void crash() {
        owner.die();
        agenda.at(now.plus(LEASE), this::takeOver);
    }

    private void takeOver() {
        token++;
        owner = newOwner();
        if (state().end() == null) {
            ledger.decide(new SagaCommand.TakeOver(owner.owner(), HALF, now));
        }
    }

    void advance(Duration by) {
        Instant end = now.plus(by);
        Optional<Instant> next = next();
        while (next.isPresent() && !next.get().isAfter(end)) {
            moveTo(next.get());
            next = next();
        }
        moveTo(end);
    }

    /** Lets time pass for as long as something happens by itself. */
    void finish() {
        Optional<Instant> next = next();
        while (state().end() == null && next.isPresent()) {
            moveTo(next.get());
            next = next();
        }
    }

    private void moveTo(Instant time) {
        now = time.isAfter(now) ? time : now;
        settle();
    }

    private Optional<Instant> next() {
        return Stream.of(agenda.next(), downstreams.nextArrival(), wake())
                .flatMap(Optional::stream)
                .filter(time -> time.isAfter(now) && time.isBefore(now.plus(Performer.NEVER.dividedBy(2))))
                .min(Instant::compareTo);
    }

    private Optional<Instant> wake() {
        if (!owner.isAlive() || !ledger.isStarted()) {
            return Optional.empty();
        }
        return Effects.of(definition, state(), now).stream()
                .filter(Effect.WakeAt.class::isInstance)
                .map(effect -> ((Effect.WakeAt) effect).time())
                .findFirst();
    }

    /** Does all that is due now. */
    private void settle() {
        int moves = 0;
        while (agenda.doNext(now) || owner.isAlive() && ledger.isStarted() && owner.carryOutOne()) {
            if (++moves > MOST_MOVES) {
                throw new IllegalStateException("QRT-8053 so much is due at once that it does not end; made=" + moves
                        + " moves at " + now + "; give retries and questions longer pauses\n"
                        + String.join("\n", ledger.story()));
            }
        }
        downstreams.arrive(now);
    }
}
