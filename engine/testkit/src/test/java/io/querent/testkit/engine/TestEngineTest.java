package io.querent.testkit.engine;

import static io.querent.testkit.bank.QueryWord.notFound;
import static io.querent.testkit.bank.SendWord.apply;
import static io.querent.testkit.bank.SendWord.decline;
import static io.querent.testkit.bank.SendWord.hang;
import static io.querent.testkit.bank.SendWord.http;
import static io.querent.testkit.bank.SendWord.late;
import static io.querent.testkit.bank.SendWord.pending;
import static io.querent.testkit.bank.SendWord.reset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.decision.Authority;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaStatus;
import io.querent.decision.history.AttemptHistory;
import io.querent.decision.history.OperationHistory;
import io.querent.runtime.Callback;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.saga.OperationKey;
import io.querent.saga.QueryResult;
import io.querent.saga.SagaDefinition;
import io.querent.testkit.bank.Booking;
import io.querent.testkit.bank.FakeBank;
import io.querent.testkit.engine.Payments.Order;
import io.querent.testkit.junit.On;
import io.querent.testkit.junit.QuerentTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The real engine on either store: time passes when it is told to, and everything happens in its order. */
@QuerentTest(on = On.BOTH)
class TestEngineTest {
    private final TestStore store;
    private final FakeBank bank;
    private final SagaDefinition<Order> payment;
    private final TestEngine engine;

    TestEngineTest(TestStore store, FakeBank bank) {
        this.store = store;
        this.bank = bank;
        this.payment = Payments.of(bank);
        this.engine = store.node("a", payment);
    }

    @Test
    void aPaymentRunsThrough() {
        SagaHandle saga = engine.start(payment, Order.of("A:1"));

        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.effects(key(saga, "transfer"))).isEqualTo(1);
        assertThat(engine.start(payment, Order.of("A:1")).isNew()).isFalse();
    }

    /** C01. */
    @Test
    void aLostAnswerIsAskedForAndNothingIsSentAgain() {
        bank.next("transfer", apply(), reset());
        SagaHandle saga = engine.start(payment, Order.of("A:1"));

        engine.advance(Duration.ofMinutes(1));

        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        OperationKey transfer = key(saga, "transfer");
        assertThat(bank.effects(transfer)).isEqualTo(1);
        assertThat(bank.sends(transfer)).isEqualTo(1);
        assertThat(bank.queries(transfer)).isEqualTo(1);
    }

    /** C04, C05: "not found" proves nothing before the visibility window has passed. */
    @Test
    void whatIsNotFoundIsNotSentAgainBeforeTheWindowHasPassed() {
        bank.next("transfer", reset());
        SagaHandle saga = engine.start(payment, Order.of("A:1"));
        engine.await(saga, "transfer", OperationStatus.UNKNOWN);

        engine.advance(Duration.ofMinutes(9));
        assertThat(bank.sends(key(saga, "transfer"))).isEqualTo(1);
        assertThat(bank.queries(key(saga, "transfer"))).isGreaterThan(1);
        engine.advance(Duration.ofMinutes(6));

        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.sends(key(saga, "transfer"))).isEqualTo(2);
        assertThat(bank.bytes(key(saga, "transfer"))).isEqualTo(1);
        assertThat(bank.effects(key(saga, "transfer"))).isEqualTo(1);
    }

    @Test
    void aRequestThatWasHeldUpArrivesInItsTime() {
        bank.next("transfer", late(Duration.ofMinutes(5)));
        SagaHandle saga = engine.start(payment, Order.of("A:1"));
        engine.await(saga, "transfer", OperationStatus.UNKNOWN);
        assertThat(bank.effects(key(saga, "transfer"))).isZero();

        engine.advance(Duration.ofMinutes(10));

        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.sends(key(saga, "transfer"))).isEqualTo(1);
    }

    /** C64: the limit fires by the test's clock. */
    @Test
    void aCallThatHangsIsUnknownWhenItsLimitHasPassed() {
        bank.next("transfer", hang(), apply());
        SagaHandle saga = engine.start(payment, Order.of("A:1"));
        engine.await(saga, "transfer", OperationStatus.IN_FLIGHT);

        engine.advance(Duration.ofSeconds(29));
        assertThat(engine.state(saga).statusOf("transfer")).isEqualTo(OperationStatus.IN_FLIGHT);
        engine.advance(Duration.ofSeconds(2));

        engine.await(saga, "transfer", OperationStatus.UNKNOWN);
        assertThat(bank.sends(key(saga, "transfer"))).isEqualTo(1);
    }

    @Test
    void aSlowAnswerThatComesInTimeCounts() {
        bank.next("transfer", hang(Duration.ofSeconds(20)));
        SagaHandle saga = engine.start(payment, Order.of("A:1"));

        engine.advance(Duration.ofMinutes(5));

        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.queries(key(saga, "transfer"))).isZero();
    }

    @Test
    void retriesComeAtTheirTimesWhenHoursPassAtOnce() {
        bank.always("transfer", http(429));
        SagaHandle saga = engine.start(payment, Order.of("A:1"));

        engine.advance(Duration.ofHours(7));

        OperationHistory transfer = operation(saga, "transfer");
        assertThat(transfer.attempts()).hasSizeGreaterThan(3);
        List<Instant> times =
                transfer.attempts().stream().map(AttemptHistory::startedAt).toList();
        assertThat(times).isSorted().doesNotHaveDuplicates();
        assertThat(Duration.between(times.get(0), times.get(1))).isLessThan(Duration.ofSeconds(5));
        assertThat(Duration.between(times.get(0), times.get(times.size() - 1))).isGreaterThan(Duration.ofSeconds(10));
    }

    @Test
    void aDeclineMakesTheSagaTurnBack() {
        bank.next("transfer", decline("51"));
        SagaHandle saga = engine.start(payment, Order.of("A:1"));

        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(bank.effects(key(saga, OperationKey.compensationOf("reserve"))))
                .isEqualTo(1);
    }

    @Test
    void whatIsPendingIsDecidedByACallback() {
        bank.next("transfer", pending());
        SagaHandle saga = engine.start(payment, Order.of("A:1"));
        engine.await(saga, "transfer", OperationStatus.PENDING);

        Receipt receipt = engine.engine()
                .tell(new Callback<>(
                        key(saga, "transfer"), "m-1", "bank", QueryResult.found(new Booking("r", "\"x\""))));

        assertThat(receipt.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
    }

    @Test
    void aPersonDecidesWhatIsInReview() {
        bank.next("transfer", reset());
        bank.always("transfer", notFound());
        bank.always("transfer", http(500));
        SagaHandle saga = engine.start(payment, Order.of("A:1"));
        // What is not yet waited for when time passes is not over afterwards.
        engine.await(saga, "transfer", OperationStatus.UNKNOWN);
        engine.advance(Duration.ofDays(2));
        engine.await(saga, SagaStatus.IN_REVIEW);
        assertThat(engine.engine().reviews().countOpen()).isEqualTo(1);

        Receipt receipt = engine.engine()
                .decide(
                        saga.key(),
                        new OperatorDecision.ConfirmNeverRan("transfer", "not in their books"),
                        new Authority(
                                "alice", "customer waits", engine.state(saga).version(), "d-1"));

        assertThat(receipt.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
    }

    @Test
    void aSagaThatDoesNotEndIsToldWithItsHistoryAndWhatItWaitsFor() {
        bank.next("transfer", reset());
        SagaHandle saga = engine.start(payment, Order.of("A:1"));
        engine.await(saga, "transfer", OperationStatus.UNKNOWN);
        engine.store().settle();

        assertThatThrownBy(() -> engine.await(saga.key(), Duration.ofMillis(50)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("QRT-8002")
                .hasMessageContaining("default:payment:A:1  WAITING")
                .hasMessageContaining("transfer: attempt 1 by a, token 1: Unknown")
                .hasMessageContaining("Connection reset")
                .hasMessageContaining("waits for its time")
                .hasMessageContaining("advance the clock by as much");
    }

    @Test
    void aCallInFlightIsToldWithTheTimeItHasLeft() {
        bank.next("transfer", hang());
        SagaHandle saga = engine.start(payment, Order.of("A:1"));
        engine.await(saga, "transfer", OperationStatus.IN_FLIGHT);

        assertThat(engine.story(saga.key())).contains("waits for the answer to attempt 1 of transfer, for PT29.");
    }

    /** C53: nothing is held while a saga waits, and a live node does not lose what it holds. */
    @Test
    void leasesOfALiveNodeOutlastAnyLeapOfTime() {
        TestEngine other = store.node("b", payment);
        bank.next("transfer", hang(Duration.ofSeconds(25)));
        SagaHandle saga = engine.start(payment, Order.of("A:1"));

        engine.advance(Duration.ofSeconds(28));

        assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(operation(saga, "transfer").attempts())
                .extracting(AttemptHistory::node)
                .containsExactly("a");
        assertThat(other.history(saga).status()).isEqualTo(SagaStatus.COMPLETED);
    }

    private static OperationKey key(SagaHandle saga, String operation) {
        return saga.key().operation(operation);
    }

    private OperationHistory operation(SagaHandle saga, String name) {
        return engine.history(saga).operations().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
