package io.querent.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.contract.OutboxContract;
import io.querent.contract.SagaStory;
import io.querent.contract.Storage;
import io.querent.decision.Authority;
import io.querent.outbox.MessageStore.Setback;
import io.querent.outbox.MessageStore.Taken;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.Outbox;
import io.querent.saga.OperationKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages on their way out: written with their event or not at all, given out once at a time and in order. */
class OutboxTest extends OutboxContract {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final Outbox.Failure SPENT = new Outbox.Failure("no such topic", LEASE, 1, Duration.ZERO);
    private static final Outbox.Failure LATER = new Outbox.Failure("broker away\0", Duration.ofHours(1), 5, LEASE);

    private final TestDatabase database = TestServer.newDatabase();
    private final PostgresStorage storage = new PostgresStorage(database);
    private final PostgresJournal journal = storage.journal();
    private final Outbox outbox = journal.outbox();

    @AfterEach
    void close() {
        journal.close();
        database.close();
    }

    @Override
    protected Storage storage() {
        return storage;
    }

    private List<String> taken() {
        return outbox.take(100, LEASE).stream()
                .map(each -> key(each).saga().businessKey().value())
                .toList();
    }

    private static OperationKey key(Taken taken) {
        return new OperationKey(taken.message().id());
    }

    private Taken takenOnly() {
        List<Taken> all = outbox.take(100, LEASE);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private long messages() {
        return database.count("SELECT count(*) FROM querent.outbox");
    }

    private static Authority ann(String request) {
        return new Authority("ann", "the topic exists now", Authority.UNSEEN, request);
    }

    @Test
    void aMessageIsStoredAsItWasFrozen() {
        Messages.write(journal, "1", "payments", "acct-1");

        Taken taken = takenOnly();

        assertThat(key(taken)).isEqualTo(new OperationKey("default:payment:1:tell"));
        assertThat(taken.message().topic()).isEqualTo("payments");
        assertThat(taken.message().orderingKey()).isEqualTo("acct-1");
        assertThat(taken.message().text()).isEqualTo("{\"amount\":1.10,\"text\":\"a\\u0000b\"}");
        assertThat(outbox.markSent(taken)).isTrue();
        assertThat(taken()).isEmpty();
    }

    @Test
    void anAppendThatIsNotWrittenLeavesNoMessage() throws Exception {
        SagaStory poison = new SagaStory("poison", "n".repeat(201));
        assertThatThrownBy(() -> journal.append(Messages.of(poison.start(), "t", null))
                        .toCompletableFuture()
                        .get())
                .isInstanceOf(ExecutionException.class);
        SagaStory story = new SagaStory("stale", "node-1");
        story.appendTo(journal, story.start());
        Append attempt = Messages.of(story.attempt("reserve"), "t", null);
        database.execute("UPDATE querent.saga SET token = token + 1");

        assertThat(SagaStory.outcomeOf(journal, attempt)).isInstanceOf(AppendResult.Stale.class);
        assertThat(messages()).isZero();
    }

    @Test
    void aLocalTransactionWritesEventAndMessageOrNeither() throws Exception {
        SagaStory story = new SagaStory("local", "node-1");
        story.appendTo(journal, story.start());
        JdbcLocalTransactions transactions = new JdbcLocalTransactions(database.dataSource(), journal);
        Append append = Messages.of(story.attempt("reserve"), "t", null);
        database.execute("CREATE TABLE booking (number integer UNIQUE DEFERRABLE INITIALLY DEFERRED)");
        database.execute("INSERT INTO booking VALUES (1)");

        assertThatThrownBy(() -> transactions.run(() -> booked(1, append))).hasMessageContaining("booking_number_key");
        assertThat(messages()).isZero();
        assertThat(transactions.run(() -> booked(2, append))).containsInstanceOf(AppendResult.Appended.class);
        assertThat(messages()).isEqualTo(1);
        assertThat(database.count("SELECT count(*) FROM querent.history")).isEqualTo(2);
    }

    private static Optional<Append> booked(int number, Append append) throws Exception {
        try (var insert = JdbcLocalTransactions.currentConnection().createStatement()) {
            insert.executeUpdate("INSERT INTO booking VALUES (" + number + ")");
        }
        return Optional.of(append);
    }

    @Test
    void aSagaThatIsCreatedAgainDoesNotPublishTwice() {
        Messages.write(journal, "again", "t", null);
        assertThat(outbox.markSent(takenOnly())).isTrue();
        database.execute("DELETE FROM querent.event");
        database.execute("DELETE FROM querent.saga");

        Messages.write(journal, "again", "t", null);

        assertThat(messages()).isEqualTo(1);
        assertThat(taken()).isEmpty();
    }

    @Test
    void ofEachLineOnlyTheFirstIsTaken() {
        for (String number : List.of("a1", "a2", "a3")) {
            Messages.write(journal, number, "t", "a");
        }
        Messages.write(journal, "b1", "t", "b");
        Messages.write(journal, "other", "u", "a");
        Messages.write(journal, "n1", "t", null);
        Messages.write(journal, "n2", "t", null);

        List<Taken> first = outbox.take(100, LEASE);
        assertThat(first)
                .extracting(each -> key(each).saga().businessKey().value())
                .containsExactly("a1", "b1", "other", "n1", "n2");
        assertThat(taken()).isEmpty();
        assertThat(outbox.putOff(first.get(1), LATER)).isEqualTo(Setback.PUT_OFF);
        assertThat(outbox.markSent(first.get(0))).isTrue();
        assertThat(taken()).containsExactly("a2");
    }

    @Test
    void whoWasTooSlowHasNothingToSay() {
        Messages.write(journal, "slow", "t", "a");
        Taken slow = takenOnly();
        database.execute("UPDATE querent.outbox SET due_at = now()");
        Taken quick = takenOnly();

        assertThat(outbox.markSent(slow)).isFalse();
        assertThat(outbox.putOff(slow, SPENT)).isEqualTo(Setback.OVERTAKEN);
        assertThat(quick.tries()).isEqualTo(2);
        assertThat(outbox.markSent(quick)).isTrue();
        assertThat(outbox.markSent(quick)).isFalse();
    }

    @Test
    void aBudgetIsSpentWhenTriesAndTimeAreOver() {
        Messages.write(journal, "poor", "t", null);
        Outbox.Failure enoughTries = new Outbox.Failure("x", Duration.ZERO, 1, Duration.ofHours(1));
        Outbox.Failure enoughTime = new Outbox.Failure("x", Duration.ZERO, 9, Duration.ZERO);

        assertThat(outbox.putOff(takenOnly(), enoughTries)).isEqualTo(Setback.PUT_OFF);
        assertThat(outbox.putOff(takenOnly(), enoughTime)).isEqualTo(Setback.PUT_OFF);
        assertThat(outbox.putOff(takenOnly(), SPENT)).isEqualTo(Setback.PARKED);
        assertThat(outbox.figures().parked()).isEqualTo(1);
        assertThat(outbox.parked(10)).singleElement().satisfies(parked -> {
            assertThat(parked.error()).isEqualTo("no such topic");
            assertThat(parked.tries()).isEqualTo(3);
        });
    }

    @Test
    void aParkedMessageHoldsItsLineUntilAPersonDecides() {
        Messages.write(journal, "p1", "t", "a");
        Messages.write(journal, "p2", "t", "a");
        Messages.write(journal, "q1", "t", "b");
        Taken poison = outbox.take(1, LEASE).get(0);
        assertThat(outbox.putOff(poison, SPENT)).isEqualTo(Setback.PARKED);
        assertThat(taken()).containsExactly("q1");

        assertThat(outbox.redrive(key(poison), new Authority("ann", "why", 7, "r-0")))
                .as("another revision was seen")
                .isFalse();
        assertThat(outbox.redrive(key(poison), ann("r-1"))).isTrue();
        assertThat(outbox.redrive(key(poison), ann("r-1"))).isFalse();
        Taken again = takenOnly();
        assertThat(again.message()).isEqualTo(poison.message());
        assertThat(outbox.putOff(again, new Outbox.Failure("x", LEASE, 2, Duration.ZERO)))
                .as("the budget is new")
                .isEqualTo(Setback.PUT_OFF);
        database.execute("UPDATE querent.outbox SET due_at = now() WHERE answer IS NULL AND tries = 2");
        assertThat(outbox.putOff(takenOnly(), SPENT)).isEqualTo(Setback.PARKED);

        assertThat(outbox.redrive(key(poison), ann("r-1")))
                .as("a request that was made before")
                .isFalse();
        assertThat(outbox.leaveOut(key(poison), ann("r-2"))).isTrue();
        assertThat(taken()).containsExactly("p2");
        assertThat(journal.audit().read(key(poison).saga().id(), null, 10))
                .extracting(AuditTrail.Entry::settlement)
                .extracting(settlement -> settlement.detail())
                .containsExactly("message tell is left out", "message tell is sent again");
    }

    @Test
    void aLongLineDoesNotKeepOthersWaiting() {
        Messages.write(journal, "head", "t", "long");
        for (int i = 0; i < 40; i++) {
            Messages.write(journal, "l" + i, "t", "long");
        }
        Messages.write(journal, "other", "t", "short");
        assertThat(outbox.putOff(outbox.take(1, LEASE).get(0), LATER)).isEqualTo(Setback.PUT_OFF);

        assertThat(outbox.take(5, LEASE)).extracting(Taken::tries).hasSize(1);
        assertThat(database.count("SELECT count(*) FROM querent.outbox WHERE due_at <= now()"))
                .isZero();
        assertThat(outbox.figures().waiting()).isEqualTo(42);
    }

    @Test
    void whatWasSentIsForgottenAndWhatWasNotIsNot() {
        Messages.write(journal, "sent", "t", null);
        assertThat(outbox.markSent(takenOnly())).isTrue();
        Messages.write(journal, "parked", "t", null);
        assertThat(outbox.putOff(takenOnly(), SPENT)).isEqualTo(Setback.PARKED);
        Messages.write(journal, "waiting", "t", null);
        database.execute("UPDATE querent.outbox SET written_at = now() - interval '1 h',"
                + " settled_at = settled_at - interval '1 h'");

        assertThat(outbox.forget(Duration.ofHours(2), 10)).isZero();
        assertThat(outbox.forget(Duration.ofMinutes(30), 10)).isEqualTo(1);
        assertThat(messages()).isEqualTo(2);
        Outbox.Figures figures = outbox.figures();
        assertThat(figures.waiting()).isEqualTo(1);
        assertThat(figures.oldest()).isBetween(Duration.ofHours(1), Duration.ofMinutes(61));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "due_at = NULL",
                "settled_at = now()",
                "answer = 1",
                "answer = 1, due_at = NULL",
                "answer = 4, due_at = NULL, settled_at = now()"
            })
    void aRowThatContradictsItselfIsRefused(String change) {
        Messages.write(journal, "row", "t", null);

        assertThatThrownBy(() -> database.execute("UPDATE querent.outbox SET " + change))
                .rootCause()
                .hasMessageContaining("outbox_waits_or_is_settled");
    }
}
