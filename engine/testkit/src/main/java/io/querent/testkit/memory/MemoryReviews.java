package io.querent.testkit.memory;

import io.querent.runtime.journal.Reviews;
import io.querent.saga.SagaId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The queue of cases in memory. Thread-safe. */
final class MemoryReviews implements Reviews {
    private final Tables tables;

    MemoryReviews(Tables tables) {
        this.tables = tables;
    }

    @Override
    public List<Case> open(Page page) {
        return tables.at(now -> open().filter(each ->
                        page.tenant() == null || each.saga().tenant().value().equals(page.tenant()))
                .filter(each ->
                        page.definition() == null || each.saga().definition().equals(page.definition()))
                .filter(each -> page.saga() == null || each.saga().id().equals(page.saga()))
                .filter(each -> page.after() == null || ReviewEntry.ORDER.compare(each, page.after()) > 0)
                .limit(page.limit())
                .toList());
    }

    @Override
    public Optional<Case> find(SagaId saga, String operation) {
        return tables.at(now -> open().filter(each ->
                        each.saga().id().equals(saga) && each.operation().equals(operation))
                .findFirst());
    }

    @Override
    public long countOpen() {
        return tables.at(now -> open().count());
    }

    @Override
    public Optional<Duration> oldest() {
        return tables.at(now -> open().findFirst().map(Case::openedAt).map(openedAt -> age(openedAt, now)));
    }

    private static Duration age(Instant openedAt, Instant now) {
        long seconds = Duration.between(openedAt, now).toSeconds();
        return Duration.ofSeconds(Math.max(0, seconds));
    }

    private Stream<Case> open() {
        return tables.reviews.stream()
                .filter(ReviewEntry::open)
                .map(ReviewEntry::content)
                .sorted(ReviewEntry.ORDER);
    }
}
