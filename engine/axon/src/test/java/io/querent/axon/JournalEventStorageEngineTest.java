package io.querent.axon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.postgres.PostgresEventLog;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.work.Definitions;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.GenericDomainEventMessage;
import org.axonframework.eventhandling.GenericEventMessage;
import org.axonframework.eventhandling.GlobalSequenceTrackingToken;
import org.axonframework.eventhandling.MergedTrackingToken;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.axonframework.eventhandling.TrackingToken;
import org.axonframework.eventsourcing.eventstore.DomainEventStream;
import org.axonframework.eventsourcing.eventstore.EventStoreException;
import org.axonframework.modelling.command.AggregateStreamCreationException;
import org.axonframework.modelling.command.ConcurrencyException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What Axon's {@code EventStorageEngine} asks of an implementation, and what ours adds. */
class JournalEventStorageEngineTest {
    private static final Instant LATER = Owner.START.plusSeconds(60);

    private final DataSource database = TestDatabase.emptied();
    private final PostgresJournal journal = new PostgresJournal(database);
    private final EventLog log = new PostgresEventLog(database);
    private final Owner owner = new Owner(journal);
    private final JournalEventStorageEngine engine = new JournalEventStorageEngine(journal, log, Payments.DEFINITIONS);

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void theNextEventsOfASagaAreAppendedInOrder() {
        SagaKey key = owner.unknown("1");

        engine.appendEvents(List.of(woken(key, 3, "a"), woken(key, 4, "b")));

        StoredSaga stored = journal.find(key.id()).orElseThrow();
        assertThat(stored.row().version()).isEqualTo(5);
        assertThat(stored.state().handledRequests()).containsExactly("a", "b");
    }

    @Test
    void anAppendFromOutsideLeavesTheSagaToItsOwner() {
        SagaKey key = owner.start("1");

        engine.appendEvents(List.of(woken(key, 1, "a")));

        assertThat(journal.findRow(key.id()).orElseThrow().owner()).isEqualTo(Owner.NODE);
        owner.attempt(key, Payments.RESERVE);
    }

    @Test
    void anAppendToASagaThatHasMovedOnIsAConflict() {
        SagaKey key = owner.unknown("1");

        assertThatThrownBy(() -> engine.appendEvents(List.of(woken(key, 2, "a"))))
                .isInstanceOf(ConcurrencyException.class)
                .hasMessageContaining("QRT-4008");
        assertThat(journal.findRow(key.id()).orElseThrow().version()).isEqualTo(3);
    }

    @Test
    void anAppendThatIsAheadOfTheSagaIsAConflict() {
        SagaKey key = owner.unknown("1");

        assertThatThrownBy(() -> engine.appendEvents(List.of(woken(key, 4, "a"))))
                .isInstanceOf(ConcurrencyException.class);
    }

    @Test
    void aFirstEventForASagaThatExistsIsAStreamCreationConflict() {
        SagaKey key = owner.start("1");

        assertThatThrownBy(() -> engine.appendEvents(List.of(started(key))))
                .isInstanceOf(AggregateStreamCreationException.class)
                .hasMessageContaining("QRT-4009");
    }

    @Test
    void aSagaIsNotStartedThroughAxon() {
        SagaKey key = Payments.key("1");

        assertThatThrownBy(() -> engine.appendEvents(List.of(started(key))))
                .isInstanceOf(EventStoreException.class)
                .hasMessageContaining("QRT-4004")
                .hasMessageContaining("SagaEngine");
        assertThat(journal.findRow(key.id())).isEmpty();
    }

    @Test
    void aSagaThatDoesNotExistCannotGoOn() {
        assertThatThrownBy(() -> engine.appendEvents(List.of(woken(Payments.key("1"), 3, "a"))))
                .isInstanceOf(EventStoreException.class)
                .hasMessageContaining("QRT-4005");
    }

    @Test
    void severalSagasInOneListAreRefusedAndNoneIsTouched() {
        SagaKey one = owner.unknown("1");
        SagaKey other = owner.unknown("2");

        assertThatThrownBy(() -> engine.appendEvents(List.of(woken(one, 3, "a"), woken(other, 3, "a"))))
                .isInstanceOf(EventStoreException.class)
                .hasMessageContaining("QRT-4002");
        assertThat(journal.findRow(one.id()).orElseThrow().version()).isEqualTo(3);
    }

    @Test
    void aHoleInTheNumbersIsRefused() {
        SagaKey key = owner.unknown("1");

        assertThatThrownBy(() -> engine.appendEvents(List.of(woken(key, 3, "a"), woken(key, 5, "b"))))
                .isInstanceOf(EventStoreException.class)
                .hasMessageContaining("QRT-4003");
    }

    @Test
    void onlyEventsOfSagasAreStored() {
        EventMessage<String> foreign = new GenericEventMessage<>("hello");
        DomainEventMessage<String> other = new GenericDomainEventMessage<>("order", "order-1", 0, "hello");
        DomainEventMessage<SagaEvent> noSaga = new GenericDomainEventMessage<>("saga", "order-1", 0, wake("a"));

        for (EventMessage<?> message : List.of(foreign, other, noSaga)) {
            assertThatThrownBy(() -> engine.appendEvents(List.of(message)))
                    .isInstanceOf(EventStoreException.class)
                    .hasMessageContaining("QRT-4001");
        }
    }

    @Test
    void anEventThatCannotFollowTheStateIsRefused() {
        SagaKey key = owner.complete("1");

        assertThatThrownBy(() -> engine.appendEvents(List.of(message(key, 6, new SagaEvent.SagaFailed(LATER)))))
                .isInstanceOf(EventStoreException.class)
                .hasMessageContaining("QRT-4006");
    }

    @Test
    void aNodeWithoutTheDefinitionAppendsNothing() {
        SagaKey key = owner.unknown("1");
        JournalEventStorageEngine ignorant = new JournalEventStorageEngine(journal, log, new Definitions(List.of()));

        assertThatThrownBy(() -> ignorant.appendEvents(List.of(woken(key, 3, "a"))))
                .isInstanceOf(QuerentException.class)
                .hasMessageContaining("QRT-3202");
        assertThat(journal.findRow(key.id()).orElseThrow().version()).isEqualTo(3);
    }

    @Test
    void anAppendThatTheJournalDoesNotTakeIsAnEventStoreException() {
        SagaKey key = owner.unknown("1");
        journal.close();

        assertThatThrownBy(() -> engine.appendEvents(List.of(woken(key, 3, "a"))))
                .isInstanceOf(EventStoreException.class)
                .hasMessageContaining("QRT-4007")
                .hasRootCauseInstanceOf(QuerentException.class);
    }

    @Test
    void nothingToAppendIsNothing() {
        engine.appendEvents(List.of());
    }

    @Test
    void theEventsOfOneSagaAreReadFromAnyNumberOn() {
        SagaKey key = owner.unknown("1");

        DomainEventStream all = engine.readEvents(key.id().toString());
        DomainEventStream rest = engine.readEvents(key.id().toString(), 2);

        assertThat(all.asStream().map(DomainEventMessage::getSequenceNumber)).containsExactly(0L, 1L, 2L);
        assertThat(all.getLastSequenceNumber()).isEqualTo(2);
        assertThat(rest.next().getPayload()).isInstanceOf(SagaEvent.OutcomeUnknown.class);
        assertThat(rest.hasNext()).isFalse();
        assertThat(engine.readEvents(key.id().toString(), 3).hasNext()).isFalse();
        assertThat(engine.readEvents(Payments.key("none").id().toString()).hasNext())
                .isFalse();
        assertThat(engine.readEvents("order-1").hasNext()).isFalse();
    }

    @Test
    void anEventIsTheSameMessageHoweverOftenItIsRead() {
        SagaKey key = owner.unknown("1");
        DomainEventMessage<?> ofTheSaga =
                engine.readEvents(key.id().toString(), 2).next();
        TrackedEventMessage<?> ofTheLog = read(null).get(2);

        assertThat(ofTheSaga.getIdentifier()).isEqualTo(key.id() + "/3").isEqualTo(ofTheLog.getIdentifier());
        assertThat(ofTheSaga.getTimestamp())
                .isEqualTo(Owner.START.plusSeconds(2))
                .isEqualTo(ofTheLog.getTimestamp());
        assertThat(ofTheSaga.getPayload()).isEqualTo(ofTheLog.getPayload());
        assertThat(ofTheSaga.getType()).isEqualTo("saga");
        assertThat(ofTheSaga.getAggregateIdentifier()).isEqualTo(key.id().toString());
        assertThat(ofTheSaga.getMetaData()).containsEntry(SagaMessages.SAGA_KEY, "default:payment:1");
        assertThat(ofTheLog.getMetaData()).isEqualTo(ofTheSaga.getMetaData());
    }

    @Test
    void theLogIsReadFromTheStartOrAfterAnyToken() {
        owner.unknown("1");
        owner.complete("2");
        List<? extends TrackedEventMessage<?>> all = read(null);

        assertThat(all).hasSize(9);
        assertThat(read(engine.createTailToken())).hasSize(9);
        for (int i = 0; i < all.size(); i++) {
            TrackingToken token = all.get(i).trackingToken();
            assertThat(token.covers(i == 0 ? null : all.get(i - 1).trackingToken()))
                    .isTrue();
            assertThat(read(token)).hasSize(all.size() - i - 1);
        }
        assertThat(read(engine.createHeadToken())).isEmpty();
    }

    @Test
    void theLogIsReadInPagesUntilItsEnd() {
        int stored = 2 * LogPages.PAGE_SIZE + 1;
        CompletableFuture.allOf(IntStream.range(0, stored)
                        .mapToObj(number -> owner.startAsync("s" + number).toCompletableFuture())
                        .toArray(CompletableFuture[]::new))
                .join();

        List<? extends TrackedEventMessage<?>> all = read(null);

        assertThat(all).hasSize(stored);
        assertThat(all.stream().map(EventMessage::getIdentifier)).doesNotHaveDuplicates();
    }

    @Test
    void aLogThatCannotBeReadIsAnErrorForAReaderAndNothingNewForThePoll() {
        HikariDataSource closed = new HikariDataSource();
        closed.close();
        JournalEventStorageEngine cutOff =
                new JournalEventStorageEngine(journal, new PostgresEventLog(closed), Payments.DEFINITIONS);

        assertThatThrownBy(() -> cutOff.readEvents(null, false).toList())
                .isInstanceOf(JournalUnavailableException.class);
        assertThat(cutOff.readEvents(null, true).toList()).isEmpty();
    }

    @Test
    void aMergedTokenReadsFromItsEarlierHalf() {
        owner.complete("1");
        List<? extends TrackedEventMessage<?>> all = read(null);

        TrackingToken merged = MergedTrackingToken.merged(
                all.get(4).trackingToken(), all.get(1).trackingToken());

        assertThat(read(merged)).hasSize(all.size() - 2);
    }

    @Test
    void aTokenOfAnotherEventStoreIsRefused() {
        assertThatThrownBy(() -> engine.readEvents(new GlobalSequenceTrackingToken(3), false))
                .hasMessageContaining("QRT-4013");
    }

    @Test
    void aTokenAtATimeComesBeforeTheFirstEventStoredSince() {
        Instant beforeAll = journal.serverTime();
        owner.unknown("1");
        Instant between = journal.serverTime();
        owner.complete("2");

        assertThat(read(engine.createTokenAt(beforeAll))).hasSize(9);
        assertThat(read(engine.createTokenAt(between))).hasSize(6);
        assertThat(read(engine.createTokenAt(journal.serverTime().plusSeconds(60))))
                .isEmpty();
    }

    @Test
    void anEmptyStoreHasTokensToo() {
        assertThat(engine.createTailToken()).isEqualTo(LogPosition.START);
        assertThat(engine.createHeadToken()).isEqualTo(LogPosition.START);
        assertThat(engine.createTokenAt(Owner.START)).isEqualTo(LogPosition.START);
        assertThat(read(null)).isEmpty();
    }

    @Test
    void theLastNumberOfASagaCountsFromZero() {
        SagaKey key = owner.unknown("1");

        assertThat(engine.lastSequenceNumberFor(key.id().toString())).contains(2L);
        assertThat(engine.lastSequenceNumberFor(Payments.key("none").id().toString()))
                .isEmpty();
        assertThat(engine.lastSequenceNumberFor("order-1")).isEmpty();
    }

    @Test
    void thereAreNoSnapshots() {
        SagaKey key = owner.unknown("1");

        engine.storeSnapshot(woken(key, 3, "a"));

        assertThat(engine.readSnapshot(key.id().toString())).isEmpty();
    }

    @Test
    void theRowFollowsFromTheEvents() {
        SagaKey key = owner.unknown("1");

        engine.appendEvents(List.of(message(
                key,
                3,
                new SagaEvent.ReviewOpened(Payments.RESERVE, ReviewReason.QUERY_BUDGET_SPENT, "nobody knows", LATER))));

        assertThat(journal.findRow(key.id()).orElseThrow().status()).isEqualTo(SagaStatus.IN_REVIEW);
    }

    private List<? extends TrackedEventMessage<?>> read(@Nullable TrackingToken token) {
        return engine.readEvents(token, false).toList();
    }

    private static DomainEventMessage<SagaEvent> started(SagaKey key) {
        return message(key, 0, new SagaEvent.SagaStarted(key, 1, "{}", "v1:0", false, LATER));
    }

    private static DomainEventMessage<SagaEvent> woken(SagaKey key, long sequence, String requestId) {
        return message(key, sequence, wake(requestId));
    }

    private static SagaEvent wake(String requestId) {
        return new SagaEvent.SagaWoken("ada", "the bank is back", requestId, LATER);
    }

    private static DomainEventMessage<SagaEvent> message(SagaKey key, long sequence, SagaEvent event) {
        return new GenericDomainEventMessage<>("saga", key.id().toString(), sequence, event);
    }
}
