package io.querent.testkit.memory;

import io.querent.runtime.journal.EventLog;
import io.querent.saga.SagaId;
import io.querent.testkit.memory.SagaEntry.StoredEvent;
import io.querent.testkit.memory.Tables.LogEntry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The log in memory: transactions are committed in the order of their numbers. Thread-safe. */
final class MemoryLog implements EventLog {
    private final Tables tables;
    private final MemoryAppends appends;

    MemoryLog(Tables tables) {
        this.tables = tables;
        this.appends = new MemoryAppends(tables);
    }

    @Override
    public List<LoggedEvent> read(EventPosition position, int limit) {
        return tables.at(now -> tables.log.stream()
                .filter(each -> stored(each).position().compareTo(position) > 0)
                .limit(limit)
                .map(each -> logged(each.saga(), each.sequence()))
                .toList());
    }

    @Override
    public Optional<EventPosition> newest() {
        return tables.at(now -> tables.log.isEmpty()
                ? Optional.empty()
                : Optional.of(stored(tables.log.get(tables.log.size() - 1)).position()));
    }

    @Override
    public Optional<EventPosition> before(Instant time) {
        return tables.at(now -> tables.log.stream()
                .map(MemoryLog::stored)
                .filter(each -> !each.recordedAt().isBefore(time))
                .findFirst()
                .map(StoredEvent::position)
                .map(first -> new EventPosition(first.transaction(), first.index() - 1)));
    }

    @Override
    public List<LoggedEvent> readSaga(SagaId saga, long firstSequence) {
        return tables.at(now -> {
            SagaEntry entry = tables.sagas.get(saga);
            return entry == null
                    ? List.of()
                    : IntStream.rangeClosed((int) Math.max(1, firstSequence), entry.events.size())
                            .mapToObj(sequence -> logged(entry, sequence))
                            .toList();
        });
    }

    private static StoredEvent stored(LogEntry entry) {
        return entry.saga().events.get(entry.sequence() - 1);
    }

    private LoggedEvent logged(SagaEntry saga, int sequence) {
        StoredEvent stored = saga.events.get(sequence - 1);
        return new LoggedEvent(stored.position(), saga.key, sequence, appends.read(stored));
    }
}
