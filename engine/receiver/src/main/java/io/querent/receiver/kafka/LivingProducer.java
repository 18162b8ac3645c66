package io.querent.receiver.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A producer that is replaced when it has failed too often in a row: after some errors, such as a refused authorization, a producer never
 * sends again although their cause is gone. Thread-safe.
 */
final class LivingProducer {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaMessagePublisher.class);
    private static final int FAILURES_UNTIL_REPLACED = 20;

    private final Map<String, Object> settings;
    private KafkaProducer<byte[], byte[]> producer;
    private int failures;
    private boolean closed;

    LivingProducer(Map<String, Object> settings) {
        this.settings = settings;
        this.producer = new KafkaProducer<>(settings);
    }

    Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
        return current().send(record);
    }

    private synchronized KafkaProducer<byte[], byte[]> current() {
        return producer;
    }

    synchronized void succeeded() {
        failures = 0;
    }

    /** What the old one still holds fails, and is sent again by the relay. */
    synchronized void failed() {
        if (++failures < FAILURES_UNTIL_REPLACED || closed) {
            return;
        }
        failures = 0;
        LOG.debug("the Kafka producer has failed {} times in a row and is replaced", FAILURES_UNTIL_REPLACED);
        KafkaProducer<byte[], byte[]> old = producer;
        producer = new KafkaProducer<>(settings);
        old.close(Duration.ZERO);
    }

    synchronized void close(Duration limit) {
        closed = true;
        producer.close(limit);
    }
}
