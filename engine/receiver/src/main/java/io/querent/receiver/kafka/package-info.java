/** Apache Kafka as the broker: {@link io.querent.receiver.kafka.KafkaMessagePublisher} sends, {@link io.querent.receiver.kafka.KafkaInbox} receives. */
@NullMarked
package io.querent.receiver.kafka;

import org.jspecify.annotations.NullMarked;
