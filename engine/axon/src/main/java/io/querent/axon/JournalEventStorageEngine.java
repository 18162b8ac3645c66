package io.querent.axon;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.work.Definitions;
import io.querent.saga.InvalidKeyException;
import io.querent.saga.SagaId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.axonframework.eventhandling.TrackingToken;
import org.axonframework.eventhandling.WrappedToken;
import org.axonframework.eventsourcing.eventstore.DomainEventStream;
import org.axonframework.eventsourcing.eventstore.EventStorageEngine;
import org.jspecify.annotations.Nullable;

/**
 * Axon's event storage on the saga journal. The journal keeps events under stable names and revisions and reads old revisions
 * itself, so no serializer and no upcaster stands between; hence this implements the interface and extends none of Axon's bases.
 * Thread-safe.
 *
 * <p>The worker that owns a saga appends to the journal directly. What is appended here comes from outside the owner and is
 * rare: the saga is read once more to derive its row, and the append happens only if no event came in between.
 *
 * <p>The journal commits by itself, in a transaction that it shares with other sagas. Metadata of appended messages is not
 * stored, and messages are given their stored identifier when they are read.
 */
public final class JournalEventStorageEngine implements EventStorageEngine {
    private final SagaJournal journal;
    private final EventLog log;
    private final PolledLog polled;
    private final Definitions definitions;

    /** An engine on {@code journal}, which reads from {@code log} and can append to sagas of {@code definitions}. */
    public JournalEventStorageEngine(SagaJournal journal, EventLog log, Definitions definitions) {
        this.journal = journal;
        this.log = log;
        this.polled = new PolledLog(log);
        this.definitions = definitions;
    }

    /**
     * Appends the next events of one saga and waits for the commit, which the journal tries again while the database is not
     * reachable.
     *
     * @throws org.axonframework.modelling.command.ConcurrencyException when the saga has other events by now; nothing is stored
     * @throws org.axonframework.modelling.command.AggregateStreamCreationException when the events begin a saga that exists
     * @throws org.axonframework.eventsourcing.eventstore.EventStoreException when the events begin a new saga, belong to several
     *     sagas or to none, cannot follow the saga's state, or were not stored
     * @throws io.querent.runtime.journal.JournalUnavailableException when the saga cannot be read; nothing is stored
     * @throws io.querent.saga.QuerentException when this node does not have the saga's definition; nothing is stored
     */
    @Override
    public void appendEvents(List<? extends EventMessage<?>> messages) {
        if (messages.isEmpty()) {
            return;
        }
        NewEvents events = NewEvents.of(messages);
        Optional<StoredSaga> stored = journal.find(events.saga());
        if (stored.isEmpty()) {
            throw events.version() == 0
                    ? AxonRefusals.startThroughAxon(events.saga())
                    : AxonRefusals.noSuchSaga(events.saga());
        }
        append(events, stored.get());
    }

    private void append(NewEvents events, StoredSaga stored) {
        long version = stored.row().version();
        if (events.version() == 0) {
            throw AxonRefusals.exists(events.saga(), version);
        }
        if (events.version() != version) {
            throw AxonRefusals.moved(events.saga(), events.version(), version);
        }
        AppendResult result = commit(events.saga(), events.append(definitions, stored.state()));
        if (result instanceof AppendResult.Stale stale) {
            throw AxonRefusals.moved(
                    events.saga(), events.version(), stale.row().version());
        } else if (result instanceof AppendResult.Missing) {
            throw AxonRefusals.noSuchSaga(events.saga());
        } else if (!(result instanceof AppendResult.Appended)) {
            throw AxonRefusals.impossible(events.saga(), result);
        }
    }

    private AppendResult commit(SagaId saga, Append append) {
        try {
            return journal.append(append).toCompletableFuture().join();
        } catch (CompletionException failed) {
            throw AxonRefusals.notAppended(saga, failed.getCause() == null ? failed : failed.getCause());
        }
    }

    /** Events of one saga as committed now, in order; none for an identifier that is no saga's. */
    @Override
    public DomainEventStream readEvents(String aggregateIdentifier, long firstSequenceNumber) {
        return sagaId(aggregateIdentifier)
                .map(saga -> DomainEventStream.of(log.readSaga(saga, firstSequenceNumber + 1).stream()
                        .map(SagaMessages::of)
                        .toList()))
                .orElseGet(DomainEventStream::empty);
    }

    /**
     * Events after {@code token}, null for all, in the log's order, up to the newest that may be read.
     *
     * @param mayBlock whether this is the event store's own poll, which comes back soon: it is told that there is nothing when the
     *     log cannot be read. Nothing ever blocks.
     * @throws IllegalArgumentException when the token is of another event store
     */
    @Override
    public Stream<? extends TrackedEventMessage<?>> readEvents(@Nullable TrackingToken token, boolean mayBlock) {
        LogPages.Page read = mayBlock ? polled::read : log::read;
        return StreamSupport.stream(new LogPages(read, positionOf(token).toEventPosition()), false);
    }

    /** Does nothing: sagas are short, and a state that can always be derived is not stored a second time. */
    @Override
    public void storeSnapshot(DomainEventMessage<?> snapshot) {
        // Nothing asks for a snapshot: no trigger is configured and readSnapshot finds none.
    }

    /** Always empty; see {@link #storeSnapshot}. */
    @Override
    public Optional<DomainEventMessage<?>> readSnapshot(String aggregateIdentifier) {
        return Optional.empty();
    }

    @Override
    public Optional<Long> lastSequenceNumberFor(String aggregateIdentifier) {
        return sagaId(aggregateIdentifier).flatMap(journal::findRow).map(row -> row.version() - 1);
    }

    /** Before every event. Not null, so that split and merge always have positions to compare. */
    @Override
    public TrackingToken createTailToken() {
        return LogPosition.START;
    }

    /** After the newest event that may be read. */
    @Override
    public TrackingToken createHeadToken() {
        return log.newest().map(LogPosition::of).orElse(LogPosition.START);
    }

    /** Before the first event stored at or after {@code time}; the head when there is none. */
    @Override
    public TrackingToken createTokenAt(Instant time) {
        return log.before(time).<TrackingToken>map(LogPosition::of).orElseGet(this::createHeadToken);
    }

    private static LogPosition positionOf(@Nullable TrackingToken token) {
        TrackingToken lowest = WrappedToken.unwrapLowerBound(token);
        if (lowest == null) {
            return LogPosition.START;
        } else if (lowest instanceof LogPosition position) {
            return position;
        }
        throw AxonRefusals.foreignToken(lowest);
    }

    private static Optional<SagaId> sagaId(String aggregateIdentifier) {
        try {
            return Optional.of(SagaId.parse(aggregateIdentifier));
        } catch (InvalidKeyException notASaga) {
            return Optional.empty();
        }
    }
}
