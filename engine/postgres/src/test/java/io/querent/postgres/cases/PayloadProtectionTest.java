package io.querent.postgres.cases;

import static io.querent.postgres.cases.SecretSaga.SECRET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.querent.contract.SagaStory;
import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.outbox.MessagePublisher;
import io.querent.outbox.OutgoingMessage;
import io.querent.outbox.RelaySettings;
import io.querent.postgres.JournalSettings;
import io.querent.postgres.PostgresEngine;
import io.querent.postgres.PostgresEventLog;
import io.querent.postgres.PostgresJournal;
import io.querent.postgres.cases.SecretSaga.Note;
import io.querent.runtime.Callback;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.codec.AesGcmProtection;
import io.querent.runtime.codec.KeyRing;
import io.querent.runtime.codec.PayloadProtection;
import io.querent.runtime.codec.UnreadableEventException;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.EventLog.EventPosition;
import io.querent.saga.QueryResult;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** With protection on, the database holds no payload that could be read there, and everything works as without. */
class PayloadProtectionTest extends EngineCase {
    private static final String K1 = key(1);
    private static final String K2 = key(2);
    private static final PayloadProtection FIRST = ring("k1", Map.of("k1", K1));
    private static final PayloadProtection ROTATED = ring("k2", Map.of("k1", K1, "k2", K2));
    private static final PayloadProtection WITHOUT_FIRST = ring("k2", Map.of("k2", K2));

    private final SecretSaga secret = new SecretSaga();
    private final SagaDefinition<Note> definition = secret.definition();
    private final Queue<OutgoingMessage> published = new ConcurrentLinkedQueue<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void nothingOfAPayloadStandsInTheDatabaseWhateverBecomesOfTheSaga() throws Exception {
        PostgresEngine engine = engine("a", FIRST);
        SagaHandle saga = chargeUnknown(engine, "1");
        Receipt told = engine.engine()
                .tell(new Callback<>(
                        saga.key().operation("charge"), "m-1", "bank", QueryResult.found(Note.of("wrong", "told"))));
        assertThat(told.state()).isEqualTo(Receipt.State.APPLIED);
        await().until(() -> saga.status() == SagaStatus.IN_REVIEW);

        decide(engine, saga, new OperatorDecision.ConfirmSucceeded("charge", result(), "saw " + SECRET), "d-1");
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        decide(engine, saga, new OperatorDecision.Compensate(), "d-2");
        await().until(() -> saga.status() == SagaStatus.COMPENSATED);
        await().until(() -> published.size() == 2);

        assertThat(published).allSatisfy(message -> assertThat(message.text()).contains(SECRET));
        assertThat(secret.charged)
                .containsExactly(Note.of(
                        "c",
                        Note.of("held", Note.of("h", SECRET + " in").text()).text()));
        assertThat(placesOf(SECRET)).isEmpty();
        assertThat(engine.journal().audit().read(saga.key().id(), null, 10))
                .extracting(AuditTrail.Entry::letter)
                .anySatisfy(letter -> assertThat(letter.toString()).contains("saw " + SECRET));
        assertThat(new PostgresEventLog(database().dataSource(), FIRST).read(EventPosition.START, 100))
                .anySatisfy(event -> assertThat(event.toString()).contains(SECRET));
    }

    @Test
    void theScanFindsWhatIsStoredWithoutProtection() throws Exception {
        PostgresEngine engine = engine("a", PayloadProtection.NONE);
        secret.answers = true;
        assertThat(end(engine.engine().start(definition, Note.of("1", "in"))).status())
                .isEqualTo(SagaStatus.COMPLETED);

        assertThat(placesOf(SECRET)).contains("event.payload", "outbox.payload");
    }

    @Test
    void aSagaGoesOnUnderANewKeyAndWhatWasPlainStaysReadable() throws Exception {
        PostgresEngine plain = engine("a", PayloadProtection.NONE);
        SagaHandle saga = chargeUnknown(plain, "1");
        plain.close();
        PostgresEngine first = engine("b", FIRST);
        decide(first, saga, new OperatorDecision.AskAgain("charge"), "d-1");
        first.close();
        PostgresEngine rotated = engine("c", ROTATED);
        decide(rotated, saga, new OperatorDecision.ConfirmSucceeded("charge", result(), "saw it"), "d-2");

        await().until(() -> rotated.engine().find(saga.key()).orElseThrow().status() == SagaStatus.COMPLETED);
        assertThat(keysInUse()).contains("k1", "k2");
        assertThat(rotated.journal()
                        .find(saga.key().id())
                        .orElseThrow()
                        .events()
                        .get(0)
                        .toString())
                .contains(SECRET);
    }

    @Test
    void withoutItsKeyASagaIsPutOffAndNotLost() throws Exception {
        PostgresEngine first = engine("a", FIRST);
        SagaHandle saga = chargeUnknown(first, "1");
        first.close();
        database().execute("UPDATE querent.saga SET wake_at = now(), owner = NULL");
        PostgresEngine another = engine("b", WITHOUT_FIRST);

        await().until(() -> database()
                        .count(
                                "SELECT count(*) FROM querent.saga WHERE owner IS NULL AND wake_at > now() + interval '1 min'")
                == 1);
        assertThatThrownBy(() -> another.journal().find(saga.key().id()))
                .isInstanceOf(UnreadableEventException.class)
                .hasMessageContaining("QRT-6040")
                .hasMessageContaining("found=k1");
        another.close();
        database().execute("UPDATE querent.saga SET wake_at = now()");
        PostgresEngine rotated = engine("c", ROTATED);
        decide(rotated, saga, new OperatorDecision.ConfirmSucceeded("charge", result(), "saw it"), "d-1");
        await().until(() -> rotated.engine().find(saga.key()).orElseThrow().status() == SagaStatus.COMPLETED);
    }

    @Test
    void aMessageWhoseKeyIsMissingWaitsAndIsSentAsItWasOnceTheKeyIsThere() throws Exception {
        secret.answers = true;
        PostgresEngine quiet = PostgresEngine.open(
                database().dataSource(),
                Node.settings("a"),
                transactions -> List.of(definition),
                null,
                RelaySettings.DEFAULT,
                JournalSettings.DEFAULT.with(FIRST));
        open.add(quiet);
        assertThat(end(quiet.engine().start(definition, Note.of("1", "in"))).status())
                .isEqualTo(SagaStatus.COMPLETED);
        quiet.close();

        PostgresJournal without = journal(WITHOUT_FIRST);
        assertThat(without.outbox().take(10, Duration.ofMillis(1))).isEmpty();
        engine("b", ROTATED);
        await().until(() -> !published.isEmpty());
        assertThat(published.peek().text()).isEqualTo("{\"number\":\"t\",\"text\":\"" + SECRET + " told\"}");
    }

    @Test
    void whatWasChangedOrMovedFromAnotherSagaIsRefused() throws Exception {
        PostgresEngine engine = engine("a", FIRST);
        SagaHandle one = chargeUnknown(engine, "1");
        SagaHandle other = chargeUnknown(engine, "2");
        engine.close();
        PostgresJournal journal = journal(FIRST);
        assertThat(journal.find(one.key().id()).orElseThrow().events().get(0).toString())
                .contains(SECRET);

        database().execute("""
                UPDATE querent.event AS e SET payload = o.payload FROM querent.event AS o
                WHERE e.saga_id = '%s' AND o.saga_id = '%s' AND e.sequence = o.sequence
                """.formatted(one.key().id(), other.key().id()));
        assertThatThrownBy(() -> journal.find(one.key().id())).hasMessageContaining("QRT-6041");

        database().execute("""
                UPDATE querent.event SET payload = replace(payload::text, '"data":"', '"data":"AAAA')::json
                WHERE saga_id = '%s'
                """.formatted(other.key().id()));
        assertThatThrownBy(() -> journal.find(other.key().id()))
                .hasMessageContaining("QRT-6041")
                .hasMessageContaining(other.key().toString());
    }

    /** An append is encoded anew when its commit is looked for, and protected differently then. */
    @Test
    void anAppendWhoseAnswerWasLostIsRecognisedAlthoughItIsProtectedAnew() {
        PostgresJournal journal = journal(FIRST);
        SagaStory story = new SagaStory("lost", "a");
        Append start = story.start();
        assertThat(journal.isCommitted(start)).isFalse();
        story.appendTo(journal, start);
        Append attempt = story.attempt("reserve");
        story.appendTo(journal, attempt);

        assertThat(journal.isCommitted(start)).isTrue();
        assertThat(journal.isCommitted(attempt)).isTrue();
        assertThat(journal.isCommitted(new SagaStory("lost", "b").start())).isFalse();
    }

    private SagaHandle chargeUnknown(PostgresEngine engine, String number) {
        SagaHandle saga = engine.engine().start(definition, new Note(number, SECRET + " in"));
        await().until(() -> engine.journal().find(saga.key().id()).orElseThrow().events().stream()
                .anyMatch(SagaEvent.QueryInconclusive.class::isInstance));
        return saga;
    }

    private static void decide(PostgresEngine engine, SagaHandle saga, OperatorDecision decision, String id) {
        await().until(() -> {
            long revision =
                    engine.journal().find(saga.key().id()).orElseThrow().state().version();
            Receipt receipt = engine.engine()
                    .decide(
                            saga.key(),
                            decision,
                            new Authority("alice", "customer waits", revision, id + "-" + revision));
            return receipt.state() == Receipt.State.APPLIED || receipt.state() == Receipt.State.WAITING;
        });
    }

    private static String result() {
        return "{\"number\":\"right\",\"text\":\"" + SECRET + " decided\"}";
    }

    private PostgresEngine engine(String node, PayloadProtection protection) {
        MessagePublisher publisher = published::add;
        PostgresEngine engine = PostgresEngine.open(
                database().dataSource(),
                Node.settings(node),
                transactions -> List.of(definition),
                publisher,
                RelaySettings.DEFAULT,
                JournalSettings.DEFAULT.with(protection));
        open.add(0, engine);
        return engine;
    }

    private PostgresJournal journal(PayloadProtection protection) {
        PostgresJournal journal =
                new PostgresJournal(database().dataSource(), JournalSettings.DEFAULT.with(protection));
        open.add(journal);
        return journal;
    }

    /** Every column of every table in the schema, whatever its type, that holds the text. */
    private List<String> placesOf(String text) {
        return database()
                .texts("SELECT c.table_name || '.' || c.column_name FROM information_schema.columns AS c"
                        + " JOIN information_schema.tables AS t USING (table_schema, table_name)"
                        + " WHERE c.table_schema = 'querent' AND t.table_type = 'BASE TABLE'")
                .stream()
                .filter(place -> {
                    String[] parts = place.split("\\.");
                    return database()
                                    .count("SELECT count(*) FROM querent.\"" + parts[0] + "\" WHERE \"" + parts[1]
                                            + "\"::text LIKE '%" + text + "%'")
                            > 0;
                })
                .toList();
    }

    private List<String> keysInUse() {
        return database()
                .texts(
                        "SELECT DISTINCT (regexp_matches(payload::text, '\"querent.enc\":1,\"key\":\"([^\"]+)\"', 'g'))[1]"
                                + " FROM querent.event");
    }

    private static PayloadProtection ring(String current, Map<String, String> keys) {
        return new AesGcmProtection(KeyRing.of(current, keys, Map.of()));
    }

    private static String key(int seed) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) seed;
        return Base64.getEncoder().encodeToString(bytes);
    }
}
