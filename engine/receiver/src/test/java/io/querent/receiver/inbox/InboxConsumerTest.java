package io.querent.receiver.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.querent.outbox.MessageHeader;
import io.querent.outbox.MessageStore;
import io.querent.outbox.RelaySettings;
import io.querent.receiver.outbox.MessageDecision;
import io.querent.receiver.outbox.MessageDecisions;
import io.querent.saga.RetryBudget;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What cannot be handled waits, is tried again, is parked, and holds up nothing but its own line. */
class InboxConsumerTest extends InboxCase {
    private static final RelaySettings SLOWLY =
            QUICKLY.withBudget(new RetryBudget(100, Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1)));

    private final Set<String> poison = ConcurrentHashMap.newKeySet();
    private final List<InboxConsumer> open = new ArrayList<>();

    @AfterEach
    void stop() {
        open.forEach(InboxConsumer::close);
    }

    private InboxConsumer consumer(InboxSettings settings) {
        InboxConsumer consumer = InboxConsumer.start(
                transactions,
                "ledger",
                (message, connection) -> {
                    book(message, connection);
                    if (poison.contains(message.id())) {
                        throw new IllegalArgumentException("cannot read \0 " + message.text());
                    }
                },
                settings);
        open.add(consumer);
        return consumer;
    }

    private static MessageDecision ann(String request) {
        return new MessageDecision("ann", "the cause is mended", request);
    }

    @Test
    void poisonInTheMiddleParksItselfAndTheRestIsHandled() throws Exception {
        InboxConsumer consumer = consumer(SETTINGS);
        poison.add("m-50");
        for (int i = 0; i < 100; i++) {
            assertThat(consumer.receive(message("m-" + i)).isAcknowledgeable()).isTrue();
        }
        await().until(() -> consumer.waiting().figures().parked() == 1);

        assertThat(bookings()).hasSize(99).doesNotHaveDuplicates().doesNotContain("m-50");
        assertThat(consumer.counters().handled()).isEqualTo(99);
        assertThat(consumer.again().parked()).isEqualTo(1);
        WaitingMessages.Parked parked = consumer.waiting().parked(10).get(0);
        assertThat(parked.tries()).isGreaterThanOrEqualTo(3);
        assertThat(parked.error()).contains("cannot read \uFFFD m-50");

        poison.clear();
        assertThat(consumer.waiting().redrive("m-50", ann("r-1"))).isTrue();
        await().until(() -> booked("m-50") == 1);
        assertThat(consumer.receive(message("m-50"))).isEqualTo(Reception.DUPLICATE);
        assertThat(consumer.waiting().decisions(10))
                .singleElement()
                .satisfies(decided -> assertThat(decided.decision()).isEqualTo("redrive"));
    }

    @Test
    void whatSaysNoIdIsParkedOncePerPlaceAndContent() {
        InboxConsumer consumer = consumer(SETTINGS);
        assertThat(parkWithoutId(consumer, "queue@1", 1)).isEqualTo(Reception.PARKED);
        assertThat(parkWithoutId(consumer, "queue@1", 1)).isEqualTo(Reception.DUPLICATE);
        assertThat(parkWithoutId(consumer, "queue@2", 1)).isEqualTo(Reception.PARKED);
        assertThat(parkWithoutId(consumer, "queue@1", 2)).isEqualTo(Reception.PARKED);

        assertThat(consumer.waiting().parked(10))
                .extracting(parked ->
                        parked.message().source() + " " + parked.message().payload()[0])
                .containsExactlyInAnyOrder("queue@1 1", "queue@2 1", "queue@1 2");
        assertThat(bookings()).isEmpty();
    }

    private static Reception parkWithoutId(InboxConsumer consumer, String place, int payload) {
        byte[] bytes = {(byte) payload};
        return consumer.park(InboxMessage.withoutId(null, bytes, null, List.of(), place), "the message says no id");
    }

    @Test
    void whatTheConsumerCountsCanBeRead() throws Exception {
        InboxConsumer consumer = consumer(SETTINGS);
        consumer.receive(message("m-1"));
        consumer.receive(message("m-1"));
        assertThat(consumer.counters())
                .hasToString("InboxCounters[handled=1, duplicates=1, busy=0, deferred=0, parked=0]");
        assertThat(consumer.again()).hasToString("RelayCounters[sent=0, failed=0, parked=0]");
    }

    @Test
    void aLogOfWhatIsParkedSpeaksOfHandling() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(InboxConsumer.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            InboxConsumer consumer = consumer(SETTINGS);
            poison.add("m-1");
            consumer.receive(message("m-1"));
            await().until(() -> consumer.again().parked() == 1);
            await().until(() -> !log.list.isEmpty());
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list).singleElement().satisfies(line -> {
            assertThat(line.getFormattedMessage())
                    .startsWith("message m-1 of group ledger was not handled within its budget and is parked; tries=")
                    .endsWith("messages of the same ordering key wait where order is kept");
            assertThat(line.getThreadName()).isEqualTo("querent-handler");
        });
    }

    @Test
    void whatIsParkedIsKeptByteForByte() throws Exception {
        InboxConsumer consumer = consumer(SETTINGS.withLimits(4, 100));
        byte[] bytes = {0, (byte) 0xC3, (byte) 0x28, (byte) 0xFF, 0};
        InboxMessage message = new InboxMessage(
                "raw",
                "key",
                bytes,
                Instant.parse("2026-01-02T03:04:05.678901Z"),
                List.of(new MessageHeader("trace", new byte[] {0, -1}), MessageHeader.of("trace", "again")),
                "orders-3@4711");

        assertThat(consumer.receive(message)).isEqualTo(Reception.PARKED);

        WaitingMessages.Parked parked = consumer.waiting().parked(10).get(0);
        assertThat(parked.message()).isEqualTo(message);
        assertThat(parked.error()).startsWith("QRT-9055");
        assertThat(consumer.counters().parked()).isEqualTo(1);
    }

    @Test
    void whatIsTooLargeToBeKeptIsNotHandledInPart() throws Exception {
        InboxConsumer consumer = consumer(SETTINGS);
        InboxMessage huge =
                new InboxMessage("huge", null, new byte[(16 << 20) + 1], Instant.now(), List.of(), "orders-3@4711");

        assertThat(consumer.receive(huge)).isEqualTo(Reception.PARKED);
        assertThat(consumer.waiting().redrive("huge", ann("r-1"))).isTrue();
        await().until(() -> consumer.waiting().figures().parked() == 1);

        assertThat(consumer.waiting().parked(1).get(0).error())
                .contains("QRT-9058")
                .contains("orders-3@4711");
        assertThat(booked("huge")).isZero();
    }

    @Test
    void laterMessagesOfTheSameKeyStandBehindTheOneThatWaits() throws Exception {
        InboxConsumer consumer = consumer(SETTINGS);
        poison.add("a1");
        Instant now = Instant.now();
        consumer.receive(message("a1", "acct-a", now));
        assertThat(consumer.receive(message("a2", "acct-a", now))).isEqualTo(Reception.DEFERRED);
        assertThat(consumer.receive(message("a3", "acct-a", now))).isEqualTo(Reception.DEFERRED);
        assertThat(consumer.receive(message("b1", "acct-b", now))).isEqualTo(Reception.HANDLED);
        assertThat(consumer.receive(message("a2", "acct-a", now)))
                .as("a copy of one that waits")
                .isEqualTo(Reception.DUPLICATE);
        await().until(() -> consumer.waiting().figures().parked() == 1);
        assertThat(bookings()).containsExactly("b1");

        poison.clear();
        consumer.waiting().redrive("a1", ann("r-1"));
        await().until(() -> bookings().size() == 4);
        assertThat(bookings()).containsExactly("b1", "a1", "a2", "a3");
    }

    @Test
    void withoutOrderLaterMessagesOfTheSameKeyGoOn() throws Exception {
        InboxConsumer consumer = consumer(SETTINGS.withOrder(PerKeyOrder.NONE));
        poison.add("a1");
        consumer.receive(message("a1", "acct-a", Instant.now()));

        assertThat(consumer.receive(message("a2", "acct-a", Instant.now()))).isEqualTo(Reception.HANDLED);
    }

    @Test
    void whatIsLeftOutIsNeverHandledAndItsLineGoesOn() throws Exception {
        InboxConsumer consumer = consumer(SETTINGS);
        poison.add("a1");
        InboxMessage message = message("a1", "acct-a", Instant.now());
        consumer.receive(message);
        consumer.receive(message("a2", "acct-a", Instant.now()));
        await().until(() -> consumer.waiting().figures().parked() == 1);
        poison.clear();

        assertThat(consumer.waiting().leaveOut(message, new MessageDecision("ann", "why", "r-0", 99)))
                .as("another number of tries was seen")
                .isFalse();
        assertThat(consumer.waiting().leaveOut(message, ann("r-1"))).isTrue();
        assertThat(consumer.waiting().leaveOut(message, ann("r-1"))).isFalse();

        await().until(() -> booked("a2") == 1);
        assertThat(consumer.receive(message)).isEqualTo(Reception.DUPLICATE);
        assertThat(booked("a1")).isZero();
        assertThat(consumer.waiting().decisions(10))
                .extracting(MessageDecisions.Decided::decision)
                .containsExactly("leave-out");
    }

    /** What claims look at: the clock of the database cannot be set. */
    private void letDaysPass(int days) {
        String claim = database.texts("SELECT pg_get_functiondef('querent_receiver.claim_message'::regproc)")
                .get(0);
        String later =
                claim.replace("(statement_timestamp() AT", "((statement_timestamp() + interval '" + days + " d') AT");
        assertThat(later).isNotEqualTo(claim);
        database.execute(later);
    }

    @Test
    void whatIsOfADayToComeAndLeftOutIsNotHandledWhenItsDayHasCome() throws Exception {
        InboxConsumer consumer = consumer(SETTINGS);
        InboxMessage early = message("early", null, Instant.now().plus(Duration.ofDays(3)));
        InboxMessage farAway = message("far", null, Instant.MAX);
        for (InboxMessage each : List.of(early, farAway)) {
            assertThat(consumer.receive(each)).isEqualTo(Reception.PARKED);
            assertThat(consumer.waiting().leaveOut(each, ann("r-" + each.id()))).isTrue();
            assertThat(consumer.receive(each)).isEqualTo(Reception.DUPLICATE);
        }

        letDaysPass(3);

        assertThat(consumer.receive(early)).isEqualTo(Reception.DUPLICATE);
        assertThat(booked("early")).isZero();
        assertThat(consumer.receive(message("other", null, early.occurredAt()))).isEqualTo(Reception.HANDLED);
    }

    @Test
    void whatIsTooOldIsParkedAndHandledOnceWhenAPersonVouchesForIt() throws Exception {
        InboxConsumer consumer = consumer(SETTINGS);
        InboxMessage old = message("old", null, Instant.now().minus(Duration.ofDays(40)));

        assertThat(consumer.receive(old)).isEqualTo(Reception.PARKED);
        assertThat(consumer.waiting().parked(10).get(0).error()).startsWith("QRT-9053");
        assertThat(consumer.receive(old)).isEqualTo(Reception.DUPLICATE);
        consumer.waiting().redrive("old", ann("r-1"));

        await().until(() -> booked("old") == 1);
        await().until(() -> consumer.waiting().figures().equals(new MessageStore.Figures(0, Duration.ZERO, 0)));
        assertThat(consumer.receive(old)).isEqualTo(Reception.DUPLICATE);
        assertThat(booked("old")).isEqualTo(1);
    }

    @Test
    void noMoreIsPutAsideThanThereIsRoomFor() throws Exception {
        InboxConsumer consumer = consumer(SETTINGS.withAgain(SLOWLY).withLimits(100, 2));
        poison.addAll(List.of("m-1", "m-2", "m-3"));

        assertThat(consumer.receive(message("m-1"))).isEqualTo(Reception.DEFERRED);
        assertThat(consumer.receive(message("m-2"))).isEqualTo(Reception.DEFERRED);
        assertThat(consumer.receive(message("m-3"))).isEqualTo(Reception.NO_ROOM);
        assertThat(consumer.receive(message("m-1"))).isEqualTo(Reception.DUPLICATE);
        assertThat(consumer.receive(message("good"))).isEqualTo(Reception.HANDLED);
    }

    @Test
    void anErrorOfTheWorkIsPutAsideLikeAnyFailure() throws Exception {
        InboxConsumer consumer = InboxConsumer.start(
                transactions,
                "errors",
                (message, connection) -> {
                    throw new StackOverflowError(
                            new String("deep".getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
                },
                SETTINGS.withAgain(SLOWLY));
        open.add(consumer);

        assertThat(consumer.receive(message("m-1"))).isEqualTo(Reception.DEFERRED);
        assertThat(consumer.waiting().figures().waiting()).isEqualTo(1);
        assertThat(consumer(SETTINGS).waiting().figures().waiting())
                .as("another group's")
                .isZero();
    }
}
