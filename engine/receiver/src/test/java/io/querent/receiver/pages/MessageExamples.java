package io.querent.receiver.pages;

import io.querent.outbox.OutboxRelay;
import io.querent.outbox.RelaySettings;
import io.querent.receiver.inbox.InboxConsumer;
import io.querent.receiver.inbox.InboxMessage;
import io.querent.receiver.inbox.InboxSettings;
import io.querent.receiver.inbox.PerKeyOrder;
import io.querent.receiver.inbox.Reception;
import io.querent.receiver.inbox.UnfitMessageException;
import io.querent.receiver.inbox.WaitingMessages;
import io.querent.receiver.jdbc.JdbcTransactions;
import io.querent.receiver.jdbc.ReceiverSchema;
import io.querent.receiver.jdbc.Transactions;
import io.querent.receiver.kafka.KafkaInbox;
import io.querent.receiver.kafka.KafkaInboxSettings;
import io.querent.receiver.kafka.KafkaMessagePublisher;
import io.querent.receiver.outbox.MessageDecision;
import io.querent.receiver.outbox.NewMessage;
import io.querent.receiver.outbox.ServiceOutbox;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.annotation.Transactional;

/** What the page on inbox and outbox shows, in code that compiles. */
final class MessageExamples {
    private static final Map<String, String> KAFKA = Map.of("bootstrap.servers", "broker:9092");

    private MessageExamples() {}

    interface Orders {
        void pay(Connection connection, String order) throws SQLException;

        void pay(String order);
    }

    interface Ledger {
        void book(String payment) throws UnfitMessageException;
    }

    /** A broker's client, as most are. */
    interface Subscription {
        record Delivery(String id, String key, byte[] body, Instant happenedAt, String place) {}

        Optional<Delivery> next();

        void acknowledge(Delivery delivery);

        void giveBack(Delivery delivery);
    }

    static void plain(DataSource dataSource, Orders orders, String order, String json) throws Exception {
        ReceiverSchema.migrate(dataSource);
        Transactions transactions = new JdbcTransactions(dataSource);
        ServiceOutbox outbox = new ServiceOutbox(transactions);

        transactions.run(connection -> {
            orders.pay(connection, order);
            return outbox.write(connection, NewMessage.json(order + ":paid", "orders", order, json));
        });

        RelaySettings settings = RelaySettings.DEFAULT;
        OutboxRelay relay =
                OutboxRelay.start(outbox, KafkaMessagePublisher.open(KAFKA, settings.timeLimit()), settings);
        relay.close();
    }

    static class Payments {
        private final DataSource dataSource;
        private final Orders orders;
        private final ServiceOutbox outbox;

        Payments(DataSource dataSource, Orders orders, ServiceOutbox outbox) {
            this.dataSource = dataSource;
            this.orders = orders;
            this.outbox = outbox;
        }

        @Transactional
        public void pay(String order, String json) throws SQLException {
            orders.pay(order);
            Connection connection = DataSourceUtils.getConnection(dataSource); // the transaction's
            outbox.write(connection, NewMessage.json(order + ":paid", "orders", order, json));
        }
    }

    static class Beans {
        @Bean(destroyMethod = "close")
        KafkaMessagePublisher publisher() {
            return KafkaMessagePublisher.open(KAFKA, RelaySettings.DEFAULT.timeLimit());
        }

        @Bean(destroyMethod = "close")
        InboxConsumer bookings(Transactions transactions, InboxSettings settings, Ledger ledger) {
            return InboxConsumer.start(
                    transactions,
                    "ledger", // the consumer group
                    (message, connection) -> ledger.book(message.text()), // repositories take part
                    settings);
        }

        @Bean(destroyMethod = "close")
        KafkaInbox orders(InboxConsumer bookings) {
            return KafkaInbox.start(KAFKA, bookings, KafkaInboxSettings.of("orders"));
        }
    }

    static void otherBroker(Subscription subscription, InboxConsumer consumer) throws InterruptedException {
        while (!Thread.currentThread().isInterrupted()) {
            Optional<Subscription.Delivery> next = subscription.next();
            if (next.isPresent()) {
                Subscription.Delivery came = next.get();
                Reception reception = came.id() == null
                        ? consumer.park(
                                InboxMessage.withoutId(
                                        came.key(), came.body(), came.happenedAt(), List.of(), came.place()),
                                "the message says no id")
                        : consumer.receive(new InboxMessage(
                                came.id(), came.key(), came.body(), came.happenedAt(), List.of(), came.place()));
                if (reception.isAcknowledgeable()) {
                    subscription.acknowledge(came);
                } else {
                    subscription.giveBack(came); // comes again in a while
                }
            }
        }
    }

    static void decide(Transactions transactions) {
        WaitingMessages waiting = new WaitingMessages(transactions, "ledger", InboxSettings.DEFAULT);
        for (WaitingMessages.Parked parked : waiting.parked(100)) {
            String id = parked.message().id();
            waiting.redrive(id, new MessageDecision("ann", "account 7 exists now", "CHG-4711", parked.tries()));
        }
    }

    static InboxSettings eachByItself() {
        return InboxSettings.DEFAULT.withOrder(PerKeyOrder.NONE);
    }
}
