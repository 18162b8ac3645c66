package io.querent.testkit.memory;

import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.SagaJournal.DefinitionVersion;
import io.querent.runtime.slots.SlotShare;
import io.querent.saga.DefinitionShape;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaId;
import io.querent.testkit.store.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** All that is kept, behind one lock: every operation on it is a transaction that nobody sees half done. */
final class Tables {
    /** In the order in which sagas were started. */
    final Map<SagaId, SagaEntry> sagas = new LinkedHashMap<>();

    /** In the order in which messages were written. */
    final Map<OperationKey, MessageEntry> messages = new LinkedHashMap<>();

    final Map<SagaId, Map<String, LetterEntry>> letters = new HashMap<>();
    final List<AuditEntry> audit = new ArrayList<>();
    final List<ReviewEntry> reviews = new ArrayList<>();
    final Map<DefinitionVersion, DefinitionEntry> definitions = new HashMap<>();
    final Map<String, Map<UUID, Share>> shares = new HashMap<>();
    final List<LogEntry> log = new ArrayList<>();
    long transactions;

    private final TestClock clock;
    private final ReentrantLock lock = new ReentrantLock();

    Tables(TestClock clock) {
        this.clock = clock;
    }

    /** A version of a definition, and when it was seen. */
    record DefinitionEntry(DefinitionShape shape, Instant firstSeen, Instant lastSeen) {}

    /** A share in a downstream until its lease ends. */
    record Share(SlotShare share, Instant leaseUntil) {}

    /** Where an event of the log is. */
    record LogEntry(SagaEntry saga, int sequence) {}

    /** Whether a saga that stands there needs nothing to wake it up but an open review. */
    static boolean waitsForAPerson(SagaStatus status) {
        return status == SagaStatus.IN_REVIEW || status == SagaStatus.PAUSED;
    }

    /** Writes what a person wanted to the audit, unless it is there: what was carried out has its entry from then. */
    void audit(LetterEntry entry, Settlement settlement, Instant now) {
        if (!isAudited(entry)) {
            Letter letter = entry.letter();
            audit.add(new AuditEntry(
                    letter.saga().id(), new AuditTrail.Entry(letter, settlement, entry.receivedAt, now)));
        }
    }

    boolean isAudited(LetterEntry entry) {
        return audit.stream()
                .anyMatch(each -> each.saga().equals(entry.saga.id())
                        && each.entry().letter().messageId().equals(entry.messageId));
    }

    /** Does {@code work} at one instant, alone. */
    <T> T at(Function<Instant, T> work) {
        lock.lock();
        try {
            return work.apply(clock.instant());
        } finally {
            lock.unlock();
        }
    }

    /** Moves the clock; the holders' slots stay theirs for as long as before. */
    void advance(Duration by, Set<UUID> holders) {
        lock.lock();
        try {
            clock.move(by);
            for (Map<UUID, Share> each : shares.values()) {
                each.replaceAll((holder, held) -> holders.contains(holder)
                        ? new Share(held.share(), held.leaseUntil().plus(by))
                        : held);
            }
        } finally {
            lock.unlock();
        }
    }
}
