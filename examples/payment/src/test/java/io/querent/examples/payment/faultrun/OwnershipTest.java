package io.querent.examples.payment.faultrun;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.examples.payment.faultrun.load.Orders;
import io.querent.examples.payment.faultrun.proxy.Side;
import io.querent.examples.payment.faultrun.site.NodeChild;
import io.querent.examples.payment.order.PaymentOrder;
import io.querent.runtime.journal.SagaRow;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who may run a saga, told by processes of the operating system and its signals. */
class OwnershipTest {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration BEYOND_GRACE = Duration.ofSeconds(8);
    private static final Duration LONG = Duration.ofSeconds(60);

    private static CaseSite cases;

    @BeforeAll
    static void open(@TempDir Path directory) throws Exception {
        cases = CaseSite.open(directory, 3);
    }

    @AfterEach
    void endNodes() {
        cases.site.endNodes();
    }

    @AfterAll
    static void close() {
        cases.close();
    }

    /** C45: the process is stopped for longer than the lease, with its send on the way. */
    @Test
    @Timeout(240)
    void aStoppedOwnerThatWakesUpChangesNothingAndTheBankBooksOnce() throws Exception {
        PaymentOrder order = CaseSite.order("2001");
        NodeChild stale = cases.node(0, options -> options.withLease(LEASE));
        NodeChild next = cases.node(1, options -> options.withLease(LEASE));
        CountDownLatch sending = cases.site.bankProxy(0).cut(Side.HELD);
        cases.pay(stale, order);
        awaitHeld(sending);

        signal("-STOP", stale);
        cases.awaitEnd(order, SagaStatus.COMPLETED);
        long events = cases.row(order).version();
        cases.site.bankProxy(0).release();
        CaseSite.await(
                "the bank to get the stale send",
                () -> assertThat(cases.sends(order)).isEqualTo(2));
        signal("-CONT", stale);

        CaseSite.await(
                "the stale owner to find out",
                () -> assertThat(figure(stale, "STALE_APPENDS") + figure(stale, "LEASES_LOST"))
                        .isPositive());
        assertThat(figure(stale, "SAGAS_CLAIMED")).isZero();
        assertThat(figure(next, "SAGAS_CLAIMED")).isPositive();
        assertThat(cases.bodies(order)).isEqualTo(1);
        assertThat(cases.bookings(order)).isEqualTo(1);
        assertThat(cases.row(order).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(cases.saga(order).events().stream().skip(events))
                .allMatch(SagaEvent.EvidenceRecorded.class::isInstance);
        cases.assertThatBooksAgree();
    }

    /** C47: the call outlasts the lease three times over, and ends within the grace. */
    @Test
    @Timeout(240)
    void aDrainingNodeKeepsItsSagaUntilTheCallEnds() throws Exception {
        PaymentOrder order = CaseSite.order("2002");
        NodeChild draining = cases.node(
                0, options -> options.withLease(LEASE).withBankLimit(LONG).withGrace(LONG));
        NodeChild other = cases.node(1, options -> options.withLease(LEASE));
        CountDownLatch sending = cases.site.bankProxy(0).cut(Side.HELD);
        cases.pay(draining, order);
        awaitHeld(sending);
        SagaRow before = cases.row(order);

        draining.drain();
        CaseSite.await("the lease to be renewed three times over", () -> {
            SagaRow now = cases.row(order);
            assertThat(now.owner()).isEqualTo(before.owner());
            assertThat(now.token()).isEqualTo(before.token());
            assertThat(wakeAt(now)).isAfter(wakeAt(before).plus(LEASE.multipliedBy(3)));
        });
        assertThat(figure(other, "SAGAS_CLAIMED")).isZero();
        cases.site.bankProxy(0).release();

        cases.awaitEnd(order, SagaStatus.COMPLETED);
        assertThat(cases.sends(order)).isEqualTo(1);
        assertThat(cases.bookings(order)).isEqualTo(1);
        assertThat(cases.transferEvents(order)).noneMatch(SagaEvent.OutcomeUnknown.class::isInstance);
        cases.assertThatBooksAgree();
    }

    /** C47, the other half: the grace runs out first. */
    @Test
    @Timeout(240)
    void aCallThatOutlastsTheGraceIsUnknownAndTheNextOwnerAsksFirst() throws Exception {
        PaymentOrder order = CaseSite.order("2003");
        NodeChild draining = cases.node(
                0,
                options -> options.withLease(LEASE).withBankLimit(BEYOND_GRACE).withGrace(LEASE));
        cases.node(1, options -> options.withLease(LEASE));
        CountDownLatch sending = cases.site.bankProxy(0).cut(Side.HELD);
        cases.pay(draining, order);
        awaitHeld(sending);

        draining.drain();

        cases.awaitEnd(order, SagaStatus.COMPLETED);
        List<String> story = cases.transferEvents(order).stream()
                .map(event -> event.getClass().getSimpleName())
                .toList();
        assertThat(story)
                .startsWith("AttemptStarted", "OutcomeUnknown", "QueryInconclusive")
                .endsWith("AbsenceEstablished", "AttemptStarted", "OperationSucceeded");
        assertThat(cases.sends(order)).isEqualTo(1);
        assertThat(cases.bookings(order)).isEqualTo(1);
        cases.assertThatBooksAgree();
    }

    /** C50: a thousand starts in the first second of three nodes whose claimers look for work all the time. */
    @Test
    @Timeout(280)
    void whatANodeHasJustStartedIsNotTakenFromIt() throws Exception {
        List<NodeChild> nodes = new ArrayList<>();
        for (int way = 0; way < 3; way++) {
            nodes.add(cases.begin(way, options -> options.withLease(LONG).withBankLimit(LONG)));
        }
        for (NodeChild node : nodes) {
            cases.site.awaitReady(node);
        }
        List<PaymentOrder> orders = IntStream.range(0, 1_000)
                .mapToObj(number -> new Orders(1).order(number))
                .toList();

        for (int number = 0; number < orders.size(); number++) {
            cases.pay(nodes.get(number % nodes.size()), orders.get(number));
        }

        cases.awaitStored(orders.stream().map(PaymentOrder::orderId).toList());
        CaseSite.await(
                "all payments to end",
                () -> assertThat(orders)
                        .allSatisfy(order ->
                                assertThat(cases.row(order).status().isFinal()).isTrue()));
        assertThat(cases.sends(orders.toArray(PaymentOrder[]::new))).isEqualTo(1);
        assertThat(orders)
                .allSatisfy(order ->
                        assertThat(cases.transferEvents(order)).noneMatch(SagaEvent.OutcomeUnknown.class::isInstance));
        for (NodeChild node : nodes) {
            assertThat(figure(node, "LEASES_LOST") + figure(node, "STALE_APPENDS"))
                    .as("sagas taken from %s while it ran them", node.name())
                    .isZero();
        }
        assertThat(cases.withoutWakeUp()).isZero();
        cases.assertThatBooksAgree();
    }

    private static void awaitHeld(CountDownLatch held) throws InterruptedException {
        assertThat(held.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private static void signal(String name, NodeChild node) throws Exception {
        assertThat(new ProcessBuilder("kill", name, Long.toString(node.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static long figure(NodeChild node, String name) throws Exception {
        return node.figures(LONG).getOrDefault(name, -1L);
    }

    private static Instant wakeAt(SagaRow row) {
        Instant wakeAt = row.wakeAt();
        assertThat(wakeAt).isNotNull();
        return Objects.requireNonNull(wakeAt);
    }
}
