package io.querent.receiver.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.receiver.jdbc.Isolation;
import io.querent.receiver.jdbc.NothingCommittedException;
import io.querent.receiver.jdbc.Transactions;
import io.querent.receiver.outbox.NewMessage;
import io.querent.receiver.outbox.ServiceOutbox;
import io.querent.receiver.spring.SpringTransactions;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** In transactions of Spring's, in which whatever the work calls takes part. */
class SpringInboxTest extends InboxCase {
    private final Transactions springs =
            new SpringTransactions(database.dataSource(), new JdbcTransactionManager(database.dataSource()));
    private final JdbcClient client = JdbcClient.create(database.dataSource());

    private void bookBy(String id) {
        client.sql("INSERT INTO ledger VALUES (?, 1)").param(id).update();
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void whatTheWorkCallsIsInTheTransaction(Isolation isolation) throws Exception {
        AtomicBoolean failing = new AtomicBoolean(true);
        ServiceOutbox outbox = new ServiceOutbox(springs);
        InboxWork work = (message, connection) -> {
            bookBy(message.id());
            outbox.write(connection, NewMessage.json(message.id() + ":booked", "bookings", null, "{}"));
            if (failing.get()) {
                throw new IllegalStateException("after both writes");
            }
        };
        try (InboxConsumer consumer = InboxConsumer.start(springs, "ledger", work, SETTINGS.withIsolation(isolation))) {
            assertThat(consumer.receive(message("m-1"))).isEqualTo(Reception.DEFERRED);
            assertThat(bookings()).isEmpty();
            assertThat(outbox.figures().waiting()).isZero();

            failing.set(false);
            assertThat(consumer.receive(message("m-2"))).isEqualTo(Reception.HANDLED);
            assertThat(consumer.receive(message("m-2"))).isEqualTo(Reception.DUPLICATE);
            assertThat(booked("m-2")).isEqualTo(1);
        }
    }

    @Test
    void workThatGoesOnAfterAPartOfItRolledBackIsPutAside() throws Exception {
        JdbcTransactionManager manager = new JdbcTransactionManager(database.dataSource());
        TransactionTemplate taking = new TransactionTemplate(manager);
        AtomicInteger runs = new AtomicInteger();
        InboxWork work = (message, connection) -> {
            runs.incrementAndGet();
            bookBy(message.id());
            try {
                taking.executeWithoutResult(part -> {
                    throw new IllegalArgumentException("an optional part");
                });
            } catch (IllegalArgumentException goneOn) {
                // What such code should not do.
            }
        };
        Transactions managed = new SpringTransactions(database.dataSource(), manager);
        Inbox inbox = new Inbox(managed, SETTINGS);
        assertThatThrownBy(() -> inbox.handle(message("m-1"), "ledger", work))
                .isInstanceOf(NothingCommittedException.class);
        assertThat(runs).hasValue(1);
        assertThat(bookings()).isEmpty();
        try (InboxConsumer consumer = InboxConsumer.start(managed, "ledger", work, SETTINGS)) {
            assertThat(consumer.receive(message("m-1"))).isEqualTo(Reception.DEFERRED);
        }
    }

    @Test
    void daysAreDroppedThroughTransactionsOfSpringsToo() throws Exception {
        Instant then = Instant.now().minus(Duration.ofDays(20));
        Inbox inbox = new Inbox(springs, SETTINGS.withKeep(Duration.ofDays(30)));
        inbox.handle(message("old", null, then), "ledger", (message, connection) -> bookBy(message.id()));

        assertThat(new InboxRetention(springs, SETTINGS.withKeep(Duration.ofDays(3)))
                        .run()
                        .daysDropped())
                .isEqualTo(1);
        assertThat(database.count("SELECT count(*) FROM querent_receiver.inbox"))
                .isZero();
    }
}
