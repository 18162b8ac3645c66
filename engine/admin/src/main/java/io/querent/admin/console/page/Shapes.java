package io.querent.admin.console.page;

import io.querent.runtime.journal.DefinitionRegistry;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaJournal.DefinitionVersion;
import io.querent.saga.DefinitionShape;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * What definitions look like and who runs them, as the database knows it; kept for a few seconds, so that pages that look again and again
 * do not ask for it each time. Thread-safe.
 */
public final class Shapes {
    private static final Duration KEPT = Duration.ofSeconds(5);
    /** A node says what it runs more often than this. */
    private static final Duration SILENCE = Duration.ofMinutes(2);

    private final SagaJournal journal;
    private final InstantSource clock;
    private volatile Snapshot latest = new Snapshot(List.of(), Instant.EPOCH);

    private record Snapshot(List<DefinitionRegistry.Registered> all, Instant at) {}

    /** @param clock for the age of what is kept, and for what is shown */
    public Shapes(SagaJournal journal, InstantSource clock) {
        this.journal = journal;
        this.clock = clock;
    }

    /** Every version that was ever registered, by name and version. */
    public List<DefinitionRegistry.Registered> all() {
        Snapshot known = latest;
        if (known.at().plus(KEPT).isBefore(clock.instant())) {
            known = new Snapshot(List.copyOf(journal.definitions().all()), clock.instant());
            latest = known;
        }
        return known.all();
    }

    /** The version, if it was ever registered. */
    public Optional<DefinitionRegistry.Registered> find(DefinitionVersion version) {
        return all().stream().filter(each -> each.version().equals(version)).findFirst();
    }

    /** What the version looks like; empty when it was never registered. */
    public Optional<DefinitionShape> shape(DefinitionVersion version) {
        return find(version).map(DefinitionRegistry.Registered::shape);
    }

    /** Whether a node has said lately that it runs this version. */
    public boolean isRun(DefinitionVersion version) {
        return find(version).filter(this::isRun).isPresent();
    }

    /** Whether a node has said lately that it runs this version. */
    public boolean isRun(DefinitionRegistry.Registered version) {
        return version.lastSeen().plus(SILENCE).isAfter(clock.instant());
    }

    /** Names of all definitions that a person may be offered to search for. */
    public List<String> names() {
        return all().stream().map(each -> each.version().name()).distinct().toList();
    }
}
