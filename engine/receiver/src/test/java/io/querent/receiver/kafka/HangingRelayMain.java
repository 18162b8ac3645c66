package io.querent.receiver.kafka;

import io.querent.outbox.MessagePublisher;
import io.querent.outbox.OutboxRelay;
import io.querent.outbox.RelaySettings;
import io.querent.receiver.jdbc.JdbcTransactions;
import io.querent.receiver.outbox.ServiceOutbox;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.postgresql.ds.PGSimpleDataSource;

/** A relay that publishes a message, says so, and never gets to write that down: port and name of the database, and a limit in ms. */
final class HangingRelayMain {
    private HangingRelayMain() {}

    public static void main(String[] arguments) throws Exception {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setPortNumbers(new int[] {Integer.parseInt(arguments[0])});
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setDatabaseName(arguments[1]);
        source.setUser("postgres");
        Duration limit = Duration.ofMillis(Long.parseLong(arguments[2]));
        KafkaMessagePublisher kafka = KafkaMessagePublisher.open(
                Map.of("bootstrap.servers", "127.0.0.1:" + arguments[3]), Duration.ofSeconds(10));
        CountDownLatch never = new CountDownLatch(1);
        MessagePublisher hanging = message -> {
            kafka.publish(message);
            System.out.println("published " + message.id());
            while (never.getCount() > 0) {
                try {
                    never.await();
                } catch (InterruptedException theLimit) {
                    // Goes on hanging, as a process that was stopped would.
                }
            }
        };
        OutboxRelay.start(
                new ServiceOutbox(new JdbcTransactions(source)), hanging, RelaySettings.DEFAULT.withTimeLimit(limit));
        never.await();
    }
}
