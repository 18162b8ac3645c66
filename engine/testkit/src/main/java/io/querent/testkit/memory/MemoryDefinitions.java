package io.querent.testkit.memory;

import io.querent.runtime.journal.DefinitionRegistry;
import io.querent.runtime.journal.SagaJournal.DefinitionVersion;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.DefinitionShape;
import io.querent.saga.SagaKey;
import io.querent.testkit.memory.Tables.DefinitionEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Versions of definitions in memory. Thread-safe. */
final class MemoryDefinitions implements DefinitionRegistry {
    private static final Comparator<DefinitionVersion> ORDER =
            Comparator.comparing(DefinitionVersion::name).thenComparing(DefinitionVersion::version);

    private final Tables tables;
    private final MemoryAppends appends;

    MemoryDefinitions(Tables tables, MemoryAppends appends) {
        this.tables = tables;
        this.appends = appends;
    }

    @Override
    public DefinitionShape register(DefinitionVersion version, DefinitionShape shape) {
        return tables.at(now -> {
            DefinitionEntry known = tables.definitions.get(version);
            boolean stays = known != null && live(version).findAny().isPresent();
            DefinitionShape counts = known != null && stays ? known.shape() : shape;
            tables.definitions.put(version, new DefinitionEntry(counts, known == null ? now : known.firstSeen(), now));
            return counts;
        });
    }

    @Override
    public void seen(Collection<DefinitionVersion> versions) {
        tables.<@Nullable Void>at(now -> {
            versions.forEach(version -> tables.definitions.computeIfPresent(
                    version, (same, known) -> new DefinitionEntry(known.shape(), known.firstSeen(), now)));
            return null;
        });
    }

    @Override
    public List<Registered> all() {
        return tables.at(now -> tables.definitions.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(ORDER))
                .map(each -> new Registered(
                        each.getKey(),
                        each.getValue().shape(),
                        each.getValue().firstSeen(),
                        each.getValue().lastSeen(),
                        live(each.getKey()).count()))
                .toList());
    }

    @Override
    public List<StoredSaga> live(DefinitionVersion version, @Nullable SagaKey after, int limit) {
        if (limit < 1 || limit > LONGEST_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + LONGEST_PAGE + " sagas, not " + limit);
        }
        return tables.at(now -> live(version)
                .filter(saga -> after == null || idOf(saga.key).compareTo(idOf(after)) > 0)
                .sorted(Comparator.comparing(saga -> idOf(saga.key)))
                .limit(limit)
                .map(saga -> new StoredSaga(saga.row(), appends.read(saga)))
                .toList());
    }

    @Override
    public List<Unattended> unattended(Duration longerThan) {
        return tables.at(now -> {
            Instant before = now.minus(longerThan);
            return tables.sagas.values().stream()
                    .filter(saga -> saga.wakeAt != null && saga.wakeAt.isBefore(before))
                    .map(saga -> new DefinitionVersion(saga.key.definition(), saga.definitionVersion))
                    .filter(version -> !wasSeenSince(version, before))
                    .collect(Collectors.groupingBy(version -> version, Collectors.counting()))
                    .entrySet()
                    .stream()
                    .sorted(Map.Entry.comparingByKey(ORDER))
                    .map(each -> new Unattended(each.getKey(), each.getValue()))
                    .toList();
        });
    }

    private boolean wasSeenSince(DefinitionVersion version, Instant time) {
        DefinitionEntry known = tables.definitions.get(version);
        return known != null && !known.lastSeen().isBefore(time);
    }

    private Stream<SagaEntry> live(DefinitionVersion version) {
        return tables.sagas.values().stream()
                .filter(saga -> saga.endedAt == null && saga.definitionVersion == version.version())
                .filter(saga -> saga.key.definition().equals(version.name()));
    }

    private static String idOf(SagaKey key) {
        return key.id().value().toString();
    }
}
