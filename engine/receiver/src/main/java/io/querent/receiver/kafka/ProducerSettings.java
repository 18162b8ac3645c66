package io.querent.receiver.kafka;

import io.querent.receiver.ReceiverException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A producer's settings, such that an acknowledgement means what the relay takes it for, and comes in time or not at all. */
final class ProducerSettings {
    private ProducerSettings() {}

    /**
     * @param given the application's own; what they say of acknowledgements must agree
     * @param timeLimit the relay's: waiting for metadata takes a third of it at most, and delivery half, so that nothing is under way
     *     any more when the relay gives up
     */
    static Map<String, Object> of(Map<String, ?> given, Duration timeLimit) {
        expect(given, ProducerConfig.ACKS_CONFIG, "all", "-1");
        expect(given, ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        if (given.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG)) {
            throw refused(
                    ProducerConfig.TRANSACTIONAL_ID_CONFIG, given.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG), "none");
        }
        long limit = timeLimit.toMillis();
        Map<String, Object> settings = new HashMap<>(given);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0L);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, limit / 3);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) Math.max(50, limit / 4));
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) Math.max(50, limit / 2));
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        return settings;
    }

    private static void expect(Map<String, ?> given, String name, String... allowed) {
        Object found = given.get(name);
        if (found != null && Arrays.stream(allowed).noneMatch(found.toString()::equals)) {
            throw refused(name, found, String.join(" or ", allowed));
        }
    }

    private static ReceiverException refused(String name, @Nullable Object found, String expected) {
        return new ReceiverException(
                "QRT-9060",
                "a Kafka setting would let messages be lost or come out of order; key=" + name + ", found=" + found
                        + ", expected=" + expected + "; leave it out; nothing was started");
    }
}
