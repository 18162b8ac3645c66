package io.querent.receiver.kafka;

import io.querent.receiver.inbox.InboxCase;
import io.querent.receiver.inbox.InboxConsumer;
import io.querent.receiver.inbox.InboxSettings;
import io.querent.receiver.jdbc.JdbcTransactions;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A consumer that handles messages and hangs in the one called last, before its offsets are committed: port and name of the database, port of
 * the broker, topic, name of the message.
 */
final class HangingConsumerMain {
    private HangingConsumerMain() {}

    public static void main(String[] arguments) throws Exception {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setPortNumbers(new int[] {Integer.parseInt(arguments[0])});
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setDatabaseName(arguments[1]);
        source.setUser("postgres");
        CountDownLatch never = new CountDownLatch(1);
        InboxConsumer consumer = InboxConsumer.start(
                new JdbcTransactions(source),
                "ledger",
                (message, connection) -> {
                    InboxCase.book(message, connection);
                    if (message.id().equals(arguments[4])) {
                        System.out.println("hanging");
                        never.await();
                    }
                },
                InboxSettings.DEFAULT);
        Map<String, Object> properties = new HashMap<>(Map.of("bootstrap.servers", "127.0.0.1:" + arguments[2]));
        properties.put("session.timeout.ms", 2_000);
        properties.put("heartbeat.interval.ms", 300);
        KafkaInbox.start(properties, consumer, KafkaInboxSettings.of(arguments[3]));
        never.await();
    }
}
