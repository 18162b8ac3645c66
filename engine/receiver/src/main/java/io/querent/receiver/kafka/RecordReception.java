package io.querent.receiver.kafka;

import io.querent.outbox.UnavailableException;
import io.querent.receiver.inbox.InboxConsumer;
import io.querent.receiver.inbox.InboxMessage;
import io.querent.receiver.inbox.Reception;
import io.querent.receiver.outbox.MessageText;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Offers records to the consumer, each until it takes it. Thread-safe. */
final class RecordReception {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaInbox.class);

    private final InboxConsumer consumer;
    private final KafkaInboxSettings settings;
    private final AtomicBoolean waits = new AtomicBoolean();

    RecordReception(InboxConsumer consumer, KafkaInboxSettings settings) {
        this.consumer = consumer;
        this.settings = settings;
    }

    /** @throws NotNowException when its offset must not be committed, and it has to be offered again */
    void receive(ConsumerRecord<byte[], byte[]> record) {
        Reception reception;
        try {
            reception = offer(record);
        } catch (UnavailableException away) {
            throw notNow(record, String.valueOf(away.getMessage()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw notNow(record, "interrupted");
        }
        if (reception == Reception.NO_ROOM) {
            throw notNow(
                    record, "so many messages wait to be handled again, or are parked, that no further one is taken");
        } else if (!reception.isAcknowledgeable()) {
            throw new NotNowException("a copy is being handled");
        }
        if (waits.compareAndSet(true, false)) {
            LOG.info("messages of group {} are received again", consumer.group());
        }
    }

    /** Whether the last record that was offered could not be taken over, but for one that waits for its copy. */
    boolean isHeldUp() {
        return waits.get();
    }

    private Reception offer(ConsumerRecord<byte[], byte[]> record) throws InterruptedException {
        Optional<InboxMessage> message = KafkaRecords.read(record).or(() -> identified(record));
        return message.isPresent()
                ? consumer.receive(message.get())
                : consumer.park(
                        KafkaRecords.readAsPlaced(record),
                        "QRT-9056 the record has no usable header " + MessageHeaders.MESSAGE_ID
                                + ", so no copy of it could be recognised; expected=1 to " + MessageText.LONGEST
                                + " characters without controls; redrive it if it was not handled under another id");
    }

    /** A function that fails on a record has found no id. */
    private Optional<InboxMessage> identified(ConsumerRecord<byte[], byte[]> record) {
        try {
            return Optional.ofNullable(settings.identify().apply(record))
                    .filter(MessageText::isFit)
                    .map(id -> KafkaRecords.readAs(record, id));
        } catch (RuntimeException found) {
            LOG.debug("no id was found for {}-{}@{}", record.topic(), record.partition(), record.offset(), found);
            return Optional.empty();
        }
    }

    /** WARN once; what follows until messages are taken again is the same matter. */
    private NotNowException notNow(ConsumerRecord<byte[], byte[]> record, String found) {
        if (waits.compareAndSet(false, true)) {
            LOG.warn(
                    "messages of group {} stay with the broker for now; from {}-{}@{}, found={}",
                    consumer.group(),
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    found);
        }
        return new NotNowException(found);
    }
}
