package io.querent.receiver.kafka;

import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What is received, and how. Immutable; checks itself.
 *
 * @param topics at least one
 * @param threads that receive, each with partitions of its own, 1 to 100
 * @param identify finds the id of a record that has no header {@code message-id}, for senders that are not ours: the same for every copy
 *     of the message; null where it finds none, and the record is parked then
 */
public record KafkaInboxSettings(
        List<String> topics, int threads, Function<ConsumerRecord<byte[], byte[]>, @Nullable String> identify) {

    /** @throws IllegalArgumentException when there is no topic, or the threads are out of bounds */
    public KafkaInboxSettings {
        topics = List.copyOf(topics);
        if (topics.isEmpty() || threads < 1 || threads > 100) {
            throw new IllegalArgumentException(
                    "at least one topic and 1 to 100 threads, not " + topics + " and " + threads);
        }
    }

    /** One thread for these topics, whose messages all say their id. */
    public static KafkaInboxSettings of(String... topics) {
        return new KafkaInboxSettings(List.of(topics), 1, record -> null);
    }

    /** These, with another number of threads. */
    public KafkaInboxSettings withThreads(int other) {
        return new KafkaInboxSettings(topics, other, identify);
    }

    /** These, with another way to find ids where the header is missing. */
    public KafkaInboxSettings identifying(Function<ConsumerRecord<byte[], byte[]>, @Nullable String> other) {
        return new KafkaInboxSettings(topics, threads, other);
    }
}
