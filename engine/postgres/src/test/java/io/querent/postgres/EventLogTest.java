package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A reader of the log sees every committed event exactly once, in whatever order transactions commit (C72). */
class EventLogTest {
    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresJournal journal = new PostgresJournal(database.dataSource());
    private final PostgresEventLog log = new PostgresEventLog(database.dataSource());

    @AfterEach
    void close() {
        journal.close();
        database.close();
    }

    @Test
    void eventsComeInOrderAndWithTheirPlace() {
        SagaStory story = new SagaStory("one", "node-1");
        story.runOn(journal);

        List<LoggedEvent> events = log.read(EventPosition.START, 100);

        assertThat(events)
                .extracting(LoggedEvent::event)
                .isEqualTo(journal.find(story.id()).orElseThrow().events());
        assertThat(events).extracting(LoggedEvent::position).isSorted().doesNotHaveDuplicates();
        assertThat(events).extracting(LoggedEvent::saga).containsOnly(story.key());
        assertThat(events)
                .extracting(LoggedEvent::sequence)
                .isEqualTo(LongStream.rangeClosed(1, story.version()).boxed().toList());
        assertThat(log.newest()).contains(events.get(events.size() - 1).position());
        assertThat(log.readSaga(story.id(), 3)).isEqualTo(events.subList(2, events.size()));
    }

    @Test
    void aReaderGoesOnFromItsPositionInPages() {
        for (int i = 0; i < 10; i++) {
            new SagaStory("paged-" + i, "node-1").runOn(journal);
        }

        assertThat(readToTheEnd(EventPosition.START, 7)).hasSize(60).doesNotHaveDuplicates();
    }

    @Test
    void anEmptyLogHasNoNewest() {
        assertThat(log.newest()).isEmpty();
        assertThat(log.before(Instant.EPOCH)).isEmpty();
        assertThat(log.read(EventPosition.START, 10)).isEmpty();
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

    @Test
    void aTimeLeadsToThePositionBeforeItsFirstEvent() {
        SagaStory early = new SagaStory("early", "node-1");
        early.appendTo(journal, early.start());
        database.execute("UPDATE querent.event SET recorded_at = recorded_at - interval '1 day'");
        SagaStory late = new SagaStory("late", "node-1");
        late.appendTo(journal, late.start());

        EventPosition from =
                log.before(journal.serverTime().minus(Duration.ofHours(1))).orElseThrow();

        assertThat(log.read(from, 10)).extracting(LoggedEvent::saga).containsExactly(late.key());
        assertThat(log.before(journal.serverTime().plusSeconds(60))).isEmpty();
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
