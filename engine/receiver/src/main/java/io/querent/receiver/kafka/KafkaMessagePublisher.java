package io.querent.receiver.kafka;

import io.querent.outbox.MessageHeader;
import io.querent.outbox.MessagePublisher;
import io.querent.outbox.OutgoingMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to Kafka, for the relay of a service's outbox or of the engine's. A message is acknowledged when all replicas in sync have
 * it. Its id is the header {@code message-id}, the time at which it was written the header {@code occurred-at}, its ordering key the
 * record's key. Thread-safe.
 */
public final class KafkaMessagePublisher implements MessagePublisher, AutoCloseable {
    private final LivingProducer producer;
    private final Duration timeLimit;

    private KafkaMessagePublisher(Map<String, Object> settings, Duration timeLimit) {
        this.producer = new LivingProducer(settings);
        this.timeLimit = timeLimit;
    }

    /**
     * Opens a producer.
     *
     * @param properties the application's own for Kafka, {@code bootstrap.servers} at least; acknowledgements, time limits and serializers
     *     are set here
     * @param timeLimit that of the relay
     * @throws io.querent.receiver.ReceiverException QRT-9060 when a property contradicts what the relay relies on
     */
    public static KafkaMessagePublisher open(Map<String, ?> properties, Duration timeLimit) {
        return new KafkaMessagePublisher(ProducerSettings.of(properties, timeLimit), timeLimit);
    }

    @Override
    public void publish(OutgoingMessage message) throws Exception {
        try {
            producer.send(recordOf(message)).get(timeLimit.toMillis(), TimeUnit.MILLISECONDS);
            producer.succeeded();
        } catch (ExecutionException failure) {
            producer.failed();
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        } catch (RuntimeException failure) {
            producer.failed();
            throw failure;
        }
    }

    private static ProducerRecord<byte[], byte[]> recordOf(OutgoingMessage message) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(message.topic(), keyOf(message.orderingKey()), message.payload());
        for (MessageHeader header : message.headers()) {
            record.headers().add(header.name(), header.value());
        }
        record.headers().add(MessageHeaders.MESSAGE_ID, bytes(message.id()));
        record.headers()
                .add(MessageHeaders.OCCURRED_AT, bytes(message.writtenAt().toString()));
        return record;
    }

    private static byte @Nullable [] keyOf(@Nullable String orderingKey) {
        return orderingKey == null ? null : bytes(orderingKey);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** What is under way is waited for, no longer than the time limit. */
    @Override
    public void close() {
        producer.close(timeLimit);
    }
}
