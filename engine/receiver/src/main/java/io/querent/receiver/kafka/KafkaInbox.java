package io.querent.receiver.kafka;

import io.querent.receiver.inbox.InboxConsumer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Receives records of Kafka into an inbox: an offset is committed after the database has committed what became of its record, and not
 * before. A record that cannot be handled is put aside and its offset moves on; while the database is away nothing is committed, and records
 * are offered again. Partitions may move to other nodes at any time: what comes twice is recognised. Thread-safe.
 */
public final class KafkaInbox implements AutoCloseable {
    private static final int MOST_RECORDS = 100;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final ConcurrentMessageListenerContainer<byte[], byte[]> container;
    private final RecordReception reception;

    private KafkaInbox(ConcurrentMessageListenerContainer<byte[], byte[]> container, RecordReception reception) {
        this.container = container;
        this.reception = reception;
    }

    /**
     * Begins to receive.
     *
     * @param properties the application's own for Kafka, {@code bootstrap.servers} at least; group, commits and deserializers are set here.
     *     A group without offsets begins with the earliest record, unless they say otherwise
     * @param consumer what is done with messages; its group is Kafka's. Close it after this
     */
    public static KafkaInbox start(Map<String, ?> properties, InboxConsumer consumer, KafkaInboxSettings settings) {
        ContainerProperties container =
                new ContainerProperties(settings.topics().toArray(String[]::new));
        container.setGroupId(consumer.group());
        container.setAckMode(ContainerProperties.AckMode.BATCH);
        container.setSyncCommits(true);
        // Without it, a refused login or topic would end the container for good.
        container.setAuthExceptionRetryInterval(LONGEST_PAUSE);
        RecordReception reception = new RecordReception(consumer, settings);
        container.setMessageListener((MessageListener<byte[], byte[]>) reception::receive);
        ConcurrentMessageListenerContainer<byte[], byte[]> listening = new ConcurrentMessageListenerContainer<>(
                new DefaultKafkaConsumerFactory<>(consumerSettings(properties)), container);
        listening.setConcurrency(settings.threads());
        listening.setCommonErrorHandler(offeringAgain());
        listening.setBeanName("querent-inbox-" + consumer.group());
        listening.start();
        return new KafkaInbox(listening, reception);
    }

    private static Map<String, Object> consumerSettings(Map<String, ?> given) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_RECORDS);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.putAll(given);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        return settings;
    }

    /** Goes back to the record and offers it again, for ever: no record is ever given up here. */
    private static DefaultErrorHandler offeringAgain() {
        ExponentialBackOff pauses = new ExponentialBackOff(FIRST_PAUSE.toMillis(), 2);
        pauses.setMaxInterval(LONGEST_PAUSE.toMillis());
        DefaultErrorHandler handler = new DefaultErrorHandler(pauses);
        handler.setClassifications(Map.of(), true);
        handler.setLogLevel(KafkaException.Level.DEBUG);
        return handler;
    }

    /** Whether records are being received; false after {@link #close}, or when the client library gave up. */
    public boolean isRunning() {
        return container.isRunning() && container.isInExpectedState();
    }

    /** Whether records stay with the broker for now, because the database is away or too many messages wait to be handled again. */
    public boolean isHeldUp() {
        return reception.isHeldUp();
    }

    /** Waits for the record that is being handled, and leaves the group. */
    @Override
    public void close() {
        container.stop();
    }
}
