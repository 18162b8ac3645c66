package io.querent.receiver.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.querent.receiver.ReceiverException;
import io.querent.receiver.jdbc.Isolation;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One business write for each message and consumer group. */
class InboxTest extends InboxCase {
    private final Inbox inbox = new Inbox(transactions, SETTINGS);

    @Test
    void aRepeatIsNotHandledAgain() throws Exception {
        assertThat(inbox.handle(message("m-1"), "ledger", InboxCase::book)).isEqualTo(new Receipt.Handled());
        assertThat(inbox.handle(message("m-1"), "ledger", InboxCase::book)).isEqualTo(new Receipt.Duplicate());

        assertThat(booked("m-1")).isEqualTo(1);
    }

    @Test
    void anotherGroupHandlesTheMessageByItself() throws Exception {
        assertThat(inbox.handle(message("m-1"), "ledger", InboxCase::book)).isEqualTo(new Receipt.Handled());
        assertThat(inbox.handle(message("m-1"), "audit", InboxCase::book)).isEqualTo(new Receipt.Handled());

        assertThat(booked("m-1")).isEqualTo(2);
    }

    @Test
    void whatFailsLeavesNothingAndMayComeAgain() throws Exception {
        assertThatThrownBy(() -> inbox.handle(message("m-1"), "ledger", (message, connection) -> {
                    book(message, connection);
                    throw new IllegalStateException("after the write");
                }))
                .hasMessage("after the write");
        assertThat(booked("m-1")).isZero();
        assertThat(database.count("SELECT count(*) FROM querent_receiver.inbox"))
                .isZero();

        assertThat(inbox.handle(message("m-1"), "ledger", InboxCase::book)).isEqualTo(new Receipt.Handled());
    }

    @Test
    void aCommitThatTheDataForbidsIsTheWorksFailure() {
        database.execute(
                "CREATE TABLE strict (n int UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO strict VALUES (1)");

        assertThatThrownBy(() -> inbox.handle(message("m-1"), "ledger", (message, connection) -> {
                    try (Statement insert = connection.createStatement()) {
                        insert.executeUpdate("INSERT INTO strict VALUES (1)");
                    }
                }))
                .hasMessageContaining("strict_n_key");
        assertThat(database.count("SELECT count(*) FROM querent_receiver.inbox"))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void twoNodesThatAreGivenItAtOnceHandleItOnce(Isolation isolation) throws Exception {
        Inbox other = new Inbox(transactions, SETTINGS.withIsolation(isolation));
        ExecutorService nodes = Executors.newFixedThreadPool(4);
        AtomicInteger handled = new AtomicInteger();
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            InboxMessage message = message("m-" + i / 4);
            all.add(nodes.submit(() -> {
                if (other.handle(message, "ledger", InboxCase::book) instanceof Receipt.Handled) {
                    handled.incrementAndGet();
                }
                return null;
            }));
        }
        for (Future<?> each : all) {
            each.get();
        }
        nodes.shutdown();

        assertThat(handled).hasValue(20);
        assertThat(bookings()).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void aCopyWaitsForTheOneThatIsBeingHandledAndNoLongerThanItsTime() throws Exception {
        CountDownLatch handling = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService node = Executors.newFixedThreadPool(2);
        Future<Receipt> first = node.submit(() -> inbox.handle(message("m-1"), "ledger", (message, connection) -> {
            book(message, connection);
            handling.countDown();
            go.await();
        }));
        handling.await();

        Inbox impatient = new Inbox(transactions, SETTINGS.withWaitForCopy(Duration.ofMillis(50)));
        assertThat(impatient.handle(message("m-1"), "ledger", InboxCase::book)).isEqualTo(new Receipt.Busy());
        Future<Receipt> patient =
                node.submit(() -> new Inbox(transactions, SETTINGS.withWaitForCopy(Duration.ofMinutes(1)))
                        .handle(message("m-1"), "ledger", InboxCase::book));
        await().until(() -> database.lockWaiters() == 1);
        go.countDown();

        assertThat(first.get()).isEqualTo(new Receipt.Handled());
        assertThat(patient.get()).isEqualTo(new Receipt.Duplicate());
        assertThat(booked("m-1")).isEqualTo(1);
        node.shutdown();
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void aConflictOfTheWorkRunsTheWholeTransactionAgain(Isolation isolation) throws Exception {
        AtomicInteger runs = new AtomicInteger();

        Receipt receipt = new Inbox(transactions, SETTINGS.withIsolation(isolation))
                .handle(message("m-1"), "ledger", (message, connection) -> {
                    book(message, connection);
                    if (runs.incrementAndGet() < 3) {
                        try (Statement conflict = connection.createStatement()) {
                            conflict.execute("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$");
                        }
                    }
                });

        assertThat(receipt).isEqualTo(new Receipt.Handled());
        assertThat(runs).hasValue(3);
        assertThat(booked("m-1")).isEqualTo(1);
    }

    @Test
    void theWaitForACopyIsNoLimitForTheWorksOwnLocks() throws Exception {
        List<String> seen = new ArrayList<>();
        new Inbox(transactions, SETTINGS.withWaitForCopy(Duration.ofMillis(10)))
                .handle(message("m-1"), "ledger", (message, connection) -> {
                    try (Statement show = connection.createStatement();
                            var row = show.executeQuery("SHOW lock_timeout")) {
                        row.next();
                        seen.add(row.getString(1));
                    }
                });

        assertThat(seen).containsExactly("0");
    }

    @Test
    void aMessageIsUniqueAcrossMidnight() throws Exception {
        Instant midnight = LocalDate.now(ZoneOffset.UTC).atStartOfDay().toInstant(ZoneOffset.UTC);
        Instant before = midnight.minusMillis(100);

        assertThat(inbox.handle(message("late", null, before), "ledger", InboxCase::book))
                .isEqualTo(new Receipt.Handled());
        assertThat(inbox.handle(message("late", null, before), "ledger", InboxCase::book))
                .as("the copy comes on another day and says the same")
                .isEqualTo(new Receipt.Duplicate());
        assertThat(inbox.handle(message("early", null, midnight.plusMillis(100)), "ledger", InboxCase::book))
                .isEqualTo(new Receipt.Handled());
        assertThat(database.texts("SELECT DISTINCT tableoid::regclass::text FROM querent_receiver.inbox ORDER BY 1"))
                .hasSize(2);
    }

    @Test
    void messagesWithoutATimeAreRecognisedAllTheSame() throws Exception {
        assertThat(inbox.handle(message("m", null, null), "ledger", InboxCase::book))
                .isEqualTo(new Receipt.Handled());
        assertThat(inbox.handle(message("m", null, null), "ledger", InboxCase::book))
                .isEqualTo(new Receipt.Duplicate());
    }

    @Test
    void whatIsOlderThanTheMemoryIsNeverHandledInSilence() throws Exception {
        Instant now = Instant.now();

        assertThat(inbox.handle(message("old", null, now.minus(Duration.ofDays(17))), "ledger", InboxCase::book))
                .isEqualTo(new Receipt.Unknowable(Receipt.Doubt.TOO_OLD));
        assertThat(inbox.handle(message("new", null, now.plus(Duration.ofDays(3))), "ledger", InboxCase::book))
                .isEqualTo(new Receipt.Unknowable(Receipt.Doubt.TOO_EARLY));
        assertThat(inbox.handle(message("kept", null, now.minus(Duration.ofDays(14))), "ledger", InboxCase::book))
                .isEqualTo(new Receipt.Handled());
        assertThat(bookings()).containsExactly("kept");
    }

    @Test
    void theWorkCannotEndTheTransaction() {
        assertThatThrownBy(() -> inbox.handle(message("m-1"), "ledger", (message, connection) -> connection.commit()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatCannotBeStoredIsRefusedAtTheDoor() {
        assertThatThrownBy(() -> message("a\0b"))
                .isInstanceOf(ReceiverException.class)
                .hasMessageContaining("QRT-9051");
        for (String unfit : Arrays.asList(null, "", " ", "a".repeat(201), "\ud83d")) {
            byte[] payload = {1};
            assertThatThrownBy(() -> new InboxMessage(unfit, null, payload, null, List.of(), "test"))
                    .isInstanceOf(ReceiverException.class)
                    .hasMessageContaining("QRT-9051 the message id")
                    .hasMessageContaining(unfit == null ? "found=null" : "found=length=");
            if (unfit != null) {
                assertThatThrownBy(() -> message("m", unfit, null)).hasMessageContaining("QRT-9051 the ordering key");
            }
        }
        assertThatThrownBy(() -> InboxMessage.withoutId(null, new byte[0], null, List.of(), " "))
                .hasMessageContaining("QRT-9051 the source");
        assertThatThrownBy(() -> inbox.handle(message("m"), "a/b", InboxCase::book))
                .hasMessageContaining("QRT-9051");
        assertThatThrownBy(() -> SETTINGS.withKeep(Duration.ofMinutes(1))).hasMessageContaining("QRT-9052");
        for (Duration part : List.of(Duration.ofHours(47), Duration.ofDays(2).plusNanos(1))) {
            assertThatThrownBy(() -> SETTINGS.withKeep(part))
                    .hasMessageContaining("QRT-9052")
                    .hasMessageContaining("key=keep, found=" + part + ", expected=whole days");
        }
    }
}
