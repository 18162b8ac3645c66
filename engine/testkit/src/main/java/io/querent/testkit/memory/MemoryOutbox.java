package io.querent.testkit.memory;

import io.querent.decision.Authority;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Outbox;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaKey;
import io.querent.testkit.memory.MessageEntry.Fate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Messages on their way out, in memory. Thread-safe. */
final class MemoryOutbox implements Outbox {
    private final Tables tables;

    MemoryOutbox(Tables tables) {
        this.tables = tables;
    }

    @Override
    public List<Taken> take(int limit, Duration lease) {
        check(limit);
        return tables.at(now -> {
            List<Taken> taken = new ArrayList<>();
            List<MessageEntry> before = new ArrayList<>();
            for (MessageEntry entry : tables.messages.values()) {
                boolean first = before.stream().noneMatch(entry::isInLineWith);
                if (first && isDue(entry, now) && taken.size() < limit) {
                    entry.tries++;
                    entry.changesAt = now.plus(lease);
                    taken.add(new Taken(entry.outgoing(), entry.tries));
                }
                if (entry.isUnsent()) {
                    before.add(entry);
                }
            }
            return taken;
        });
    }

    private static boolean isDue(MessageEntry entry, Instant now) {
        return entry.fate == Fate.WAITS && !entry.changesAt.isAfter(now);
    }

    @Override
    public boolean markSent(Taken taken) {
        return tables.at(now -> {
            Optional<MessageEntry> last = lastTakenAs(taken);
            last.ifPresent(entry -> {
                entry.become(Fate.SENT, now);
                entry.error = null;
            });
            return last.isPresent();
        });
    }

    @Override
    public Setback putOff(Taken taken, Failure failure) {
        return tables.at(now ->
                lastTakenAs(taken).map(entry -> putOff(entry, failure, now)).orElse(Setback.OVERTAKEN));
    }

    private static Setback putOff(MessageEntry entry, Failure failure, Instant now) {
        entry.error = Texts.detail(failure.error());
        boolean spent = entry.tries - entry.forgiven >= failure.most()
                && !entry.budgetSince.isAfter(now.minus(failure.within()));
        entry.become(spent ? Fate.PARKED : Fate.WAITS, spent ? now : now.plus(failure.delay()));
        return spent ? Setback.PARKED : Setback.PUT_OFF;
    }

    private Optional<MessageEntry> lastTakenAs(Taken taken) {
        return Optional.ofNullable(
                        tables.messages.get(new OperationKey(taken.message().id())))
                .filter(entry -> entry.fate == Fate.WAITS && entry.tries == taken.tries());
    }

    @Override
    public List<Parked> parked(int limit) {
        check(limit);
        return tables.at(now -> inFate(Fate.PARKED)
                .sorted(Comparator.comparing(entry -> entry.changesAt))
                .limit(limit)
                .map(entry -> new Parked(entry.outgoing(), entry.tries, entry.error, entry.changesAt))
                .toList());
    }

    @Override
    public boolean redrive(OperationKey message, Authority authority) {
        return tables.at(now -> {
            MessageEntry entry = decided(message, authority, "is sent again", now);
            if (entry != null) {
                entry.become(Fate.WAITS, now);
                entry.budgetSince = now;
                entry.forgiven = entry.tries;
            }
            return entry != null;
        });
    }

    @Override
    public boolean leaveOut(OperationKey message, Authority authority) {
        return tables.at(now -> {
            MessageEntry entry = decided(message, authority, "is left out", now);
            if (entry != null) {
                entry.become(Fate.LEFT_OUT, now);
            }
            return entry != null;
        });
    }

    /** The message, with the decision audited; null when nothing is to be changed. */
    private @Nullable MessageEntry decided(OperationKey message, Authority authority, String what, Instant now) {
        SagaKey saga = message.saga();
        Letter letter =
                new Letter(saga, authority.requestId(), new Letter.Woken(authority.operator(), authority.reason()));
        MessageEntry entry = tables.messages.get(message);
        boolean repeated = tables.audit.stream()
                .filter(each -> each.saga().equals(saga.id()))
                .anyMatch(each -> each.entry().letter().messageId().equals(letter.messageId()));
        if (entry == null || repeated || entry.fate != Fate.PARKED || !hasSeen(authority, entry)) {
            return null;
        }
        Delivery.Settlement settlement =
                new Delivery.Settlement(Delivery.Answer.APPLIED, "message " + message.operation() + " " + what);
        tables.audit.add(new AuditEntry(saga.id(), new AuditTrail.Entry(letter, settlement, now, now)));
        return entry;
    }

    private static boolean hasSeen(Authority authority, MessageEntry entry) {
        return authority.revision() == Authority.UNSEEN || authority.revision() == entry.tries;
    }

    @Override
    public int forget(Duration age, int limit) {
        return tables.at(now -> {
            List<OperationKey> old = Stream.concat(inFate(Fate.SENT), inFate(Fate.LEFT_OUT))
                    .filter(entry -> entry.changesAt.isBefore(now.minus(age)))
                    .limit(limit)
                    .map(entry -> entry.message.id())
                    .toList();
            old.forEach(tables.messages::remove);
            return old.size();
        });
    }

    @Override
    public Figures figures() {
        return tables.at(now -> {
            Duration oldest = inFate(Fate.WAITS)
                    .map(entry -> Duration.between(entry.writtenAt, now))
                    .max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO);
            return new Figures(
                    inFate(Fate.WAITS).count(), oldest, inFate(Fate.PARKED).count());
        });
    }

    private Stream<MessageEntry> inFate(Fate fate) {
        return tables.messages.values().stream().filter(entry -> entry.fate == fate);
    }

    private static void check(int limit) {
        if (limit < 1 || limit > LONGEST_BATCH) {
            throw new IllegalArgumentException("messages come 1 to " + LONGEST_BATCH + " at a time, not " + limit);
        }
    }
}
