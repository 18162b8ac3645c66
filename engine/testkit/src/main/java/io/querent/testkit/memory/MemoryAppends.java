package io.querent.testkit.memory;

import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.runtime.codec.EncodedEvent;
import io.querent.runtime.codec.EventCodec;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendRefusedException;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Delivery.Answer;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.EventLog.EventPosition;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.ReviewChange;
import io.querent.runtime.journal.Reviews.Case;
import io.querent.testkit.memory.SagaEntry.StoredEvent;
import io.querent.testkit.memory.Tables.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Appends events where the guard holds. Thread-safe. */
final class MemoryAppends {
    private static final Settlement CARRIED_OUT = new Settlement(Answer.APPLIED, "");

    private final Tables tables;
    private final EventCodec codec = new EventCodec();

    MemoryAppends(Tables tables) {
        this.tables = tables;
    }

    /**
     * Appends at once.
     *
     * @throws IllegalArgumentException when guard and possession do not go together
     * @throws AppendRefusedException when a database would refuse the data
     */
    AppendResult append(Append append) {
        List<EncodedEvent> events = append.events().stream().map(codec::encode).toList();
        Possession possession = append.status().isFinal() ? new Possession.Rest() : append.possession();
        checkFits(append, possession);
        return tables.at(now -> {
            SagaEntry saga = tables.sagas.get(append.key().id());
            AppendResult refusal = refusal(append, saga);
            if (refusal != null) {
                return refusal;
            }
            SagaEntry written = saga == null ? begin(append, (Guard.New) append.guard(), now) : saga;
            write(written, append, possession, events, now);
            return new AppendResult.Appended(written.version());
        });
    }

    private static @Nullable AppendResult refusal(Append append, @Nullable SagaEntry saga) {
        Guard guard = append.guard();
        if (guard instanceof Guard.New) {
            return saga == null ? null : new AppendResult.Exists(saga.row());
        } else if (saga == null) {
            return new AppendResult.Missing();
        }
        return holds(guard, saga) ? null : new AppendResult.Stale(saga.row());
    }

    private static boolean holds(Guard guard, SagaEntry saga) {
        if (guard instanceof Guard.Owned owned) {
            return saga.isOwnedBy(owned.node(), owned.token()) && saga.version() == owned.version();
        }
        return guard instanceof Guard.Version version && saga.version() == version.version();
    }

    private SagaEntry begin(Append append, Guard.New guard, Instant now) {
        return new SagaEntry(append.key(), guard.definitionVersion(), guard.inputHash(), append.status(), now);
    }

    private void write(SagaEntry saga, Append append, Possession possession, List<EncodedEvent> events, Instant now) {
        String owner = ownerAfter(saga, possession);
        Instant wakeAt = wakeAfter(saga, possession, now);
        checkWakesUp(append, wakeAt);
        saga.owner = owner;
        saga.wakeAt = wakeAt;
        saga.status = append.status();
        saga.definitionVersion = Objects.requireNonNullElse(append.movedTo(), saga.definitionVersion);
        saga.endedAt = append.status().isFinal() ? (saga.endedAt == null ? now : saga.endedAt) : null;
        tables.sagas.putIfAbsent(saga.key.id(), saga);
        tables.transactions++;
        for (EncodedEvent event : events) {
            EventPosition position = new EventPosition(tables.transactions, tables.log.size() + 1L);
            saga.events.add(new StoredEvent(position, now, event));
            tables.log.add(new LogEntry(saga, saga.events.size()));
        }
        append.operations().forEach(saga::keep);
        append.reviews().forEach(change -> review(append, change));
        append.letters().forEach(letter -> send(letter, now));
        // One that is there already is of a history that was lost: it is sent once.
        append.messages().forEach(message -> tables.messages.putIfAbsent(message.id(), new MessageEntry(message, now)));
        if (append.guard() instanceof Guard.New) {
            saga.attributes = append.attributes();
        }
        append.decided()
                .map(decided ->
                        tables.letters.getOrDefault(saga.key.id(), Map.of()).get(decided.requestId()))
                .ifPresent(letter -> tables.audit(letter, CARRIED_OUT, now));
    }

    /** A letter that is there already is of a history that was lost: it says the same. */
    private void send(Letter letter, Instant now) {
        tables.letters
                .computeIfAbsent(letter.saga().id(), saga -> new LinkedHashMap<>())
                .putIfAbsent(letter.messageId(), new LetterEntry(letter, now, now));
    }

    private static @Nullable String ownerAfter(SagaEntry saga, Possession possession) {
        if (possession instanceof Possession.Take take) {
            return take.node();
        }
        return keeps(possession) ? saga.owner : null;
    }

    private static @Nullable Instant wakeAfter(SagaEntry saga, Possession possession, Instant now) {
        if (possession instanceof Possession.Take take) {
            return now.plus(take.lease());
        } else if (possession instanceof Possession.DueIn due) {
            return now.plus(notNegative(due.delay()));
        } else if (possession instanceof Possession.DueUnlessOwned due) {
            return saga.owner == null ? now.plus(notNegative(due.delay())) : saga.wakeAt;
        }
        return keeps(possession) ? saga.wakeAt : null;
    }

    private static boolean keeps(Possession possession) {
        return possession instanceof Possession.Keep || possession instanceof Possession.DueUnlessOwned;
    }

    private static Duration notNegative(Duration delay) {
        return delay.isNegative() ? Duration.ZERO : delay;
    }

    /** Two changes of one review in one append are a closing and an opening: closings come first. */
    private void review(Append append, ReviewChange change) {
        if (change instanceof ReviewChange.Closed) {
            tables.reviews.replaceAll(
                    each -> each.isOf(append.key(), change.operation()) && each.open() ? each.closed() : each);
        } else if (change instanceof ReviewChange.Opened opened) {
            Case opening = new Case(
                    append.key(),
                    opened.operation(),
                    opened.key(),
                    opened.reason(),
                    Texts.detail(opened.detail()),
                    opened.revision(),
                    opened.at());
            tables.reviews.removeIf(each -> each.isOf(append.key(), opened.operation())
                    && each.content().revision() == opened.revision());
            tables.reviews.add(new ReviewEntry(opening, true));
        }
    }

    private static void checkFits(Append append, Possession possession) {
        Guard guard = append.guard();
        boolean fits = possession instanceof Possession.DueIn
                || possession instanceof Possession.Rest
                || (possession instanceof Possession.Take && guard instanceof Guard.New)
                || (possession instanceof Possession.Keep && !(guard instanceof Guard.New))
                || (possession instanceof Possession.DueUnlessOwned && guard instanceof Guard.Version);
        if (!fits) {
            throw new IllegalArgumentException(
                    "possession " + possession + " does not go with guard " + guard + " of saga " + append.key());
        }
        if (possession instanceof Possession.Take take && !Texts.isNode(take.node())) {
            throw refused(append, "a node's name has at most 200 characters and no U+0000");
        }
    }

    /** What a constraint of the database's says: a saga that has not ended is due, owned, or waits for a person. */
    private static void checkWakesUp(Append append, @Nullable Instant wakeAt) {
        SagaStatus status = append.status();
        if (!status.isFinal() && !Tables.waitsForAPerson(status) && wakeAt == null) {
            throw refused(append, "nothing would ever wake the saga up");
        }
    }

    private static AppendRefusedException refused(Append append, String why) {
        return new AppendRefusedException(append.key().toString(), new IllegalArgumentException(why));
    }

    /** The events as they are read: what cannot be read back is found out here. */
    List<SagaEvent> read(SagaEntry saga) {
        return saga.events.stream().map(each -> codec.decode(each.event())).toList();
    }

    SagaEvent read(StoredEvent event) {
        return codec.decode(event.event());
    }
}
