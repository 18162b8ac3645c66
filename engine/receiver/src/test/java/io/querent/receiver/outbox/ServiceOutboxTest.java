package io.querent.receiver.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.querent.outbox.MessageHeader;
import io.querent.outbox.MessageStore;
import io.querent.outbox.MessageStore.Setback;
import io.querent.outbox.MessageStore.Taken;
import io.querent.outbox.OutboxRelay;
import io.querent.outbox.OutgoingMessage;
import io.querent.outbox.RelaySettings;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import io.querent.receiver.jdbc.JdbcTransactions;
import io.querent.receiver.jdbc.Transactions;
import io.querent.saga.RetryBudget;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A service's messages: written with what they tell of, sent in order, parked and decided about. */
class ServiceOutboxTest {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final MessageStore.Failure SPENT =
            new MessageStore.Failure("no such topic", LEASE, 1, Duration.ZERO);

    private final ReceiverDatabase database = ReceiverServer.newDatabase();
    private final Transactions transactions = new JdbcTransactions(database.dataSource());
    private final ServiceOutbox outbox = new ServiceOutbox(transactions);

    @AfterEach
    void close() {
        database.close();
    }

    private boolean write(String id, @Nullable String key, String json) throws Exception {
        return transactions.run(connection -> outbox.write(connection, NewMessage.json(id, "t", key, json)));
    }

    private List<String> takenIds() {
        return outbox.take(100, LEASE).stream().map(each -> each.message().id()).toList();
    }

    @Test
    void aMessageIsThereIfItsTransactionCommitsAndOnlyThen() throws Exception {
        assertThatThrownBy(() -> transactions.run(connection -> {
                    outbox.write(connection, NewMessage.json("m-1", "t", null, "{}"));
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(takenIds()).isEmpty();

        assertThat(write("m-1", null, "{\"amount\":1.10}")).isTrue();
        OutgoingMessage message = outbox.take(1, LEASE).get(0).message();
        assertThat(message.text()).isEqualTo("{\"amount\":1.10}");
        assertThat(message.headers()).containsExactly(MessageHeader.of("content-type", "application/json"));
    }

    @Test
    void theSameMessageWrittenAgainIsNoSecondOne() throws Exception {
        assertThat(write("m-1", "k", "1")).isTrue();
        assertThat(write("m-1", "k", "1")).isFalse();
        assertThatThrownBy(() -> write("m-1", "k", "2")).hasMessageContaining("QRT-9057");
        assertThat(takenIds()).containsExactly("m-1");
    }

    @Test
    void aParkedMessageHoldsItsLineUntilAPersonDecides() throws Exception {
        write("a1", "a", "1");
        write("a2", "a", "2");
        write("b1", "b", "3");
        Taken poison = outbox.take(1, LEASE).get(0);
        assertThat(outbox.putOff(poison, SPENT)).isEqualTo(Setback.PARKED);
        assertThat(takenIds()).containsExactly("b1");
        assertThat(outbox.parked(10))
                .singleElement()
                .satisfies(parked -> assertThat(parked.error()).isEqualTo("no such topic"));

        assertThat(outbox.redrive("a1", new MessageDecision("ann", "seen", "r-1", 7)))
                .as("another number of tries was seen")
                .isFalse();
        assertThat(outbox.redrive("a1", new MessageDecision("ann", "seen", "r-2", 1)))
                .isTrue();
        assertThat(outbox.putOff(outbox.take(1, LEASE).get(0), SPENT)).isEqualTo(Setback.PARKED);
        assertThat(outbox.redrive("a1", new MessageDecision("ann", "seen", "r-2")))
                .as("a request that was made before")
                .isFalse();
        assertThat(outbox.leaveOut("a1", new MessageDecision("ann", "nobody needs it", "r-3")))
                .isTrue();
        assertThat(takenIds()).containsExactly("a2");
        assertThat(outbox.decisions(10))
                .extracting(MessageDecisions.Decided::decision)
                .containsExactly("leave-out", "redrive");
    }

    @Test
    void aRelaySendsEachLineInOrder() throws Exception {
        Queue<OutgoingMessage> sent = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 30; i++) {
            write("m-" + i, "line-" + i % 3, String.valueOf(i));
        }
        RelaySettings settings = RelaySettings.DEFAULT.withBudget(
                new RetryBudget(9, Duration.ofDays(1), Duration.ofMillis(1), Duration.ofMillis(5)));
        try (OutboxRelay relay = OutboxRelay.start(outbox, sent::add, settings)) {
            await().until(() -> outbox.figures().waiting() == 0);
            assertThat(relay.counters().sent()).isEqualTo(30);
        }

        for (int line = 0; line < 3; line++) {
            String key = "line-" + line;
            assertThat(sent.stream()
                            .filter(each -> key.equals(each.orderingKey()))
                            .map(OutgoingMessage::text))
                    .hasSize(10)
                    .isSortedAccordingTo((one, other) -> Integer.parseInt(one) - Integer.parseInt(other));
        }
        assertThat(outbox.forget(Duration.ZERO, 10)).isEqualTo(10);
    }

    @Test
    void aLongLineGoesOnMessageByMessageAndHoldsUpNoOther() throws Exception {
        transactions.run(connection -> {
            for (int i = 0; i < 20_000; i++) {
                outbox.write(connection, NewMessage.json("l-" + i, "t", "long", "{}"));
            }
            return outbox.write(connection, NewMessage.json("other", "u", null, "{}"));
        });
        assertThat(takesUntil("other"))
                .as("takes until another line's is taken")
                .isLessThanOrEqualTo(30);

        for (int takes = 0, sent = 0; sent < 1_000; takes++) {
            assertThat(takes).as("takes of " + sent + " that were sent").isLessThanOrEqualTo(sent + 30);
            for (Taken taken : outbox.take(16, LEASE)) {
                assertThat(outbox.markSent(taken)).isTrue();
                sent++;
            }
            if (sent == 500) {
                everythingComesDueAtOnce();
                write("late", null, "{}");
                assertThat(takesUntil("late"))
                        .as("takes of what is written behind the line")
                        .isLessThanOrEqualTo(30);
            }
        }
        assertThat(outbox.figures().parked()).isZero();
    }

    /** Sends whatever comes until that one has come. */
    private int takesUntil(String id) {
        for (int takes = 1; takes < 1_000; takes++) {
            List<Taken> batch = outbox.take(16, LEASE);
            batch.forEach(outbox::markSent);
            if (batch.stream().anyMatch(each -> each.message().id().equals(id))) {
                return takes;
            }
        }
        throw new AssertionError("not one of 1,000 takes brought " + id);
    }

    private void everythingComesDueAtOnce() {
        database.execute("UPDATE querent_receiver.outbox SET due_at = statement_timestamp() WHERE due_at IS NOT NULL");
    }

    /** Whoever sent the one before died, or did not see the next. */
    @Test
    void theNextOfALineIsLookedAtAgainThoughNobodyWakesIt() throws Exception {
        for (String id : List.of("a1", "a2", "a3")) {
            write(id, "a", "1");
        }
        assertThat(takenIds()).containsExactly("a1");

        assertThat(database.texts("SELECT message_id || CASE WHEN due_at < now() + interval '2 s' THEN ' soon'"
                        + " WHEN due_at < now() + interval '5 min' THEN ' later' ELSE ' never' END"
                        + " FROM querent_receiver.outbox WHERE message_id <> 'a1' ORDER BY position"))
                .containsExactly("a2 soon", "a3 later");
    }

    @Test
    void whatCannotBeStoredIsRefusedAtTheDoor() {
        assertThatThrownBy(() -> NewMessage.json("m", "a\0b", null, "1")).hasMessageContaining("QRT-9051");
        assertThatThrownBy(() -> NewMessage.json("m", "t", "\uD800", "1")).hasMessageContaining("QRT-9051");
        assertThatThrownBy(() -> new MessageDecision("ann", " ", "r-1")).hasMessageContaining("QRT-9059");
    }
}
