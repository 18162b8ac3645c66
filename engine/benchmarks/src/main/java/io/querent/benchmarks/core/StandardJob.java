package io.querent.benchmarks.core;

import io.querent.benchmarks.contender.Order;
import io.querent.benchmarks.contender.OrderSaga;
import io.querent.benchmarks.contender.Variant;
import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.FrozenRequest;
import io.querent.decision.Owner;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.saga.canonical.RequestHash;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The standard job from its start to its end, command by command, as the engine would give them. */
final class StandardJob {
    static final SagaDefinition<Order> DEFINITION = OrderSaga.of(Variant.STANDARD);
    static final Order ORDER = Order.numbered("order-1", 1);
    static final String INPUT = new PayloadCodec().writeInput("input", ORDER);
    static final List<String> STEPS = List.of("reserve", "pay", "confirm");

    private static final Instant AT = Instant.parse("2026-11-29T12:00:00Z");
    private static final double DRAW = 0.5;
    private static final String REQUEST =
            "{\"order\":\"order-1\",\"amount\":100.01,\"currency\":\"EUR\",\"account\":\"FR1420041010050500013M02606\"}";
    private static final String RESULT =
            "{\"reference\":\"booking-of-order-1\",\"amount\":100.01,\"currency\":\"EUR\",\"state\":\"booked-and-settled\"}";

    private final List<Turn> turns = new ArrayList<>();
    private final List<SagaEvent> history = new ArrayList<>();
    private @Nullable SagaState state;

    /**
     * A command and the state that it met.
     *
     * @param before null before the saga exists
     */
    record Turn(@Nullable SagaState before, SagaCommand command) {
        Decision decide() {
            return Decider.decide(DEFINITION, before, command);
        }
    }

    private StandardJob() {}

    static StandardJob completed() {
        StandardJob job = new StandardJob();
        job.give(new SagaCommand.StartSaga(
                SagaKey.of(DEFINITION.name(), ORDER.number()), INPUT, hash(INPUT), false, AT));
        for (String step : STEPS) {
            job.give(new SagaCommand.StartAttempt(
                    step, new FrozenRequest(REQUEST, hash(REQUEST)), new Owner("node", 1), DRAW, AT));
            job.give(new SagaCommand.RecordOutcome(step, 1, Outcome.succeeded(RESULT), DRAW, AT));
        }
        if (job.state == null || job.state.end() != SagaStatus.COMPLETED) {
            throw new IllegalStateException("the standard job does not end as it must: " + job.state);
        }
        return job;
    }

    /** In their order: the start, then an attempt and an outcome for each step. */
    List<Turn> turns() {
        return List.copyOf(turns);
    }

    /** The intent to call a step. */
    Turn attempt(String step) {
        return turns.get(1 + 2 * STEPS.indexOf(step));
    }

    /** The success of a step. */
    Turn outcome(String step) {
        return turns.get(2 + 2 * STEPS.indexOf(step));
    }

    List<SagaEvent> history() {
        return List.copyOf(history);
    }

    private void give(SagaCommand command) {
        Turn turn = new Turn(state, command);
        turns.add(turn);
        if (!(turn.decide() instanceof Decision.Accepted accepted)) {
            throw new IllegalStateException("the core refuses " + command);
        }
        history.addAll(accepted.events());
        state = accepted.state();
    }

    private static String hash(String json) {
        return RequestHash.of(json.getBytes(StandardCharsets.UTF_8)).toString();
    }
}
