package io.querent.decision;

import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** Worlds and sagas that several tests begin from. */
final class Worlds {
    /** Jitter is always the whole delay, less a hair: times in a test can be reckoned by hand. */
    private static final double NO_JITTER = Math.nextDown(1.0);

    private Worlds() {}

    /** A world of that saga in which delays are not jittered. */
    static ScriptedWorld of(SagaPlan saga) {
        return new ScriptedWorld(saga.build(), () -> NO_JITTER, commit -> {});
    }

    /** {@code charge -> ledger}: a charge described by {@code plan}, and a step that follows it. */
    static ScriptedWorld chargeThenLedger(UnaryOperator<StepPlan> plan) {
        return of(new SagaPlan().then("charge", step -> plan.apply(step.undo())).then("ledger", step -> step));
    }

    /** {@code hold -> charge}: something to make good for, and a charge described by {@code plan}. */
    static ScriptedWorld holdThenCharge(UnaryOperator<StepPlan> plan) {
        return of(new SagaPlan().then("hold", StepPlan::undo).then("charge", plan));
    }

    /** How long after the beginning it is. */
    static Duration age(ScriptedWorld world) {
        return Duration.between(ScriptedWorld.BEGINNING, world.now());
    }

    /** How long after the beginning the latest event happened. */
    static Duration lastEvent(ScriptedWorld world) {
        List<SagaEvent> events = world.events();
        return Duration.between(
                ScriptedWorld.BEGINNING, events.get(events.size() - 1).at());
    }
}
