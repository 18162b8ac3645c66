package io.querent.receiver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.querent.outbox.OutboxRelay;
import io.querent.outbox.RelaySettings;
import io.querent.receiver.ReceiverServer;
import io.querent.receiver.inbox.InboxCase;
import io.querent.receiver.inbox.InboxConsumer;
import io.querent.receiver.inbox.InboxSettings;
import io.querent.receiver.inbox.UnfitMessageException;
import io.querent.receiver.inbox.WaitingMessages;
import io.querent.receiver.outbox.MessageDecision;
import io.querent.receiver.outbox.NewMessage;
import io.querent.receiver.outbox.ServiceOutbox;
import io.querent.saga.RetryBudget;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** From one service's transaction to another's, over a real broker that is stopped, by processes that are killed. */
class KafkaTest extends InboxCase {
    private static final Duration LIMIT = Duration.ofSeconds(6);
    private static final RelaySettings RELAY = RelaySettings.DEFAULT
            .withTimeLimit(LIMIT)
            .withBudget(new RetryBudget(1_000, Duration.ofDays(1), Duration.ofMillis(20), Duration.ofMillis(200)));

    private final String topic = "t-" + UUID.randomUUID();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final ServiceOutbox outbox = new ServiceOutbox(transactions);
    /** The newest node's. */
    private @Nullable KafkaInbox inbox;

    private final Set<String> poison = ConcurrentHashMap.newKeySet();

    @AfterEach
    void stop() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private <C extends AutoCloseable> C opened(C closeable) {
        open.add(closeable);
        return closeable;
    }

    private void write(String id, @Nullable String key) throws Exception {
        transactions.run(
                connection -> outbox.write(connection, NewMessage.json(id, topic, key, "{\"id\":\"" + id + "\"}")));
    }

    private OutboxRelay relay() {
        KafkaMessagePublisher publisher = opened(KafkaMessagePublisher.open(KafkaServer.properties(), LIMIT));
        return opened(OutboxRelay.start(outbox, publisher, RELAY));
    }

    private InboxConsumer node(InboxSettings settings) {
        InboxConsumer consumer = opened(InboxConsumer.start(
                transactions,
                "ledger",
                (message, connection) -> {
                    book(message, connection);
                    if (message.text().contains("unreadable")) {
                        throw new UnfitMessageException("no such format");
                    } else if (poison.contains(message.id())) {
                        throw new IllegalStateException("not now");
                    }
                },
                settings));
        inbox = opened(KafkaInbox.start(KafkaServer.consumerProperties(), consumer, KafkaInboxSettings.of(topic)));
        return consumer;
    }

    private InboxConsumer node() {
        return node(SETTINGS);
    }

    private KafkaProducer<byte[], byte[]> producer() {
        Map<String, Object> properties = KafkaServer.properties();
        properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        return opened(new KafkaProducer<>(properties));
    }

    private ProducerRecord<byte[], byte[]> record(@Nullable String id, byte[] payload) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, 0, null, payload);
        if (id != null) {
            record.headers().add("message-id", id.getBytes(StandardCharsets.UTF_8));
        }
        return record;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void eachMessageIsHandledOnceAndInOrderWhileNodesCome() throws Exception {
        relay();
        InboxConsumer one = node();
        for (int i = 0; i < 100; i++) {
            write(String.format("m-%03d", i), "line-" + i % 4);
        }
        await().until(() -> !bookings().isEmpty());
        InboxConsumer other = node();
        for (int i = 100; i < 200; i++) {
            write(String.format("m-%03d", i), "line-" + i % 4);
        }
        await().until(() -> bookings().size() >= 200);

        assertThat(bookings()).hasSize(200).doesNotHaveDuplicates();
        for (int line = 0; line < 4; line++) {
            int rest = line;
            assertThat(bookings().stream().filter(id -> Integer.parseInt(id.substring(2)) % 4 == rest))
                    .isSorted();
        }
        assertThat(one.counters().handled() + other.counters().handled()).isEqualTo(200);
    }

    @Test
    void badRecordsAreParkedAndTheOthersAreHandled() throws Exception {
        InboxConsumer node = node(SETTINGS.withLimits(1_000, 100));
        KafkaProducer<byte[], byte[]> producer = producer();
        poison.add("m-50");
        for (int i = 0; i < 100; i++) {
            switch (i) {
                case 10 -> producer.send(record(null, bytes("no id")));
                case 20 -> producer.send(record("m\0", bytes("an id that no column holds")));
                case 30 -> producer.send(record("m-30", new byte[2_000]));
                case 40 -> producer.send(record("m-40", bytes("unreadable \0 \uFFFF")));
                case 60 -> {
                    ProducerRecord<byte[], byte[]> strange = record("m-60", new byte[] {0, -1, (byte) 0xC3});
                    strange.headers().add("occurred-at", bytes("+999999999-12-31T00:00:00Z"));
                    producer.send(strange);
                }
                case 70 -> {
                    ProducerRecord<byte[], byte[]> undated = record("m-70", bytes("ok"));
                    undated.headers().add("occurred-at", new byte[] {-1, 0});
                    producer.send(undated);
                }
                default -> producer.send(record("m-" + i, bytes("ok")));
            }
        }
        producer.flush();

        await().until(() -> node.waiting().figures().parked() == 6);
        await().until(() -> bookings().size() == 94);
        assertThat(bookings()).doesNotHaveDuplicates().contains("m-99", "m-70");
        assertThat(node.waiting().parked(10))
                .extracting(WaitingMessages.Parked::error)
                .anySatisfy(error -> assertThat(error).contains("not now"))
                .anySatisfy(error -> assertThat(error).contains("no such format"))
                .anySatisfy(error -> assertThat(error).startsWith("QRT-9054"))
                .anySatisfy(error -> assertThat(error).startsWith("QRT-9055"))
                .anySatisfy(error -> assertThat(error).startsWith("QRT-9056"));

        poison.clear();
        assertThat(node.waiting().redrive("m-50", new MessageDecision("ann", "mended", "r-1")))
                .isTrue();
        await().until(() -> booked("m-50") == 1);
    }

    @Test
    void aRelayThatIsKilledAfterTheBrokersAnswerSendsTwiceAndTheConsumerHandlesOnce() throws Exception {
        write("paid-1", "acct-1");
        write("paid-2", "acct-1");
        try (ChildProcess dying = new ChildProcess(
                HangingRelayMain.class,
                String.valueOf(ReceiverServer.port()),
                database.name(),
                "60000",
                String.valueOf(KafkaServer.port()))) {
            dying.awaitLine("published paid-1");
            dying.kill();
        }
        assertThat(outbox.figures().waiting()).isEqualTo(2);
        database.execute("UPDATE querent_receiver.outbox SET due_at = now()"); // the dead one's lease is over

        InboxConsumer node = node();
        OutboxRelay relay = relay();
        await().until(() -> outbox.figures().waiting() == 0);
        await().until(() -> bookings().size() == 2);
        await().until(() -> node.counters().duplicates() >= 1);

        assertThat(relay.counters().sent()).isGreaterThanOrEqualTo(2);
        assertThat(bookings()).containsExactly("paid-1", "paid-2");
    }

    @Test
    void aConsumerThatIsKilledBeforeItsOffsetsAreCommittedLosesAndRepeatsNothing() throws Exception {
        KafkaProducer<byte[], byte[]> producer = producer();
        for (int i = 0; i < 10; i++) {
            producer.send(record("m-" + i, bytes("ok")));
        }
        producer.flush();
        try (ChildProcess dying = new ChildProcess(
                HangingConsumerMain.class,
                String.valueOf(ReceiverServer.port()),
                database.name(),
                String.valueOf(KafkaServer.port()),
                topic,
                "m-6")) {
            dying.awaitLine("hanging");
            dying.kill();
        }
        assertThat(bookings()).hasSize(6);

        InboxConsumer node = node();
        await().until(() -> bookings().size() == 10);

        assertThat(bookings()).doesNotHaveDuplicates();
        assertThat(node.counters().duplicates()).isGreaterThanOrEqualTo(6);
        assertThat(node.counters().handled()).isEqualTo(4);
    }

    @Test
    void whileTheBrokerIsAwayMessagesWaitAndThenGoOn() throws Exception {
        OutboxRelay relay = relay();
        node();
        write("before", "k");
        await().until(() -> booked("before") == 1);

        KafkaServer.kill();
        try {
            for (int i = 0; i < 20; i++) {
                write(String.format("away-%02d", i), "k");
            }
            await().until(() -> relay.counters().failed() > 0);
        } finally {
            KafkaServer.startAgain();
        }

        await().until(() -> bookings().size() == 21);
        assertThat(bookings())
                .doesNotHaveDuplicates()
                .isSortedAccordingTo(
                        (one, two) -> one.startsWith("b") ? -1 : two.startsWith("b") ? 1 : one.compareTo(two));
    }

    @Test
    void whileTheDatabaseIsAwayNothingIsAcknowledged() throws Exception {
        InboxConsumer node = node();
        KafkaProducer<byte[], byte[]> producer = producer();
        producer.send(record("before", bytes("ok")));
        producer.flush();
        await().until(() -> booked("before") == 1);

        admit(false);
        for (int i = 0; i < 20; i++) {
            producer.send(record("away-" + i, bytes("ok")));
        }
        producer.flush();
        await().until(inbox::isHeldUp);
        admit(true);

        await().until(() -> bookings().size() == 21);
        assertThat(bookings()).doesNotHaveDuplicates();
        assertThat(node.counters().deferred()).isZero();
        assertThat(node.waiting().figures().parked()).isZero();
        await().until(() -> !inbox.isHeldUp());
        assertThat(inbox.isRunning()).isTrue();
    }

    /** Lets nobody into the database any more, and sends away who is in it; or lets them in again. */
    private void admit(boolean admitted) throws Exception {
        var source = database.simple(ReceiverServer.port());
        source.setDatabaseName("postgres");
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER DATABASE " + database.name() + " ALLOW_CONNECTIONS " + admitted);
            if (!admitted) {
                statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
                        + database.name() + "'");
            }
        }
    }

    @Test
    void settingsThatWouldLoseMessagesAreRefused() {
        assertThatThrownBy(() -> KafkaMessagePublisher.open(Map.of("acks", "1"), LIMIT))
                .hasMessageContaining("QRT-9060");
        assertThatThrownBy(() -> KafkaMessagePublisher.open(Map.of("enable.idempotence", "false"), LIMIT))
                .hasMessageContaining("QRT-9060");
    }
}
