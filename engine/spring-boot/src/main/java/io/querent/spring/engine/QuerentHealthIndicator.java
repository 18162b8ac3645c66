package io.querent.spring.engine;

import io.querent.runtime.EngineSettings;
import io.querent.runtime.journal.Outbox;
import io.querent.runtime.retention.Retention;
import io.querent.runtime.retention.RetentionRunner;
import io.querent.runtime.work.EngineCounters;
import io.querent.runtime.work.Liveness;
import io.querent.runtime.work.QuerentEngine;
import io.querent.spring.database.EngineDatabase;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * How the engine is. UP: it works and its database answers. DOWN: the database is not there. OUT_OF_SERVICE: the database is there
 * and must not or cannot be used, or the engine has stopped; nothing changes by itself then. Answers within two seconds or so.
 */
final class QuerentHealthIndicator implements HealthIndicator {
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final DeferredSagaEngine engine;
    private final EngineDatabase database;
    private final EngineSettings settings;
    private final WakeUpCheck wakeUpCheck;

    QuerentHealthIndicator(
            DeferredSagaEngine engine, EngineDatabase database, EngineSettings settings, WakeUpCheck wakeUpCheck) {
        this.engine = engine;
        this.database = database;
        this.settings = settings;
        this.wakeUpCheck = wakeUpCheck;
    }

    @Override
    public Health health() {
        EngineState state = engine.state();
        Health.Builder health = new Health.Builder()
                .withDetail("node", settings.node())
                .withDetail("database", database.isEmbedded() ? "embedded" : "external");
        if (database.embeddedDirectory() != null) {
            health.withDetail("directory", database.embeddedDirectory().toString());
        }
        if (state instanceof EngineState.Working working) {
            working.retention()
                    .flatMap(RetentionRunner::standing)
                    .ifPresent(standing -> health.withDetail("retention", retention(standing)));
            return ofEngine(health, working.engine());
        } else if (state instanceof EngineState.Connecting connecting) {
            return health.down()
                    .withDetail("reason", connecting.reason())
                    .withDetail("tries", connecting.tries())
                    .build();
        } else if (state instanceof EngineState.Refused refused) {
            return health.outOfService().withDetail("reason", refused.reason()).build();
        }
        return health.outOfService()
                .withDetail("reason", "the engine is not running")
                .build();
    }

    private Health ofEngine(Health.Builder health, QuerentEngine working) {
        health.withDetail("sagasOwned", working.owned()).withDetail("counters", counters(working.counters()));
        working.liveness().map(Liveness::outbox).ifPresent(outbox -> health.withDetail("outbox", outbox(outbox)));
        WakeUpCheck.Finding finding = wakeUpCheck.look(LONGEST);
        return finding instanceof WakeUpCheck.Finding.Counted counted
                ? health.up().withDetail("sagasWithoutWakeUp", counted.sagas()).build()
                : health.down()
                        .withDetail("reason", ((WakeUpCheck.Finding.NoAnswer) finding).reason())
                        .build();
    }

    /** As last seen, some seconds ago. */
    private static Map<String, Object> outbox(Outbox.Figures figures) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("waiting", figures.waiting());
        details.put("oldestSeconds", figures.oldest().toSeconds());
        details.put("parked", figures.parked());
        return details;
    }

    /** As last seen. That it fails is no reason to send sagas elsewhere, and so none to be down. */
    private static Map<String, Object> retention(Retention.Standing standing) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("monthsWaiting", standing.waiting());
        details.put("doneAt", String.valueOf(standing.doneAt()));
        details.put("error", standing.error() == null ? "none" : standing.error());
        return details;
    }

    private static Map<String, Long> counters(EngineCounters counters) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        for (EngineCounters.Count count : EngineCounters.Count.values()) {
            numbers.put(count.name().toLowerCase(Locale.ROOT).replace('_', '-'), counters.of(count));
        }
        return numbers;
    }
}
