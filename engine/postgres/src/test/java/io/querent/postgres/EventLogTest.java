package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.contract.EventLogContract;
import io.querent.contract.SagaStory;
import io.querent.contract.Storage;
import io.querent.decision.SagaEvent;
import io.querent.runtime.codec.UnreadableEventException;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.EventLog.EventPosition;
import io.querent.runtime.journal.EventLog.LoggedEvent;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.Possession;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A reader of the log sees every committed event exactly once, in whatever order transactions commit (C72). */
class EventLogTest extends EventLogContract {
    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresStorage storage = new PostgresStorage(database);
    private final PostgresJournal journal = storage.journal();
    private final PostgresEventLog log = new PostgresEventLog(database.dataSource());

    @AfterEach
    void close() {
        journal.close();
        database.close();
    }

    @Override
    protected Storage storage() {
        return storage;
    }

    @Test
    void anEventThatCommitsLateIsNotPassedOver() throws Exception {
        database.execute("ALTER SEQUENCE querent.event_position_seq RESTART WITH 5000");
        try (Connection slow = begin()) {
            journal.appendOn(slow, new SagaStory("slow", "node-1").start());
            new SagaStory("fast", "node-1").runOn(journal);

            List<LoggedEvent> meanwhile = log.read(EventPosition.START, 100);
            assertThat(meanwhile).isEmpty();
            slow.commit();
            assertThat(readToTheEnd(EventPosition.START, 100))
                    .extracting(event -> event.saga().businessKey().value())
                    .contains("slow")
                    .hasSize(7);
        }
    }

    @Test
    void anAppendHeldOpenWhileThousandsPassDelaysReadersAndLosesNothing() throws Exception {
        SagaStory before = new SagaStory("before", "node-1");
        before.appendTo(journal, before.start());
        EventPosition position = log.newest().orElseThrow();
        try (Connection slow = begin()) {
            journal.appendOn(slow, new SagaStory("slow", "node-1").start());
            List<CompletableFuture<?>> passing = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                passing.add(journal.append(new SagaStory("passing-" + i, "node-1").start())
                        .toCompletableFuture());
            }
            CompletableFuture.allOf(passing.toArray(CompletableFuture[]::new)).join();
            assertThat(log.read(position, 10)).isEmpty();
            slow.commit();
        }

        List<LoggedEvent> events = readToTheEnd(position, 1_000);
        assertThat(events).hasSize(10_001);
        assertThat(new HashSet<>(events.stream().map(LoggedEvent::saga).toList()))
                .hasSize(10_001);
    }

    @Test
    void appendsThatAreRolledBackLeaveNoTraceAndNoGapToWaitFor() throws Exception {
        EventPosition position = EventPosition.START;
        List<LoggedEvent> seen = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            try (Connection doomed = begin()) {
                journal.appendOn(doomed, new SagaStory("doomed-" + i, "node-1").start());
                doomed.rollback();
            }
            SagaStory story = new SagaStory("kept-" + i, "node-1");
            story.appendTo(journal, story.start());
            List<LoggedEvent> found = readToTheEnd(position, 3);
            seen.addAll(found);
            position = found.get(found.size() - 1).position();
        }

        assertThat(seen)
                .hasSize(20)
                .allMatch(event -> event.saga().businessKey().value().startsWith("kept-"));
    }

    @Test
    void severalAppendsInOneTransactionKeepTheirOrder() throws Exception {
        SagaStory one = new SagaStory("one", "node-1");
        SagaStory two = new SagaStory("two", "node-1");
        try (Connection local = begin()) {
            one.went(journal.appendOn(local, one.start()));
            two.went(journal.appendOn(local, two.start()));
            one.went(journal.appendOn(local, one.attempt("reserve")));
            local.commit();
        }

        assertThat(log.read(EventPosition.START, 10))
                .extracting(event -> event.saga().businessKey() + "#" + event.sequence())
                .containsExactly("one#1", "two#1", "one#2");
    }

    /** A row holds the events that were written together, and a reader may stop between any two of them. */
    @Test
    void aReaderMayStopInTheMiddleOfARow() {
        SagaStory story = new SagaStory("one", "node-1");
        story.runOn(journal);
        assertThat(database.count("SELECT count(*) FROM querent.event")).isEqualTo(5);
        List<LoggedEvent> all = log.read(EventPosition.START, 100);
        assertThat(all).extracting(LoggedEvent::sequence).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);

        for (int page = 1; page <= 7; page++) {
            assertThat(readToTheEnd(EventPosition.START, page))
                    .as("pages of %d", page)
                    .isEqualTo(all);
        }
        for (int i = 0; i < all.size(); i++) {
            assertThat(log.read(all.get(i).position(), 100)).isEqualTo(all.subList(i + 1, all.size()));
            assertThat(log.readSaga(story.id(), i + 1)).isEqualTo(all.subList(i, all.size()));
        }
        assertThat(log.read(log.newest().orElseThrow(), 100)).isEmpty();
        assertThat(log.read(log.before(Instant.EPOCH).orElseThrow(), 100)).isEqualTo(all);
    }

    @Test
    void theHistoryForPeopleHasOneRowAnEvent() {
        SagaStory story = new SagaStory("one", "node-1");
        story.runOn(journal);

        assertThat(database.texts("SELECT sequence || ' ' || type || ' ' || revision || ' '"
                        + " || coalesce(payload->>'operation', '-') FROM querent.history ORDER BY sequence"))
                .containsExactly(
                        "1 saga-started 1 -",
                        "2 attempt-started 1 reserve",
                        "3 operation-succeeded 1 reserve",
                        "4 attempt-started 1 transfer",
                        "5 operation-succeeded 1 transfer",
                        "6 saga-completed 1 -");
    }

    /** What a provider answers may hold an escaped NUL or half of a surrogate pair, which few of the server's functions bear. */
    @Test
    void theHistoryForPeopleBearsWhatTheServerCannotUnescape() {
        SagaStory story = new SagaStory("hostile", "node-1");
        story.appendTo(journal, story.start());
        story.appendTo(journal, story.attempt("reserve"));
        story.appendTo(journal, story.succeeded("reserve", "\"r\""));
        story.appendTo(journal, story.attempt("transfer"));
        story.appendTo(journal, story.succeeded("transfer", "got \0 and \uD83D and }}\":{\" /1"));
        assertThat(database.count(
                        "SELECT count(*) FROM querent.event WHERE type = 'several' AND payload::text LIKE '%\\u0000%'"))
                .isEqualTo(1);

        assertThat(database.texts("SELECT type || '/' || revision || ' ' || json_typeof(payload) FROM querent.history"
                        + " ORDER BY sequence DESC LIMIT 2"))
                .containsExactly("saga-completed/1 object", "operation-succeeded/1 object");
        assertThat(log.read(log.newest().orElseThrow(), 100)).isEmpty();
    }

    /** A position of the time when a row was one event is that of a row. It repeats its transaction, and passes over nothing. */
    @Test
    void aPositionOfAnOlderVersionRepeatsItsTransactionAndPassesOverNothing() throws Exception {
        SagaStory before = new SagaStory("before", "node-1");
        before.runOn(journal);
        SagaStory one = new SagaStory("one", "node-1");
        SagaStory two = new SagaStory("two", "node-1");
        try (Connection together = begin()) {
            one.went(journal.appendOn(together, one.start()));
            two.went(journal.appendOn(together, two.start()));
            one.went(journal.appendOn(together, one.attempt("reserve")));
            together.commit();
        }
        List<LoggedEvent> all = readToTheEnd(EventPosition.START, 100);
        List<LoggedEvent> sameTransaction = all.subList(all.size() - 3, all.size());

        for (LoggedEvent read : sameTransaction) {
            EventPosition older = new EventPosition(
                    read.position().transaction(), read.position().index() >> 8);
            assertThat(readToTheEnd(older, 2)).isEqualTo(sameTransaction);
        }
    }

    /** A saga that was begun by a version that wrote each event as a row goes on in rows of several. */
    @Test
    void rowsOfOneEventAndOfSeveralMakeOneHistory() {
        SagaStory story = new SagaStory("upgraded", "node-1");
        story.runOn(journal);
        List<LoggedEvent> all = log.readSaga(story.id(), 1);
        // As an older version would have written it: the last two events, which are one row, as two.
        database.execute("CREATE TEMPORARY TABLE old AS SELECT * FROM querent.history WHERE sequence > 4;"
                + "DELETE FROM querent.event WHERE type = 'several' AND sequence = 6;"
                + "INSERT INTO querent.event (bucket, saga_id, period, sequence, type, revision, payload, transaction_id)"
                + " SELECT bucket, saga_id, period, sequence, type, revision, payload, transaction_id FROM old"
                + " ORDER BY sequence");
        assertThat(database.count("SELECT count(*) FROM querent.event")).isEqualTo(6);

        assertThat(journal.find(story.id()).orElseThrow().state()).isEqualTo(story.state());
        assertThat(log.readSaga(story.id(), 1))
                .extracting(LoggedEvent::event)
                .isEqualTo(all.stream().map(LoggedEvent::event).toList());
        for (int page = 1; page <= 7; page++) {
            assertThat(readToTheEnd(EventPosition.START, page))
                    .extracting(LoggedEvent::event)
                    .isEqualTo(all.stream().map(LoggedEvent::event).toList());
        }
    }

    @Test
    void anUnreadableEventStopsAReaderInsteadOfBeingPassedOver() {
        SagaStory story = new SagaStory("newer", "node-1");
        story.appendTo(journal, story.start());
        database.execute("UPDATE querent.event SET type = 'of-a-newer-version'");

        assertThatThrownBy(() -> log.read(EventPosition.START, 10)).isInstanceOf(UnreadableEventException.class);
    }

    @Test
    void anEventOutsideOfEveryMonthlyPartitionIsStoredAllTheSame() {
        SagaStory story = new SagaStory("far", "node-1");
        Append start = story.start();
        SagaEvent.SagaStarted now = (SagaEvent.SagaStarted) start.events().get(0);
        SagaEvent.SagaStarted then = new SagaEvent.SagaStarted(
                now.key(), now.definitionVersion(), now.input(), now.inputHash(), now.askFirst(), Instant.EPOCH);
        SagaStory.outcomeOf(
                journal,
                new Append(
                        start.key(),
                        new Guard.New(1, now.inputHash()),
                        List.of(then),
                        start.status(),
                        new Possession.DueIn(Duration.ZERO),
                        List.of(),
                        List.of(),
                        List.of(),
                        null));

        assertThat(journal.find(story.id()).orElseThrow().events()).containsExactly(then);
        assertThat(database.count("SELECT count(*) FROM querent.event_other")).isEqualTo(1);
        assertThat(log.read(EventPosition.START, 10)).hasSize(1);
    }

    private List<LoggedEvent> readToTheEnd(EventPosition from, int page) {
        List<LoggedEvent> all = new ArrayList<>();
        EventPosition position = from;
        List<LoggedEvent> some = log.read(position, page);
        while (!some.isEmpty()) {
            all.addAll(some);
            position = some.get(some.size() - 1).position();
            some = log.read(position, page);
        }
        return all;
    }

    private Connection begin() throws SQLException {
        Connection connection = database.simple(database.port()).getConnection();
        connection.setAutoCommit(false);
        return connection;
    }
}
