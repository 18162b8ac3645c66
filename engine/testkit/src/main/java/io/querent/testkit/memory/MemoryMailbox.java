package io.querent.testkit.memory;

import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Delivery.Answer;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Mailbox;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The mailbox in memory. Thread-safe. */
final class MemoryMailbox implements Mailbox {
    /** Whoever delivers a letter looks first, and can say what became of it. */
    private static final Duration FIRST_LOOK = Duration.ofMillis(100);

    /** A letter that is lost with the node that took it is taken by another. */
    private static final Duration NEXT_LOOK = Duration.ofSeconds(10);

    private static final Settlement PARKED = new Settlement(Answer.PARKED, "nobody could take it in in time");

    private final Tables tables;

    MemoryMailbox(Tables tables) {
        this.tables = tables;
    }

    @Override
    public Delivery deliver(Letter letter) {
        return tables.at(now -> {
            Map<String, LetterEntry> known =
                    tables.letters.computeIfAbsent(letter.saga().id(), saga -> new LinkedHashMap<>());
            LetterEntry stored = known.get(letter.messageId());
            if (stored == null) {
                if (known.values().stream().filter(each -> each.lookAt != null).count() >= MOST_WAITING) {
                    throw tooMany(letter);
                }
                stored = new LetterEntry(letter, now, now.plus(FIRST_LOOK));
                known.put(letter.messageId(), stored);
            }
            Delivery delivery = stored.delivery();
            if (!delivery.letter().equals(letter)) {
                throw usedBefore(letter);
            }
            return delivery;
        });
    }

    private static QuerentException tooMany(Letter letter) {
        return new QuerentException(
                "QRT-3005",
                "too many letters wait for the saga; key=" + letter.saga() + ", expected=fewer than " + MOST_WAITING
                        + "; find out why they are not taken in, then send it again");
    }

    private static QuerentException usedBefore(Letter letter) {
        return new QuerentException(
                "QRT-3006",
                "the id was used for another letter; key=" + letter.saga() + ", id=" + letter.messageId()
                        + "; what came first counts; give another letter an id of its own");
    }

    @Override
    public Optional<Delivery> find(SagaId saga, String messageId) {
        return tables.at(now -> entry(saga, messageId).map(LetterEntry::delivery));
    }

    @Override
    public List<Delivery> take(String node, Collection<String> definitions, int limit) {
        return tables.at(now -> all()
                .filter(each -> each.isDue(now) && isFor(each, node, definitions, now))
                .sorted(Comparator.comparing(each -> Objects.requireNonNull(each.lookAt)))
                .limit(limit)
                .toList()
                .stream()
                .map(each -> taken(each, now))
                .toList());
    }

    @Override
    public Optional<Delivery> take(String node, Collection<String> definitions, Letter letter) {
        return tables.at(now -> entry(letter.saga().id(), letter.messageId())
                .filter(each -> each.lookAt != null && (each.looks == 0 || each.isDue(now)))
                .filter(each -> isFor(each, node, definitions, now))
                .map(each -> taken(each, now)));
    }

    @Override
    public void putOff(Delivery delivery, Duration delay) {
        tables.<@Nullable Void>at(now -> {
            entry(delivery).ifPresent(each -> each.lookAt = now.plus(delay.isNegative() ? Duration.ZERO : delay));
            return null;
        });
    }

    @Override
    public boolean settle(Delivery delivery, Settlement settlement) {
        return tables.at(now ->
                entry(delivery).map(each -> settle(each, settlement, now)).orElse(false));
    }

    @Override
    public int park(Duration age, int limit) {
        return tables.at(now -> (int) all()
                .filter(each -> each.lookAt != null && each.receivedAt.isBefore(now.minus(age)))
                .sorted(Comparator.comparing(each -> Objects.requireNonNull(each.lookAt)))
                .limit(limit)
                .filter(each -> each.isDue(now))
                .toList()
                .stream()
                .filter(each -> settle(each, PARKED, now))
                .count());
    }

    @Override
    public int forget(Duration age, int limit) {
        return tables.at(now -> {
            Instant before = now.minus(age);
            List<LetterEntry> old = all().filter(each -> each.settledAt != null && each.settledAt.isBefore(before))
                    .filter(each -> hasEnded(each.saga.id(), before) && !isAudited(each))
                    .sorted(Comparator.comparing(each -> Objects.requireNonNull(each.settledAt)))
                    .limit(limit)
                    .toList();
            old.forEach(each -> lettersOf(each.saga.id()).remove(each.messageId));
            return old.size();
        });
    }

    @Override
    public long countWaiting() {
        return tables.at(now -> all().filter(each -> each.lookAt != null).count());
    }

    private boolean settle(LetterEntry entry, Settlement settlement, Instant now) {
        Settlement kept = new Settlement(settlement.answer(), Texts.detail(settlement.detail()));
        entry.settlement = kept;
        entry.settledAt = now;
        entry.lookAt = null;
        if (!(entry.letter().content() instanceof Letter.Told)) {
            tables.audit(entry, kept, now);
        }
        return true;
    }

    private static Delivery taken(LetterEntry entry, Instant now) {
        entry.lookAt = now.plus(NEXT_LOOK);
        entry.looks++;
        return entry.delivery();
    }

    private boolean isFor(LetterEntry entry, String node, Collection<String> definitions, Instant now) {
        SagaEntry saga = tables.sagas.get(entry.saga.id());
        boolean free = saga == null || saga.owner == null || saga.owner.equals(node) || saga.isDue(now);
        return free && definitions.contains(entry.saga.definition());
    }

    private boolean hasEnded(SagaId id, Instant before) {
        SagaEntry saga = tables.sagas.get(id);
        return saga == null || (saga.endedAt != null && saga.endedAt.isBefore(before));
    }

    private boolean isAudited(LetterEntry entry) {
        return tables.isAudited(entry);
    }

    private Optional<LetterEntry> entry(Delivery delivery) {
        Letter letter = delivery.letter();
        return entry(letter.saga().id(), letter.messageId()).filter(each -> each.wasLastSeenAs(delivery));
    }

    private Optional<LetterEntry> entry(SagaId saga, String messageId) {
        return Optional.ofNullable(lettersOf(saga).get(messageId));
    }

    private Map<String, LetterEntry> lettersOf(SagaId saga) {
        return tables.letters.getOrDefault(saga, Map.of());
    }

    private Stream<LetterEntry> all() {
        return tables.letters.values().stream().flatMap(letters -> letters.values().stream());
    }
}
