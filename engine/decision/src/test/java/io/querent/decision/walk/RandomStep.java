package io.querent.decision.walk;

import io.querent.decision.world.SagaPlan;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.StepPlan;
import io.querent.saga.Described;
import io.querent.saga.Message;
import io.querent.saga.Saga;
import io.querent.saga.SagaBuilder;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SignalBuilder;
import io.querent.saga.StepHandle;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** A random step that is no call of its own: a choice, a wait, a message, another saga. */
final class RandomStep {
    static final String FIRST = "first";
    static final String OTHER = "other";
    private static final List<Duration> TIMES =
            List.of(Duration.ofMillis(1), Duration.ofMinutes(3), Duration.ofHours(1), Duration.ofDays(1));
    private static final Duration TOO_LONG = Duration.ofDays(400);
    private static final SagaDefinition<String> CHILD = Saga.define("child", String.class)
            .businessKey(input -> input)
            .delay("rest", step -> step.lasting(Duration.ofMinutes(1)))
            .build();

    private final Random random;
    private final StepPlan place;

    RandomStep(Random random, StepPlan place) {
        this.random = random;
        this.place = place;
    }

    void addTo(SagaPlan saga) {
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> saga.with(choice());
            case 3, 4 -> saga.with(delay());
            case 5, 6 -> saga.with(signal());
            case 7, 8 -> saga.with(approval());
            case 9, 10 -> saga.with(message());
            default -> saga.with(child());
        }
    }

    private UnaryOperator<SagaBuilder<String>> choice() {
        boolean holds = random.nextBoolean();
        return saga -> saga.choice(
                place.name(),
                step -> place.place(step).branch(FIRST, view -> holds).otherwise(OTHER));
    }

    private UnaryOperator<SagaBuilder<String>> delay() {
        Duration time = time();
        boolean until = random.nextBoolean();
        Duration end = random.nextInt(4) == 0 ? TOO_LONG : time;
        return saga -> saga.delay(
                place.name(),
                step -> until
                        ? place.place(step).until(view -> ScriptedWorld.BEGINNING.plus(end))
                        : place.place(step).lasting(time));
    }

    private UnaryOperator<SagaBuilder<String>> signal() {
        Duration time = time();
        boolean goesOn = random.nextBoolean();
        StepHandle<String> handle = StepHandle.of(place.name(), String.class);
        return saga ->
                saga.await(handle, step -> signal(place.place(step), goesOn).within(time));
    }

    private static SignalBuilder<String, String> signal(SignalBuilder<String, String> step, boolean goesOn) {
        return goesOn ? step.otherwise(view -> "silence") : step;
    }

    private UnaryOperator<SagaBuilder<String>> approval() {
        return saga -> saga.approval(
                place.name(),
                step -> place.place(step)
                        .escalate(Duration.ofMinutes(5), "somebody else")
                        .within(Duration.ofHours(3)));
    }

    private UnaryOperator<SagaBuilder<String>> message() {
        boolean takenBack = random.nextBoolean();
        Message<String> message = new Message<>("orders", null, "placed");
        return saga -> saga.publish(place.name(), step -> {
            var published = place.place(step).message(view -> message);
            Described<String> described =
                    takenBack ? published.takenBackBy(view -> message) : published.needsNoUndo("a walk's message");
            return described;
        });
    }

    private UnaryOperator<SagaBuilder<String>> child() {
        StepHandle<String> handle = StepHandle.of(place.name(), String.class);
        return saga -> saga.child(
                handle, CHILD, view -> view.input(), step -> place.place(step).result(view -> "done"));
    }

    private Duration time() {
        return TIMES.get(random.nextInt(TIMES.size()));
    }
}
