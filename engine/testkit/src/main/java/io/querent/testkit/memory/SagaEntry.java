package io.querent.testkit.memory;

import io.querent.decision.SagaStatus;
import io.querent.runtime.codec.EncodedEvent;
import io.querent.runtime.journal.EventLog.EventPosition;
import io.querent.runtime.journal.OperationRow;
import io.querent.runtime.journal.SagaRow;
import io.querent.saga.SagaKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A saga as it is kept. Guarded by the lock of {@link Tables}. */
final class SagaEntry {
    final SagaKey key;
    final String inputHash;
    final Instant startedAt;
    final List<StoredEvent> events = new ArrayList<>();
    final Map<String, OperationRow> operations = new HashMap<>();
    Map<String, String> attributes = Map.of();
    int definitionVersion;
    SagaStatus status;

    @Nullable
    String owner;

    long token = 1;

    @Nullable
    Instant wakeAt;

    @Nullable
    Instant endedAt;

    SagaEntry(SagaKey key, int definitionVersion, String inputHash, SagaStatus status, Instant startedAt) {
        this.key = key;
        this.definitionVersion = definitionVersion;
        this.inputHash = inputHash;
        this.status = status;
        this.startedAt = startedAt;
    }

    /** An event with its place in the log. */
    record StoredEvent(EventPosition position, Instant recordedAt, EncodedEvent event) {}

    long version() {
        return events.size();
    }

    boolean isOwnedBy(String node, long fencingToken) {
        return node.equals(owner) && token == fencingToken;
    }

    /** Whether the due time has come or, where there is an owner, its lease has ended. */
    boolean isDue(Instant now) {
        return wakeAt != null && !wakeAt.isAfter(now);
    }

    /** What was told of trouble stays until more is told. */
    void keep(OperationRow row) {
        operations.merge(
                row.name(),
                row,
                (before, now) -> now.lastError() != null
                        ? now
                        : new OperationRow(
                                now.name(),
                                now.key(),
                                now.compensates(),
                                now.status(),
                                now.attempts(),
                                now.firstSentAt(),
                                now.since(),
                                now.amount() == null ? before.amount() : now.amount(),
                                before.lastError()));
    }

    SagaRow row() {
        return new SagaRow(
                key, definitionVersion, inputHash, status, version(), owner, token, wakeAt, startedAt, endedAt);
    }
}
