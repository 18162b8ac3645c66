package io.querent.axon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.SagaEvent;
import io.querent.postgres.PostgresEventLog;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.EventLog;
import io.querent.saga.SagaKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.axonframework.common.jdbc.DataSourceConnectionProvider;
import org.axonframework.common.transaction.NoTransactionManager;
import org.axonframework.eventhandling.MergedTrackingToken;
import org.axonframework.eventhandling.StreamingEventProcessor;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventhandling.tokenstore.jdbc.JdbcTokenStore;
import org.axonframework.eventhandling.tokenstore.jdbc.PostgresTokenTableFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Users' event handlers on real streaming processors, whose positions are in PostgreSQL. */
@Tag("every-java")
class StreamingProcessorTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final DataSource database = TestDatabase.emptied();
    private final PostgresJournal journal = new PostgresJournal(database);
    private final EventLog log = new PostgresEventLog(database);
    private final Owner owner = new Owner(journal);
    private final Recorder recorder = new Recorder();
    private final Recorder.Mailer mailer = new Recorder.Mailer();
    private final List<QuerentAxonConfiguration> opened = new ArrayList<>();
    private TokenStore tokens;

    @BeforeEach
    void createTokenTable() {
        TestDatabase.execute("DROP TABLE IF EXISTS tokenentry");
        JdbcTokenStore store = JdbcTokenStore.builder()
                .connectionProvider(new DataSourceConnectionProvider(database))
                .serializer(new QuerentSerializer())
                .nodeId("node-1")
                .build();
        store.createSchema(PostgresTokenTableFactory.INSTANCE);
        tokens = store;
    }

    @AfterEach
    void close() {
        opened.forEach(QuerentAxonConfiguration::close);
        journal.close();
    }

    @Test
    void aProcessorThatIsFirstStartedOnANonEmptyStoreHandlesAllOfItAsAReplay() {
        owner.complete("1");
        owner.unknown("2");

        start();

        awaitHandled(9);
        assertThat(recorder.handled()).allMatch(Recorder.Handled::replay);
        owner.complete("3");
        awaitHandled(15);
        assertThat(recorder.handled().subList(9, 15)).noneMatch(Recorder.Handled::replay);
        assertThat(recorder.handled().get(14).sagaKey()).isEqualTo("default:payment:3");
        assertThat(mailer.sent()).hasSize(1);
    }

    @Test
    void aRestartedProcessorGoesOnWhereItWas() {
        start();
        owner.complete("1");
        awaitHandled(6);
        opened.get(0).close();

        owner.complete("2");
        start();

        awaitHandled(12);
        assertThat(recorder.ids()).doesNotHaveDuplicates();
    }

    /**
     * C72. A holds a transaction open with an older id; B, of a later one, commits. Stock Axon passes A's number by and never asks
     * for it again. Here B waits with A: nothing is handled out of order, and nothing is lost.
     */
    @Test
    void anEventThatCommitsLateIsHandledAndNothingPassesIt() throws SQLException {
        SagaKey first = owner.start("first");
        SagaKey slow = Payments.key("slow");
        start();
        awaitHandled(1);
        Optional<EventLog.EventPosition> known = log.newest();
        try (Connection holder = database.getConnection();
                Statement statement = holder.createStatement();
                Hold hold = new Hold(slow, statement)) {
            CompletableFuture<AppendResult> late = owner.startAsync("slow").toCompletableFuture();
            hold.awaitWriter();
            SagaKey quick = owner.start("quick");
            await().during(Duration.ofMillis(300))
                    .atMost(LIMIT)
                    .until(() -> recorder.handled().size() == 1);
            assertThat(log.newest()).as("B waits with A").isEqualTo(known);

            hold.release();
            assertThat(late.join()).isInstanceOf(AppendResult.Appended.class);
            awaitHandled(3);
            assertThat(recorder.handled())
                    .extracting(Recorder.Handled::sagaKey)
                    .containsExactly(first.toString(), slow.toString(), quick.toString());
        }
    }

    @Test
    void aHandlerThatFailsIsTriedAgainAndNothingIsSkipped() {
        AtomicInteger failures = new AtomicInteger();
        recorder.failWhen(event -> event instanceof SagaEvent.SagaCompleted && failures.incrementAndGet() <= 1);
        start();

        owner.complete("1");

        await().atMost(LIMIT)
                .until(() -> recorder.ids().contains(Payments.key("1").id() + "/6"));
        assertThat(failures).hasValue(2);
        assertThat(recorder.ids()).contains(Payments.key("1").id() + "/1");
    }

    /** A half that is ahead when segments are merged may see its latest events again; handlers must bear that anyway. */
    @Test
    void splittingAndMergingLosesNothingAndKeepsTheOrderOfEachSaga() {
        start();
        owner.complete("1");
        awaitHandled(6);

        assertThat(processor().splitSegment(0).join()).isTrue();
        for (int saga = 0; saga < 20; saga++) {
            owner.complete("split-" + saga);
        }
        awaitHandled(126);
        awaitSegments(2);
        assertThat(recorder.ids()).doesNotHaveDuplicates();

        assertThat(processor().mergeSegment(0).join()).isTrue();
        for (int saga = 0; saga < 20; saga++) {
            owner.complete("merged-" + saga);
        }
        await().atMost(LIMIT).until(() -> Set.copyOf(recorder.ids()).size() == 246);
        awaitSegments(1);
        Map<String, List<String>> bySaga = recorder.ids().stream()
                .distinct()
                .collect(Collectors.groupingBy(id -> id.substring(0, id.indexOf('/'))));
        assertThat(bySaga.values()).allSatisfy(ids -> assertThat(ids).hasSize(6).isSorted());
    }

    /** The half that was ahead may see events again; the one that was behind misses none. */
    @Test
    void segmentsThatWereNotEquallyFarAreMergedWithoutLoss() {
        owner.complete("1");
        owner.complete("2");
        List<EventLog.LoggedEvent> all = log.read(EventLog.EventPosition.START, 100);
        LogPosition behind = LogPosition.of(all.get(3).position());
        LogPosition ahead = LogPosition.of(all.get(8).position());
        tokens.initializeTokenSegments(Recorder.GROUP, 1, MergedTrackingToken.merged(behind, ahead));

        start();

        await().atMost(LIMIT).until(() -> recorder.handled().size() >= 8);
        assertThat(recorder.handled())
                .extracting(Recorder.Handled::event)
                .containsAll(
                        all.stream().skip(4).map(EventLog.LoggedEvent::event).toList());
    }

    /** C74. Events are what a handler sees again; nothing is decided, appended or sent because of it. */
    @Test
    void aResetShowsEveryEventAgainAndChangesNothing() {
        start();
        owner.complete("1");
        SagaKey waiting = owner.unknown("2");
        awaitHandled(9);
        AtomicInteger commands = new AtomicInteger();
        opened.get(0).configuration().commandBus().registerDispatchInterceptor(all -> (index, command) -> {
            commands.incrementAndGet();
            return command;
        });
        List<String> before = TestDatabase.texts(ROWS);

        processor().shutDown();
        processor().resetTokens();
        processor().start();

        awaitHandled(18);
        assertThat(recorder.handled().subList(9, 18)).allMatch(Recorder.Handled::replay);
        assertThat(recorder.ids().subList(9, 18))
                .containsExactlyElementsOf(recorder.ids().subList(0, 9));
        assertThat(mailer.sent()).hasSize(1);
        assertThat(TestDatabase.texts(ROWS)).isEqualTo(before);
        assertThat(commands).hasValue(0);
        owner.decide(waiting, new io.querent.decision.SagaCommand.WakeSaga("ada", "go on", "r", Owner.START));
        awaitHandled(19);
        assertThat(recorder.handled().get(18).replay()).isFalse();
    }

    @Test
    void noClassNameIsStored() {
        owner.complete("1");
        start();
        awaitHandled(6);
        processor().shutDown();
        processor().resetTokens("rebuild");

        List<String> stored = new ArrayList<>(TestDatabase.texts("SELECT type || payload::text FROM querent.history"));
        stored.addAll(TestDatabase.texts("SELECT tokentype || ' ' || convert_from(token, 'UTF8') FROM tokenentry"));

        assertThat(stored).hasSize(7).noneMatch(text -> text.contains("querent.") || text.contains("axonframework"));
        assertThat(stored.get(6)).startsWith("replay ").contains("\"token\":\"log-position\"");
    }

    @Test
    void closingEndsEveryThread() {
        start();
        owner.complete("1");
        awaitHandled(6);
        assertThat(axonThreads()).isNotEmpty();

        opened.get(0).close();

        await().atMost(LIMIT).untilAsserted(() -> assertThat(axonThreads()).isEmpty());
    }

    private static final String ROWS = "SELECT saga_id::text || version || status || token || coalesce(owner, '')"
            + " || wake_at FROM querent.saga ORDER BY 1";

    private void start() {
        QuerentAxonConfiguration axon = QuerentAxonConfiguration.of(
                journal,
                log,
                Payments.DEFINITIONS,
                new EventSubscribers(List.of(recorder, mailer), tokens, NoTransactionManager.INSTANCE),
                AxonSettings.DEFAULT.withSegments(1).withPollInterval(Duration.ofMillis(50)));
        axon.start();
        opened.add(axon);
    }

    private StreamingEventProcessor processor() {
        return opened.get(0)
                .configuration()
                .eventProcessingConfiguration()
                .eventProcessor(Recorder.GROUP, StreamingEventProcessor.class)
                .orElseThrow();
    }

    private static List<String> axonThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("EmbeddedEventStore") || name.contains("[" + Recorder.GROUP + "]"))
                .toList();
    }

    private void awaitHandled(int count) {
        await().atMost(LIMIT).untilAsserted(() -> assertThat(recorder.handled()).hasSize(count));
    }

    private void awaitSegments(int count) {
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(processor().processingStatus()).hasSize(count));
    }

    /** Holds the transaction that inserts events of one saga, after it has drawn its id and before it commits. */
    private static final class Hold implements AutoCloseable {
        private static final String LOCK = "4711";

        private final Statement statement;

        /**
         * The lock is the session's, so the holder has no transaction that readers would wait for. The writer looks again and again instead
         * of waiting for the lock, as it gives up what waits for one for long.
         */
        Hold(SagaKey saga, Statement statement) throws SQLException {
            this.statement = statement;
            statement.execute("SELECT pg_advisory_lock(" + LOCK + ")");
            TestDatabase.execute("CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS"
                    + " $$ BEGIN WHILE NOT pg_try_advisory_xact_lock(" + LOCK
                    + ") LOOP PERFORM pg_sleep(0.01); END LOOP;"
                    + " RETURN NEW; END $$");
            TestDatabase.execute("CREATE TRIGGER hold BEFORE INSERT ON querent.event FOR EACH ROW WHEN (NEW.saga_id = '"
                    + saga.id() + "') EXECUTE FUNCTION hold()");
        }

        void awaitWriter() {
            await().atMost(LIMIT)
                    .until(() -> !TestDatabase.texts("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
                            .isEmpty());
        }

        void release() throws SQLException {
            statement.execute("SELECT pg_advisory_unlock(" + LOCK + ")");
        }

        @Override
        public void close() throws SQLException {
            statement.execute("SELECT pg_advisory_unlock_all()");
            TestDatabase.execute("DROP FUNCTION hold() CASCADE");
        }
    }
}
