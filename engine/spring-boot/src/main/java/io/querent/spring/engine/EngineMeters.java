package io.querent.spring.engine;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.querent.outbox.RelayCounters;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.retention.Retention.Standing;
import io.querent.runtime.retention.RetentionRunner;
import io.querent.runtime.work.EngineCounters;
import io.querent.runtime.work.Liveness;
import io.querent.runtime.work.QuerentEngine;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What the engine counts, as meters. While no engine works, gauges have no value: a missing number is not a zero. What is seen of the
 * whole cluster is the same on every node; take one, do not add them up.
 */
final class EngineMeters implements MeterBinder {
    private final DeferredSagaEngine engine;
    private final EngineSettings settings;

    EngineMeters(DeferredSagaEngine engine, EngineSettings settings) {
        this.engine = engine;
        this.settings = settings;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        ofCluster(
                registry,
                "querent.sagas.without.wake.up",
                "Sagas that nothing would ever wake up; must be 0",
                seen -> seen.sagasWithoutWakeUp());
        ofCluster(
                registry,
                "querent.sagas.nobody.runs",
                "Sagas that are long due and whose definition no node has",
                Liveness::sagasNobodyRuns);
        ofCluster(registry, "querent.letters.waiting", "Callbacks and decisions that wait", Liveness::lettersWaiting);
        ofCluster(registry, "querent.reviews.open", "Cases that wait for a person", Liveness::reviewsOpen);
        ofCluster(
                registry,
                "querent.reviews.oldest.seconds",
                "Longest wait of such a case",
                seen -> seen.oldestReview().toSeconds());
        ofCluster(
                registry,
                "querent.outbox.waiting",
                "Messages that are to be sent",
                seen -> seen.outbox().waiting());
        ofCluster(
                registry,
                "querent.outbox.oldest.seconds",
                "Longest wait of such a message",
                seen -> seen.outbox().oldest().toSeconds());
        ofCluster(
                registry,
                "querent.outbox.parked",
                "Messages that a person should look at; should be 0",
                seen -> seen.outbox().parked());
        ofRetention(
                registry,
                "querent.retention.months.waiting",
                "Months of history whose time is over and that are still there",
                Standing::waiting);
        ofRetention(
                registry,
                "querent.retention.failed",
                "1 when the latest run of retention failed; should be 0",
                standing -> standing.error() == null ? 0 : 1);
        ofRelay(registry, "querent.messages.sent", RelayCounters::sent);
        ofRelay(registry, "querent.messages.failed", RelayCounters::failed);
        ofRelay(registry, "querent.messages.parked", RelayCounters::parked);
        Gauge.builder("querent.sagas.owned", this, self -> self.ofEngine(QuerentEngine::owned))
                .description("Sagas that this node runs now")
                .tag("node", settings.node())
                .register(registry);
        for (EngineCounters.Count count : EngineCounters.Count.values()) {
            String name = "querent." + count.name().toLowerCase(Locale.ROOT).replace('_', '.');
            FunctionCounter.builder(name, this, self -> self.counted(count))
                    .tag("node", settings.node())
                    .register(registry);
        }
    }

    private void ofCluster(MeterRegistry registry, String name, String description, ToDoubleFunction<Liveness> number) {
        Gauge.builder(
                        name,
                        this,
                        self -> self.ofEngine(working ->
                                working.liveness().map(number::applyAsDouble).orElse(Double.NaN)))
                .description(description)
                .tag("node", settings.node())
                .register(registry);
    }

    /** Without a value where retention is off, or has not looked yet. */
    private void ofRetention(
            MeterRegistry registry, String name, String description, ToDoubleFunction<Standing> number) {
        Gauge.builder(
                        name,
                        this,
                        self -> self.engine.state() instanceof EngineState.Working working
                                ? working.retention()
                                        .flatMap(RetentionRunner::standing)
                                        .map(number::applyAsDouble)
                                        .orElse(Double.NaN)
                                : Double.NaN)
                .description(description)
                .tag("node", settings.node())
                .register(registry);
    }

    private void ofRelay(MeterRegistry registry, String name, ToDoubleFunction<RelayCounters> number) {
        FunctionCounter.builder(name, this, self -> self.ofRelay(number))
                .tag("node", settings.node())
                .register(registry);
    }

    private double ofRelay(ToDoubleFunction<RelayCounters> number) {
        return engine.state() instanceof EngineState.Working working
                ? working.relay().map(number::applyAsDouble).orElse(0.0)
                : 0;
    }

    private double ofEngine(ToDoubleFunction<QuerentEngine> number) {
        return engine.state() instanceof EngineState.Working working
                ? number.applyAsDouble(working.engine())
                : Double.NaN;
    }

    private double counted(EngineCounters.Count count) {
        return engine.state() instanceof EngineState.Working working
                ? working.engine().counters().of(count)
                : 0;
    }
}
