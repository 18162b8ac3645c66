package io.querent.postgres.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.postgres.cases.Payments.Order;
import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.runtime.work.OutsideCommands;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.SagaDefinition;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people decide takes effect once, is refused where it must not, and is in the audit either way (R13). */
class DecisionTest extends WordCase {
    private final CountDownLatch inCall = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    /** Nothing hangs on beyond its test. */
    @AfterEach
    void letGo() {
        go.countDown();
    }

    /** C34. */
    @Test
    void whatManyDecideAtOnceOnManyNodesIsDoneOnceAndAllAreAudited() throws Exception {
        List<Node> nodes = List.of(open("a", buy), open("b", buy), open("c", buy));
        SagaHandle saga = nodes.get(0).engine.start(buy, Order.of("c34", "10.00"));
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        long seen = state(nodes.get(0), saga).version();
        List<String> who = List.of("alice", "bob", "script", "script", "script");

        List<Receipt> receipts = atOnce(
                5,
                i -> decide(nodes.get(i % 3), saga, new OperatorDecision.Compensate(), who.get(i), seen, "post-" + i));

        assertThat(receipts)
                .extracting(Receipt::state)
                .containsOnlyOnce(Receipt.State.APPLIED)
                .containsOnly(Receipt.State.APPLIED, Receipt.State.REFUSED);
        awaitStatus(saga, SagaStatus.COMPENSATED);
        nodes.forEach(Node::close);
        Node restarted = open("d", buy);
        SagaHandle found = restarted.engine.find(saga.key()).orElseThrow();
        assertThat(decide(restarted, found, new OperatorDecision.Compensate(), "script", seen, "post-late")
                        .state())
                .isEqualTo(Receipt.State.REFUSED);

        assertThat(refunds.sends(undo(saga, "charge"))).isEqualTo(1);
        assertThat(refunds.effects(undo(saga, "charge"))).isEqualTo(1);
        assertThat(holds.effects(undo(saga, "hold"))).isEqualTo(1);
        assertThat(database().count("SELECT count(*) FROM querent.operation WHERE compensates IS NOT NULL"))
                .isEqualTo(2);
        assertThat(events(restarted, found, SagaEvent.DecisionTaken.class)).hasSize(1);
        assertThat(audited("operator IN ('alice', 'bob', 'script') AND content ->> 'reason' = 'customer waits'"))
                .isEqualTo(6);
        assertThat(audited("answer = 1")).isEqualTo(1);
        assertThat(audited("answer = 3 AND detail <> ''")).isEqualTo(5);
    }

    /** C41, the step waits to be tried again. */
    @Test
    void aCancelDoesNotWaitForTheNextTryAndSurvivesARestart() throws Exception {
        bank.next((b, call, payment) -> Outcome.notExecuted("429", "later", Duration.ofMinutes(10)));
        Node node = open("a", buy);
        SagaHandle saga = node.engine.start(buy, Order.of("c41", "10.00"));
        awaitStatus(saga, SagaStatus.WAITING);

        long seen = state(node, saga).version();
        decide(node, saga, new OperatorDecision.Compensate(), "alice", seen, "cancel");
        node.close();

        Node next = open("b", buy);
        SagaHandle found = next.engine.find(saga.key()).orElseThrow();
        assertThat(end(found).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertCancelledOnce(next, found, seen);
        assertThat(bank.effects(charge(saga).value())).isZero();
        assertThat(refunds.totalSends()).isZero();
    }

    /** C41, nobody knows what became of the step. */
    @Test
    void aCancelOfAnUnknownStepAsksFirstAndUndoesWhatHappened() throws Exception {
        CountDownLatch restarted = new CountDownLatch(1);
        bank.next((b, call, payment) -> {
            b.apply(call, payment);
            return Outcome.unknown("reset");
        });
        answers((b, call) -> restarted.getCount() == 0 ? b.truth(call) : QueryResult.unavailable("not now"));
        Node node = open("a", slow);
        SagaHandle saga = node.engine.start(slow, Order.of("c41-unknown", "10.00"));
        awaitCharge(node, saga, OperationStatus.UNKNOWN);

        long seen = state(node, saga).version();
        decide(node, saga, new OperatorDecision.Compensate(), "alice", seen, "cancel");
        node.close();
        assertThat(refunds.totalSends() + holds.sends(undo(saga, "hold"))).isZero();

        Node next = open("b", slow);
        restarted.countDown();
        SagaHandle found = next.engine.find(saga.key()).orElseThrow();
        assertThat(end(found).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertCancelledOnce(next, found, seen);
        assertThat(bank.effects(charge(saga).value())).isEqualTo(1);
        assertThat(refunds.effects(undo(saga, "charge"))).isEqualTo(1);
    }

    private void assertCancelledOnce(Node node, SagaHandle saga, long seen) {
        Receipt again = decide(node, saga, new OperatorDecision.Compensate(), "alice", seen, "cancel");
        assertThat(again.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(again.repeated()).isTrue();
        assertThat(decide(node, saga, new OperatorDecision.Compensate(), "another")
                        .state())
                .isEqualTo(Receipt.State.REFUSED);
        assertThat(bank.sends(charge(saga).value())).isEqualTo(1);
        assertThat(holds.effects(undo(saga, "hold"))).isEqualTo(1);
        assertThat(holds.sends(undo(saga, "hold"))).isEqualTo(1);
        assertThat(events(node, saga, SagaEvent.CompensationStarted.class))
                .singleElement()
                .satisfies(event -> assertThat(event.reason()).contains("alice"));
    }

    /** C43. */
    @Test
    void aCancelDuringTheCallWaitsForItsOutcomeAndARetryIsRefused() throws Exception {
        bank.next((b, call, payment) -> {
            inCall.countDown();
            go.await();
            return b.apply(call, payment);
        });
        Node node = open("a", slow);
        SagaHandle saga = node.engine.start(slow, Order.of("c43", "10.00"));
        inCall.await();
        long seen = state(node, saga).version();

        Receipt cancel = decide(node, saga, new OperatorDecision.Compensate(), "alice", seen, "cancel");
        Receipt retry = decide(node, saga, new OperatorDecision.Resend("charge"), "bob", seen, "retry");
        assertThat(cancel.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(retry.state()).isEqualTo(Receipt.State.REFUSED);
        assertThat(retry.detail()).contains("in flight");
        assertThat(state(node, saga).statusOf("charge")).isEqualTo(OperationStatus.IN_FLIGHT);
        assertThat(refunds.totalSends() + holds.sends(undo(saga, "hold")))
                .as("nothing crosses the call on the wire")
                .isZero();
        go.countDown();

        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(bank.sends(charge(saga).value())).isEqualTo(1);
        assertThat(bank.effects(charge(saga).value())).isEqualTo(1);
        assertThat(refunds.effects(undo(saga, "charge"))).isEqualTo(1);
        assertThat(audited("request_id = 'cancel' AND answer = 1")).isEqualTo(1);
        assertThat(audited("request_id = 'retry' AND answer = 3 AND operator = 'bob'"))
                .isEqualTo(1);
    }

    /** C29. */
    @Test
    void aResendAfterTheKeyIsForgottenIsRefusedWithItsReason() throws Exception {
        SagaDefinition<Order> forgetful = Payments.reversible(
                banks,
                Payments.downstream("bank")
                        .honoursOperationKey(Duration.ofSeconds(3), Duration.ofMillis(100))
                        .build());
        bank.next((b, call, payment) -> {
            b.apply(call, payment);
            return Outcome.unknown("reset");
        });
        bank.answer((b, call) -> QueryResult.found(new Booking("somebody else's", new BigDecimal("11.00"))));
        Node node = open("a", forgetful);
        Instant before = Instant.now();
        SagaHandle saga = node.engine.start(forgetful, Order.of("c29", "10.00"));
        awaitStatus(saga, SagaStatus.IN_REVIEW);
        await().until(() -> Instant.now().isAfter(before.plusSeconds(3)));

        Receipt resend = decide(node, saga, new OperatorDecision.Resend("charge"), "resend");

        assertThat(resend.state()).isEqualTo(Receipt.State.REFUSED);
        assertThat(resend.detail()).contains("no longer protected").contains("first send");
        assertThat(saga.status()).isEqualTo(SagaStatus.IN_REVIEW);
        assertThat(audited("request_id = 'resend' AND answer = 3 AND detail LIKE '%no longer protected%'"))
                .isEqualTo(1);
        assertThat(decide(node, saga, new OperatorDecision.AskAgain("charge"), "ask")
                        .state())
                .isEqualTo(Receipt.State.APPLIED);
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.sends(charge(saga).value())).isEqualTo(1);
        assertThat(bank.effects(charge(saga).value())).isEqualTo(1);
    }

    /** C36, variant B: somebody has refunded more in the provider's own dashboard. */
    @Test
    void whatWasRefundedElsewhereGoesToReviewAndAPersonEndsIt() throws Exception {
        refunds.next((b, call, payment) -> Outcome.unknown("reset"))
                .next((b, call, payment) -> Outcome.rejected(
                        "charge_already_refunded", "externally refunded 100.00, we wanted " + payment.amount()));
        Node node = open("a", buy);
        SagaHandle saga = node.engine.start(buy, Order.of("c36", "40.00"));
        end(saga);

        decide(node, saga, new OperatorDecision.Compensate(), "cancel");

        awaitStatus(saga, SagaStatus.IN_REVIEW);
        SagaState.Review review = state(node, saga).reviews().get("charge.undo");
        assertThat(review.reason()).isEqualTo(ReviewReason.COMPENSATION_REJECTED);
        assertThat(review.detail()).contains("externally refunded 100.00, we wanted 40.00");
        assertThat(refunds.sends(undo(saga, "charge"))).isEqualTo(2);
        assertThat(refunds.distinctBodies(undo(saga, "charge"))).isEqualTo(1);
        assertThat(holds.sends(undo(saga, "hold")))
                .as("it depends on the refund")
                .isZero();

        Receipt settled = decide(
                node,
                saga,
                new OperatorDecision.ConfirmSucceeded("charge.undo", "{}", "their dashboard, case 77"),
                "confirm");
        assertThat(settled.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(refunds.sends(undo(saga, "charge"))).isEqualTo(2);
        assertThat(holds.effects(undo(saga, "hold"))).isEqualTo(1);
    }

    /** C02. */
    @Test
    void aPersonsRetryCarriesTheSameKeyAndBytesAsAllAttemptsBefore() throws Exception {
        bank.next((b, call, payment) -> Outcome.unknown("503"))
                .next((b, call, payment) -> {
                    inCall.countDown();
                    go.await();
                    return Outcome.unknown("reset");
                })
                .next((b, call, payment) -> Outcome.unknown("500"));
        SagaDefinition<Order> thrice = Payments.reversible(
                banks,
                Payments.downstream("bank").build(),
                budget -> budget.attempts(3).backoff(Duration.ofMillis(20), Duration.ofMillis(200)));
        Node node = open("a", thrice);
        SagaHandle saga = node.engine.start(thrice, Order.of("c02", "10.00"));
        inCall.await();
        node.crash();
        Node next = open("b", thrice);
        SagaHandle found = next.engine.find(saga.key()).orElseThrow();
        awaitStatus(found, SagaStatus.IN_REVIEW);
        assertThat(state(next, found).reviews().get("charge").reason()).isEqualTo(ReviewReason.RETRY_BUDGET_SPENT);

        Receipt retry = decide(next, found, new OperatorDecision.Resend("charge"), "retry");

        assertThat(retry.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(end(found).status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(bank.keys()).containsExactly(charge(saga).value());
        assertThat(bank.distinctBodies(charge(saga).value())).isEqualTo(1);
        assertThat(bank.sends(charge(saga).value())).isEqualTo(4);
        assertThat(bank.effects(charge(saga).value())).isEqualTo(1);
        assertThat(found.history().operations().get(1).attempts()).hasSize(4);
    }

    @Test
    void aDecisionOnASagaOfAnotherNodeIsAppliedThereAndItsSenderIsTold() throws Exception {
        bank.next((b, call, payment) -> {
            inCall.countDown();
            go.await();
            return b.apply(call, payment);
        });
        Node owner = open("a", slow);
        SagaHandle saga = owner.engine.start(slow, Order.of("elsewhere", "10.00"));
        inCall.await();
        Node other = open("b", slow);

        Receipt cancel = decide(other, saga, new OperatorDecision.Compensate(), "cancel");

        assertThat(cancel.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(owner.engine.counters().of(Count.LETTERS_TAKEN_IN)).isEqualTo(1);
        assertThat(other.engine.counters().of(Count.LETTERS_TAKEN_IN)).isZero();
        go.countDown();
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(owner.engine.counters().of(Count.LEASES_LOST)).isZero();
    }

    @Test
    void aDecisionOnWhatHasMovedIsRefusedAndSaysWhatWasSeen() {
        Node node = open("a", buy);
        SagaHandle saga = startMismatched(node, "moved");
        long seen = state(node, saga).operation("charge").revision();
        decide(node, saga, new OperatorDecision.AskAgain("charge"), "alice", seen, "ask");

        Receipt late =
                decide(node, saga, new OperatorDecision.ConfirmFailed("charge", "51", "by phone"), "bob", seen, "late");

        assertThat(late.state()).isEqualTo(Receipt.State.REFUSED);
        assertThat(late.detail()).contains("has moved", "seen revision=" + seen);
        assertThat(audited("request_id = 'late' AND answer = 3 AND operator = 'bob'"))
                .isEqualTo(1);
        assertThat(events(node, saga, SagaEvent.DecisionTaken.class)).hasSize(1);
        assertThat(node.engine.counters().of(Count.LETTERS_REFUSED)).isEqualTo(1);
    }

    @Test
    void ofTwoWhoDecideOnTheSameRevisionOneIsAppliedAndTheOtherHasMoved() throws Exception {
        List<Node> nodes = List.of(open("a", buy), open("b", buy));
        for (int round = 0; round < 5; round++) {
            SagaHandle saga = startMismatched(nodes.get(0), "two-" + round);
            long seen = state(nodes.get(0), saga).version();
            String id = "round-" + round + "-";
            List<OperatorDecision> decisions = List.of(
                    new OperatorDecision.ConfirmSucceeded(
                            "charge", "{\"reference\":\"r\",\"amount\":10.00}", "their statement"),
                    new OperatorDecision.ConfirmFailed("charge", "51", "by phone"));

            List<Receipt> receipts =
                    atOnce(2, i -> decide(nodes.get(i), saga, decisions.get(i), "operator-" + i, seen, id + i));

            boolean succeeded = receipts.get(0).state() == Receipt.State.APPLIED;
            Receipt loser = receipts.get(succeeded ? 1 : 0);
            assertThat(receipts).extracting(Receipt::state).containsOnlyOnce(Receipt.State.APPLIED);
            assertThat(loser.state()).isEqualTo(Receipt.State.REFUSED);
            assertThat(loser.detail()).contains("has moved");
            assertThat(end(saga).status()).isEqualTo(succeeded ? SagaStatus.COMPLETED : SagaStatus.COMPENSATED);
            assertThat(audited("request_id LIKE '" + id + "%'")).isEqualTo(2);
        }
    }

    /** The server ends the connection (57P01) after the decision was stored in the saga and before the letter is settled. */
    @Test
    void aDecisionWhoseSettlementWasCutOffIsAppliedAndAuditedOnce() throws Exception {
        Node node = open("a", buy);
        SagaHandle saga = startMismatched(node, "blink");
        blinkOnce("BEFORE INSERT ON querent.audit");
        long seen = state(node, saga).version();
        OperatorDecision failed = new OperatorDecision.ConfirmFailed("charge", "51", "by phone");

        decide(node, saga, failed, "alice", seen, "d-1");

        await().until(() -> decide(node, saga, failed, "alice", seen, "d-1").state() == Receipt.State.APPLIED);
        assertThat(database().count("SELECT last_value FROM public.blinks")).isEqualTo(2);
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(events(node, saga, SagaEvent.DecisionTaken.class)).hasSize(1);
        assertThat(audited("request_id = 'd-1' AND answer = 1")).isEqualTo(1);
        assertThat(holds.effects(undo(saga, "hold"))).isEqualTo(1);
    }

    /** The server ends the connection (57P01) while the decision is stored in the saga. */
    @Test
    void aDecisionWhoseAppendWasCutOffIsAppliedOnce() throws Exception {
        Node node = open("a", buy);
        SagaHandle saga = startMismatched(node, "blink-append");
        blinkOnce("BEFORE UPDATE ON querent.saga");
        OperatorDecision failed = new OperatorDecision.ConfirmFailed("charge", "51", "by phone");

        Receipt receipt = decide(node, saga, failed, "d-1");

        assertThat(receipt.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(end(saga).status()).isEqualTo(SagaStatus.COMPENSATED);
        assertThat(events(node, saga, SagaEvent.DecisionTaken.class)).hasSize(1);
        assertThat(audited("request_id = 'd-1' AND answer = 1")).isEqualTo(1);
    }

    @Test
    void anAbandonedSagaEndsAsThatAndWaitsForNobodyAnyMore() throws Exception {
        Node node = open("a", buy);
        SagaHandle saga = startMismatched(node, "abandoned");

        Receipt abandoned = decide(node, saga, new OperatorDecision.Abandon(), "abandon");

        assertThat(abandoned.state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(end(saga).status()).isEqualTo(SagaStatus.ABANDONED);
        assertThat(node.journal.countWithoutWakeUp()).isZero();
        assertThat(node.engine.reviews().countOpen()).isZero();
        assertThat(decide(node, saga, new OperatorDecision.Compensate(), "too-late")
                        .state())
                .isEqualTo(Receipt.State.REFUSED);
        assertThat(tell(node, charge(saga), "m-1", "10.00").state()).isEqualTo(Receipt.State.APPLIED);
        assertThat(saga.status()).isEqualTo(SagaStatus.ABANDONED);
        assertThat(refunds.totalSends() + holds.sends(undo(saga, "hold"))).isZero();
    }

    @Test
    void aResultOfSomethingElseIsRefusedHoweverSureThePersonIs() {
        Node node = open("a", buy);
        SagaHandle saga = startMismatched(node, "else");

        Receipt other = decide(
                node,
                saga,
                new OperatorDecision.ConfirmSucceeded(
                        "charge", "{\"reference\":\"r\",\"amount\":99.00}", "their statement"),
                "other");

        assertThat(other.state()).isEqualTo(Receipt.State.REFUSED);
        assertThat(other.detail()).contains("QRT-3217").contains(saga.key() + ":charge");
        assertThat(saga.status()).isEqualTo(SagaStatus.IN_REVIEW);
        assertThat(audited("request_id = 'other' AND answer = 3")).isEqualTo(1);
    }

    @Test
    void aDecisionThatStatesAnImpossibleResultOrIsForNoSagaIsRefused() {
        Node node = open("a", buy);
        SagaHandle saga = startMismatched(node, "impossible");

        Receipt odd =
                decide(node, saga, new OperatorDecision.ConfirmSucceeded("charge", "[\"no booking\"]", "seen"), "odd");
        assertThat(odd.state()).isEqualTo(Receipt.State.REFUSED);
        assertThat(odd.detail()).contains("QRT-3022");
        assertThat(audited("request_id = 'odd' AND answer = 3")).isEqualTo(1);

        SagaHandle gone = saga;
        database().execute("DELETE FROM querent.saga");
        assertThatExceptionOfType(OutsideCommands.UnknownSagaException.class)
                .isThrownBy(() -> decide(node, gone, new OperatorDecision.Abandon(), "alice", 1, "none"));
    }

    private SagaHandle startMismatched(Node node, String number) {
        bank.next((b, call, payment) -> Outcome.unknown("reset"));
        bank.answer((b, call) -> QueryResult.found(new Booking("somebody else's", new BigDecimal("11.00"))));
        SagaHandle saga = node.engine.start(buy, Order.of(number, "10.00"));
        awaitStatus(saga, SagaStatus.IN_REVIEW);
        return saga;
    }

    private void blinkOnce(String event) {
        database().execute("CREATE SEQUENCE public.blinks");
        database()
                .execute("CREATE FUNCTION public.blink() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        + " IF nextval('public.blinks') = 1 THEN"
                        + " PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); END IF;"
                        + " RETURN NEW; END $$");
        database().execute("CREATE TRIGGER blink " + event + " FOR EACH ROW EXECUTE FUNCTION public.blink()");
    }

    private interface Post {
        Receipt post(int number) throws Exception;
    }

    private static List<Receipt> atOnce(int posts, Post post) throws Exception {
        CyclicBarrier together = new CyclicBarrier(posts);
        ExecutorService pool = Executors.newFixedThreadPool(posts);
        List<Future<Receipt>> futures = new ArrayList<>();
        for (int i = 0; i < posts; i++) {
            int number = i;
            futures.add(pool.submit(() -> {
                together.await();
                return post.post(number);
            }));
        }
        List<Receipt> receipts = new ArrayList<>();
        for (Future<Receipt> each : futures) {
            receipts.add(each.get());
        }
        pool.shutdown();
        return receipts;
    }
}
