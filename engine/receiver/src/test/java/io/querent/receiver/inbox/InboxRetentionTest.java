package io.querent.receiver.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Days are dropped whole, without holding up who handles messages, and never a day that may still be asked for. */
class InboxRetentionTest extends InboxCase {
    private final Inbox inbox = new Inbox(transactions, SETTINGS.withKeep(Duration.ofDays(30)));
    private final InboxRetention retention = new InboxRetention(transactions, SETTINGS.withKeep(Duration.ofDays(3)));

    private void handleOfDay(int daysAgo) throws Exception {
        Instant then = Instant.now().minus(Duration.ofDays(daysAgo));
        assertThat(inbox.handle(message("d-" + daysAgo, null, then), "ledger", InboxCase::book))
                .isEqualTo(new Receipt.Handled());
    }

    private long days() {
        return database.count("SELECT count(*) FROM pg_class WHERE relname ~ '^inbox_[0-9]{8}$' AND relkind = 'r'");
    }

    @Test
    void daysBeyondTheMemoryAreDroppedAndOthersAreNot() throws Exception {
        handleOfDay(20);
        handleOfDay(5);
        handleOfDay(4);
        handleOfDay(0);

        InboxRetention.Done done = retention.run();

        assertThat(done.daysMade()).isEqualTo(2);
        assertThat(done.daysDropped()).isEqualTo(2);
        assertThat(days()).isEqualTo(4);
        assertThat(inbox.handle(
                        message("d-4", null, Instant.now().minus(Duration.ofDays(4))), "ledger", InboxCase::book))
                .isEqualTo(new Receipt.Duplicate());
    }

    @Test
    void aDayThatWasDroppedIsNeverMadeAgain() throws Exception {
        handleOfDay(20);
        retention.run();

        assertThat(inbox.handle(
                        message("d-20", null, Instant.now().minus(Duration.ofDays(20))), "ledger", InboxCase::book))
                .as("for who believes that it remembers longer")
                .isEqualTo(new Receipt.Unknowable(Receipt.Doubt.TOO_OLD));
        assertThat(booked("d-20")).isEqualTo(1);
    }

    @Test
    void whoRemembersLongestDecides() throws Exception {
        handleOfDay(20);
        assertThat(new InboxRetention(transactions, SETTINGS.withKeep(Duration.ofDays(30)))
                        .run()
                        .daysDropped())
                .isZero();

        assertThat(retention.run().daysDropped()).isZero();
    }

    @Test
    void whoHandlesMessagesIsNotHeldUpByADayThatIsBeingDropped() throws Exception {
        handleOfDay(20);
        try (Connection slow = database.connect();
                Statement reader = slow.createStatement()) {
            slow.setAutoCommit(false);
            reader.execute("SELECT count(*) FROM querent_receiver.inbox");
            CompletableFuture<InboxRetention.Done> dropping = CompletableFuture.supplyAsync(retention::run);
            await().until(() -> database.count("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%DETACH%'"
                            + " AND wait_event_type = 'Lock' AND datname = current_database()")
                    == 1);

            Inbox impatient = new Inbox(transactions, SETTINGS.withWaitForCopy(Duration.ofMillis(500)));
            assertThat(impatient.handle(message("meanwhile"), "ledger", InboxCase::book))
                    .isEqualTo(new Receipt.Handled());
            slow.rollback();
            assertThat(dropping.get().daysDropped()).isEqualTo(1);
        }
    }

    @Test
    void whatWasLeftHalfDoneIsFinished() throws Exception {
        handleOfDay(20);
        database.execute("DO $$ BEGIN EXECUTE 'ALTER TABLE querent_receiver.inbox DETACH PARTITION querent_receiver.'"
                + " || (SELECT relname FROM pg_class WHERE relname ~ '^inbox_[0-9]{8}$' AND relkind = 'r'"
                + " ORDER BY 1 LIMIT 1); END $$");

        assertThat(retention.run().daysDropped()).isEqualTo(1);
        assertThat(database.count("SELECT count(*) FROM pg_class WHERE relname ~ '^inbox_[0-9]{8}$' AND relkind = 'r'"
                        + " AND NOT relispartition"))
                .isZero();
    }

    @Test
    void recordsOfMessagesWithoutADayAreReapedWhenTheirTimeIsOver() throws Exception {
        assertThat(inbox.handle(message("old", null, null), "ledger", InboxCase::book))
                .isEqualTo(new Receipt.Handled());
        assertThat(inbox.handle(message("new", null, null), "ledger", InboxCase::book))
                .isEqualTo(new Receipt.Handled());
        database.execute("UPDATE querent_receiver.inbox_undated SET handled_at = now() - interval '4 days' WHERE ctid ="
                + " (SELECT min(ctid) FROM querent_receiver.inbox_undated)");

        assertThat(retention.run().reaped()).isEqualTo(1);
        assertThat(inbox.handle(message("new", null, null), "ledger", InboxCase::book))
                .isEqualTo(new Receipt.Duplicate());
    }
}
