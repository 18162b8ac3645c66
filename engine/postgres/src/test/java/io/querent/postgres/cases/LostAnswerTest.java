package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.decision.SagaStatus;
import io.querent.decision.history.Note;
import io.querent.decision.history.OperationHistory;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.postgres.cases.ScriptedBank.Payment;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaResult;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a payment whose answer was lost, on the real engine and database. */
class LostAnswerTest extends EngineCase {
    /** Of a call that is held: were it over before the call is let go, "not found" would rightly lead to another send. */
    private static final Duration LONGER_THAN_ANY_STALL = Duration.ofMinutes(1);

    private final ScriptedBank bank = new ScriptedBank();
    private final ScriptedBank ledger = new ScriptedBank();
    private final SagaDefinition<Order> pay =
            Payments.chargeAndLedger(bank, ledger, Payments.downstream("bank").build());

    private Node node;

    @BeforeEach
    void openNode() {
        node = open("a", pay);
    }

    @Test
    void c01_aLostAnswerIsAskedForAndTheChargeHappensOnce() throws Exception {
        bank.next((bank, call, payment) -> {
            bank.apply(call, payment);
            throw new IOException("Connection reset");
        });
        Order order = Order.of("c01", "100.00");

        SagaHandle first = node.engine.start(pay, order);
        SagaHandle second = node.engine.start(pay, order);
        SagaHandle third = node.engine.start(pay, order);
        SagaResult result = end(first);

        String key = "default:pay:c01:charge";
        assertThat(result.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(result.result(Payments.CHARGE))
                .hasValueSatisfying(
                        booking -> assertThat(booking.amount()).isEqualByComparingTo(new BigDecimal("100.00")));
        assertThat(bank.effects(key)).isEqualTo(1);
        assertThat(bank.sends(key)).isEqualTo(1);
        assertThat(bank.queries(key)).isGreaterThanOrEqualTo(1);
        assertThat(second.id()).isEqualTo(first.id());
        assertThat(third.isNew()).isFalse();
        OperationHistory charge = first.history().operations().get(0);
        assertThat(charge.attempts())
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.outcome()).isEqualTo("Unknown"));
        assertThat(charge.notes())
                .last()
                .satisfies(note -> assertThat(note.what()).isEqualTo("found"));
    }

    @Test
    void c02_oneKeyAndOneBodyOverAttemptsNodesAndRestarts() throws Exception {
        bank.next((b, call, payment) -> Outcome.unknown("HTTP 503"))
                .next((b, call, payment) -> Outcome.unknown("reset"))
                .next((b, call, payment) -> Outcome.unknown("HTTP 500"));
        SagaHandle handle = node.engine.start(pay, Order.of("c02", "10.00"));
        await().until(() -> bank.sends("default:pay:c02:charge") >= 2);
        node.crash();
        Node other = open("b", pay);

        other.engine.wake(handle.key(), "op", "retry now", "request-1");
        SagaResult result = end(other.engine.find(handle.key()).orElseThrow());

        assertThat(result.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.keys()).containsExactly("default:pay:c02:charge");
        assertThat(bank.distinctBodies("default:pay:c02:charge")).isEqualTo(1);
        assertThat(bank.effects("default:pay:c02:charge")).isEqualTo(1);
    }

    @Test
    void c08_pendingIsNotSuccess() throws Exception {
        bank.next((b, call, payment) -> Outcome.pending("p-1"))
                .answer((b, call) -> QueryResult.foundPending("p-1"))
                .answer((b, call) -> QueryResult.foundPending("p-1"))
                .answer((b, call) -> QueryResult.foundRejected("51", "insufficient funds"));

        SagaResult result = end(node.engine.start(pay, Order.of("c08", "10.00")));

        assertThat(result.status()).isEqualTo(SagaStatus.FAILED);
        assertThat(ledger.totalSends()).isZero();
    }

    @Test
    void c17_theRequestIsFrozenAtTheFirstAttempt() throws Exception {
        AtomicInteger rate = new AtomicInteger();
        SagaDefinition<Order> drifting = Saga.define("drift", Order.class)
                .businessKey(Order::number)
                .step(
                        "pay",
                        Booking.class,
                        step -> step.downstream(Payments.downstream("bank").build())
                                .request(
                                        Payment.class,
                                        saga -> new Payment(
                                                "A" + rate.incrementAndGet(),
                                                saga.input().amount()))
                                .call(bank::send)
                                .query((call, payment) -> bank.ask(call))
                                .matchesByKeyAlone("the case's bank is ours")
                                .queryBudget(budget -> budget.backoff(Duration.ofMillis(20), Duration.ofMillis(100)))
                                .retry(budget -> budget.backoff(Duration.ofMillis(20), Duration.ofMillis(100))))
                .build();
        bank.next((b, call, payment) -> Outcome.unknown("HTTP 500"));
        Node drifts = open("drift", drifting);

        SagaResult result = end(drifts.engine.start(drifting, Order.of("c17", "10.00")));

        assertThat(result.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.sends("default:drift:c17:pay")).isEqualTo(2);
        assertThat(bank.distinctBodies("default:drift:c17:pay")).isEqualTo(1);
        assertThat(rate.get()).isEqualTo(1);
    }

    @Test
    void c24_aNulOrALoneSurrogateInTheAnswerIsKeptAsItIs() throws Exception {
        bank.next((b, call, payment) -> Outcome.succeeded(new Booking("odd\u0000\ud800", payment.amount())));

        SagaResult result = end(node.engine.start(pay, Order.of("c24", "10.00")));

        assertThat(result.status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(result.result(Payments.CHARGE))
                .hasValueSatisfying(booking -> assertThat(booking.reference()).isEqualTo("odd\u0000\ud800"));
    }

    @Test
    void c64_aTimeLimitThatFiresIsUnknownAndTheLateAnswerIsEvidence() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        SagaDefinition<Order> impatient = Payments.chargeAndLedger(
                bank,
                ledger,
                Payments.downstream("slow")
                        .timeLimit(Duration.ofMillis(150))
                        .visibleWithin(LONGER_THAN_ANY_STALL)
                        .build());
        bank.next((b, call, payment) -> {
                    answered.await();
                    return b.apply(call, payment);
                })
                .answer((b, call) -> {
                    asked.countDown();
                    return QueryResult.unavailable("try later");
                });
        // It has another definition of that name, and would claim the saga and not be able to run it.
        node.close();
        Node waits = open("impatient", impatient);

        SagaHandle handle = waits.engine.start(impatient, Order.of("c64", "10.00"));
        asked.await();
        assertThat(bank.sends("default:pay:c64:charge")).isEqualTo(1);
        answered.countDown();

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.sends("default:pay:c64:charge")).isEqualTo(1);
        assertThat(bank.effects("default:pay:c64:charge")).isEqualTo(1);
        await().untilAsserted(
                        () -> assertThat(handle.history().operations().get(0).notes())
                                .anySatisfy(note -> assertThat(note.what()).isIn("evidence", "found")));
    }

    @Test
    void c64_aRetryOfTheUsersOwnAroundTheCallIsOneAttemptWhoseLimitLeadsToAQuestion() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(2);
        AtomicInteger tries = new AtomicInteger();
        SagaDefinition<Order> wrapped = Payments.chargeAndLedger(
                bank,
                ledger,
                Payments.downstream("wrapped")
                        .timeLimit(Duration.ofMillis(300))
                        .visibleWithin(LONGER_THAN_ANY_STALL)
                        .build());
        bank.next((b, call, payment) -> triedThreeTimes(() -> {
                    tries.incrementAndGet();
                    awaitUninterruptibly(answered);
                    return b.apply(call, payment);
                }))
                .answer((b, call) -> unavailable(asked))
                .answer((b, call) -> unavailable(asked));
        node.close();
        Node waits = open("wrapped", wrapped);

        SagaHandle handle = waits.engine.start(wrapped, Order.of("c64r", "10.00"));
        asked.await();
        assertThat(bank.sends("default:pay:c64r:charge")).isEqualTo(1);
        answered.countDown();

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(tries.get()).isEqualTo(1);
        assertThat(bank.sends("default:pay:c64r:charge")).isEqualTo(1);
        assertThat(bank.effects("default:pay:c64r:charge")).isEqualTo(1);
    }

    @Test
    void c64_aFullBulkheadAndAnOpenCircuitUseNoAttemptAndLeadToNoQuestion() throws Exception {
        SagaDefinition<Order> once = Payments.holdAndCharge(
                ledger, bank, budget -> budget.attempts(1).backoff(Duration.ofMillis(5), Duration.ofMillis(20)));
        for (int i = 0; i < 22; i++) {
            String code = i % 2 == 0 ? "bulkhead-full" : "circuit-open";
            bank.next((b, call, payment) -> Outcome.notExecuted(code, "not sent"));
        }
        Node refuses = open("once", once);

        SagaHandle handle = refuses.engine.start(once, Order.of("c64b", "10.00"));

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.effects("default:hold-pay:c64b:charge")).isEqualTo(1);
        assertThat(bank.queries("default:hold-pay:c64b:charge")).isZero();
        assertThat(refuses.engine.downstreams().get("bank").refusals())
                .as("the engine's own circuit opened too")
                .isPositive();
        assertThat(refuses.engine.downstreams().get("bank").questions()).isZero();
    }

    /** The bank is away until the engine's own circuit is open: far more is refused, by both, than there are questions. */
    @Test
    void questionsThatAreRefusedBeforeTheyAreAskedUseNoQuestion() throws Exception {
        int questions = 3;
        SagaDefinition<Order> shy = asksAtMost(questions);
        bank.next((b, call, payment) -> {
            b.apply(call, payment);
            throw new IOException("Connection reset");
        });
        for (int i = 0; i < 21; i++) {
            bank.answer((b, call) -> {
                throw new ConnectException("Connection refused");
            });
        }
        Node asks = open("shy", shy);

        SagaHandle handle = asks.engine.start(shy, Order.of("refused", "10.00"));

        assertThat(end(handle).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.effects("default:shy:refused:pay")).isEqualTo(1);
        assertThat(bank.sends("default:shy:refused:pay")).isEqualTo(1);
        assertThat(refusals(handle, "connect-refused")).as("by the bank").hasSizeGreaterThan(questions);
        assertThat(refusals(handle, "circuit-open"))
                .as("by the engine's own circuit")
                .hasSizeGreaterThan(questions);
        assertThat(handle.history().operations().get(0).notes())
                .noneSatisfy(note -> assertThat(note.what()).isEqualTo("review"));
    }

    private SagaDefinition<Order> asksAtMost(int questions) {
        return Saga.define("shy", Order.class)
                .businessKey(Order::number)
                .step(
                        "pay",
                        Booking.class,
                        step -> step.downstream(Payments.downstream("bank").build())
                                .request(
                                        Payment.class,
                                        saga -> new Payment("A", saga.input().amount()))
                                .call(bank::send)
                                .query((call, payment) -> bank.ask(call))
                                .matchesByKeyAlone("the case's bank is ours")
                                .queryBudget(budget ->
                                        budget.attempts(questions).backoff(Duration.ofMillis(5), Duration.ofMillis(50)))
                                .needsNoUndo("the case looks at the questions alone"))
                .build();
    }

    private static List<Note> refusals(SagaHandle handle, String code) {
        return handle.history().operations().get(0).notes().stream()
                .filter(note -> note.what().equals("not asked") && note.detail().startsWith(code + ": "))
                .toList();
    }

    @Test
    void aQuestionHasADeadlineOfItsOwn() throws Exception {
        AtomicReference<Instant> deadline = new AtomicReference<>();
        AtomicReference<Instant> attemptsDeadline = new AtomicReference<>();
        CountDownLatch asked = new CountDownLatch(3);
        bank.next((b, call, payment) -> {
            attemptsDeadline.set(call.deadline());
            b.apply(call, payment);
            throw new IOException("Connection reset");
        });
        for (int i = 0; i < 3; i++) {
            bank.answer((b, call) -> {
                deadline.set(call.deadline());
                return asked.getCount() > 1 ? unavailable(asked) : b.truth(call);
            });
        }

        assertThat(end(node.engine.start(pay, Order.of("deadline", "10.00"))).status())
                .isEqualTo(SagaStatus.COMPLETED);

        assertThat(deadline.get())
                .isAfter(attemptsDeadline.get())
                .isBefore(node.journal.serverTime().plusSeconds(1));
    }

    private static QueryResult<Booking> unavailable(CountDownLatch asked) {
        asked.countDown();
        return QueryResult.unavailable("try later");
    }

    /** What a resilience library around the adapter does, whatever comes. */
    private static <T> T triedThreeTimes(Callable<T> call) throws Exception {
        for (int tries = 1; ; tries++) {
            try {
                return call.call();
            } catch (Exception failure) {
                if (tries == 3) {
                    throw failure;
                }
            }
        }
    }

    /** A call that does not notice that its thread is interrupted. */
    private static void awaitUninterruptibly(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException goesOnAllTheSame) {
                Thread.onSpinWait();
            }
        }
    }
}
