package io.querent.receiver.spring;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.GuardCounters.Counts;
import java.util.function.ToLongFunction;

/** What a guard counts, as meters {@code querent.receiver.*}. */
final class GuardMeters implements MeterBinder {
    private final GuardCounters counters;

    GuardMeters(GuardCounters counters) {
        this.counters = counters;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        requests(registry, "applied", Counts::applied);
        requests(registry, "replayed", Counts::replays);
        requests(registry, "gone", Counts::gone);
        requests(registry, "in-progress", Counts::inProgress);
        requests(registry, "in-review", Counts::inReview);
        requests(registry, "conflict", Counts::conflicts);
        requests(registry, "stale", Counts::stale);
        counter(registry, "querent.receiver.retries", "transactions that ran again", Counts::retries);
        counter(registry, "querent.receiver.commits.in.doubt", "commits whose answer was lost", Counts::commitsInDoubt);
        counter(registry, "querent.receiver.leases.lost", "leases that ended under their owners", Counts::lostLeases);
        counter(registry, "querent.receiver.takeovers", "operations taken over", Counts::takeovers);
        counter(
                registry,
                "querent.receiver.illegal.transitions",
                "changes of status that were refused",
                Counts::illegalTransitions);
    }

    private void requests(MeterRegistry registry, String outcome, ToLongFunction<Counts> count) {
        FunctionCounter.builder("querent.receiver.requests", counters, each -> count.applyAsLong(each.counts()))
                .description("requests for operations, by what came of them")
                .tag("outcome", outcome)
                .register(registry);
    }

    private void counter(MeterRegistry registry, String name, String description, ToLongFunction<Counts> count) {
        FunctionCounter.builder(name, counters, each -> count.applyAsLong(each.counts()))
                .description(description)
                .register(registry);
    }
}
