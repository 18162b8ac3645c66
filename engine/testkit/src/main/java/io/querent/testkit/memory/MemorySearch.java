package io.querent.testkit.memory;

import io.querent.runtime.journal.OperationRow;
import io.querent.runtime.journal.SagaSearch;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds sagas in memory. Thread-safe. */
final class MemorySearch implements SagaSearch {
    private static final Comparator<SagaEntry> NEWEST_FIRST = Comparator.<SagaEntry, Instant>comparing(
                    saga -> saga.startedAt)
            .thenComparing(saga -> saga.key.id().value())
            .reversed();

    private final Tables tables;

    MemorySearch(Tables tables) {
        this.tables = tables;
    }

    @Override
    public Results find(Page page) {
        return tables.at(now -> {
            SagaEntry last = last(page.after());
            List<SagaEntry> found = tables.sagas.values().stream()
                    .filter(saga -> fits(saga, page.filter())
                            && isInTrouble(saga, page.filter().trouble(), now))
                    .filter(saga -> last == null || NEWEST_FIRST.compare(saga, last) > 0)
                    .sorted(NEWEST_FIRST)
                    .limit(page.limit() + 1L)
                    .toList();
            boolean isLast = found.size() <= page.limit();
            List<SagaEntry> shown = isLast ? found : found.subList(0, page.limit());
            return new Results(
                    shown.stream()
                            .map(saga -> new Found(saga.row(), saga.attributes))
                            .toList(),
                    isLast ? null : shown.get(shown.size() - 1).key.id().toString());
        });
    }

    private @Nullable SagaEntry last(@Nullable String place) {
        if (place == null) {
            return null;
        }
        try {
            SagaEntry saga = tables.sagas.get(new SagaId(UUID.fromString(place)));
            if (saga != null) {
                return saga;
            }
        } catch (IllegalArgumentException other) {
            throw unknown(other);
        }
        throw unknown(null);
    }

    private static QuerentException unknown(@Nullable Throwable cause) {
        return new QuerentException(
                "QRT-3352",
                "this is no place in a search's results; give back the one that came with the page before, as it was",
                cause);
    }

    private static boolean fits(SagaEntry saga, Filter filter) {
        return isNamed(saga, filter)
                && (filter.status() == null || saga.status == filter.status())
                && (filter.attribute() == null
                        || filter.attribute()
                                .value()
                                .equals(saga.attributes.get(filter.attribute().name())))
                && (filter.startedFrom() == null || !saga.startedAt.isBefore(filter.startedFrom()))
                && (filter.startedBefore() == null || saga.startedAt.isBefore(filter.startedBefore()));
    }

    private static boolean isNamed(SagaEntry saga, Filter filter) {
        return (filter.tenant() == null || saga.key.tenant().value().equals(filter.tenant()))
                && (filter.definition() == null || saga.key.definition().equals(filter.definition()))
                && (filter.businessKeyPrefix() == null
                        || saga.key.businessKey().value().startsWith(filter.businessKeyPrefix()))
                && (filter.businessKey() == null
                        || saga.key.businessKey().value().equals(filter.businessKey()))
                && (filter.operation() == null
                        || saga.key.equals(filter.operation().saga()));
    }

    private static boolean isInTrouble(SagaEntry saga, @Nullable Trouble trouble, Instant now) {
        return trouble == null || saga.operations.values().stream().anyMatch(row -> fits(row, trouble, now));
    }

    private static boolean fits(OperationRow row, Trouble trouble, Instant now) {
        String error = row.lastError();
        return (trouble.step() == null || row.name().equals(trouble.step()))
                && (trouble.status() == null || row.status() == trouble.status())
                && (trouble.errorCode() == null
                        || error != null && Trouble.codeOf(error).equals(trouble.errorCode()))
                && (trouble.longerThan() == null
                        || !row.status().isFinal() && row.since().isBefore(now.minus(trouble.longerThan())));
    }
}
