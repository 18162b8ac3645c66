package io.querent.examples.payment.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Evolution;
import io.querent.decision.SagaState;
import io.querent.examples.payment.audit.Finding.Kind;
import io.querent.examples.payment.saga.PaymentEvents;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrossCheckTest {
    private static final BigDecimal AMOUNT = new BigDecimal("2452.00");
    private static final String TRANSFER = "default:payment:1:transfer";

    private final CrossCheck check = new CrossCheck();

    @Test
    void aCompletedPaymentWithItsFourEffectsIsClean() {
        showCompletedEffects();

        assertThat(findingsOf(completed())).isEmpty();
    }

    @Test
    void equalMoneyIsEqualHoweverItIsWritten() {
        movement("reserve-funds", "RESERVE");
        movement("book", "BOOK");
        notice();
        check.found(Effect.transfer(TRANSFER, new BigDecimal("2452.0000"), "CZK", "1", "YZ", "87144583"));

        assertThat(findingsOf(completed())).isEmpty();
    }

    @Test
    void aReversedPaymentIsCleanWhenAllCameBack() {
        movement("reserve-funds", "RESERVE");
        movement("reserve-funds.undo", "RELEASE");
        transfer();
        check.found(Effect.reversal(TRANSFER + ".undo", AMOUNT, "CZK", TRANSFER));

        assertThat(findingsOf(held().compensated())).isEmpty();
    }

    @Test
    void whatAPaymentClaimsAndNobodyHasIsMissing() {
        movement("reserve-funds", "RESERVE");
        movement("book", "BOOK");
        notice();

        assertThat(findingsOf(completed())).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.MISSING);
            assertThat(finding.toString())
                    .isEqualTo("MISSING in bank; key=" + TRANSFER
                            + ", expected=TRANSFER 2452.00 CZK from 1 to YZ/87144583, found=nothing");
        });
    }

    @Test
    void whatHappenedTwiceIsDouble() {
        showCompletedEffects();
        transfer();

        assertThat(kinds(completed())).containsExactly(Kind.DOUBLE);
    }

    @Test
    void otherMoneyUnderTheKeyIsDifferent() {
        movement("reserve-funds", "RESERVE");
        movement("book", "BOOK");
        notice();
        check.found(Effect.transfer(TRANSFER, new BigDecimal("2452.01"), "CZK", "1", "YZ", "87144583"));

        assertThat(kinds(completed())).containsExactly(Kind.DIFFERENT);
    }

    @Test
    void theEffectOfADeclinedTransferIsUnwanted() {
        movement("reserve-funds", "RESERVE");
        movement("reserve-funds.undo", "RELEASE");
        transfer();

        assertThat(kinds(declined().compensated())).containsExactly(Kind.UNWANTED);
    }

    @Test
    void whatNoPaymentClaimsIsAnOrphan() {
        showCompletedEffects();
        check.found(Effect.transfer("someone-elses", AMOUNT, "CZK", "1", "YZ", "87144583"));

        assertThat(findingsOf(completed())).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.ORPHAN);
            assertThat(finding.key()).isEqualTo("someone-elses");
        });
    }

    @Test
    void anUnknownTransferMayHaveHappenedOnceAndNotTwice() {
        PaymentEvents stuck = PaymentEvents.of("1")
                .succeeds("reserve-funds")
                .attempt("transfer", 1)
                .unknown("transfer", 1)
                .review("transfer");
        movement("reserve-funds", "RESERVE");
        transfer();
        assertThat(findingsOf(stuck)).isEmpty();

        CrossCheck twice = new CrossCheck();
        twice.found(Effect.movement("default:payment:1:reserve-funds", "RESERVE", AMOUNT, "CZK", "1"));
        twice.found(Effect.transfer(TRANSFER, AMOUNT, "CZK", "1", "YZ", "87144583"));
        twice.found(Effect.transfer(TRANSFER, AMOUNT, "CZK", "1", "YZ", "87144583"));
        twice.compare(stateOf(stuck), PaymentEvents.order("1"));
        assertThat(twice.conclude()).extracting(Finding::kind).containsExactly(Kind.DOUBLE);
    }

    /** The engine would never say so; the cross-check does not take its word for it. */
    @Test
    void anEndThatDoesNotGoWithTheStepsIsAContradiction() {
        movement("reserve-funds", "RESERVE");
        transfer();

        assertThat(kinds(held().compensatedTooSoon())).containsExactly(Kind.CONTRADICTION);
    }

    private void showCompletedEffects() {
        movement("reserve-funds", "RESERVE");
        movement("book", "BOOK");
        transfer();
        notice();
    }

    private void movement(String operation, String movement) {
        check.found(Effect.movement("default:payment:1:" + operation, movement, AMOUNT, "CZK", "1"));
    }

    private void transfer() {
        check.found(Effect.transfer(TRANSFER, AMOUNT, "CZK", "1", "YZ", "87144583"));
    }

    private void notice() {
        check.found(Effect.notice("default:payment:1:notify", "1", "1"));
    }

    private static PaymentEvents completed() {
        return PaymentEvents.of("1")
                .succeeds("reserve-funds")
                .succeeds("transfer")
                .succeeds("book")
                .succeeds("notify")
                .completed();
    }

    private static PaymentEvents declined() {
        return PaymentEvents.of("1")
                .succeeds("reserve-funds")
                .isRejected("transfer", "account-closed")
                .turnsBack("transfer")
                .succeeds("reserve-funds.undo");
    }

    private static Held held() {
        return new Held(PaymentEvents.of("1")
                .succeeds("reserve-funds")
                .succeeds("transfer")
                .isRejected("book", "order-held")
                .turnsBack("book"));
    }

    /** A payment that compliance stopped after the transfer. */
    private record Held(PaymentEvents events) {
        PaymentEvents compensated() {
            return events.succeeds("transfer.undo")
                    .succeeds("reserve-funds.undo")
                    .compensated();
        }

        PaymentEvents compensatedTooSoon() {
            return events.compensated();
        }
    }

    private List<Kind> kinds(PaymentEvents payment) {
        return findingsOf(payment).stream().map(Finding::kind).toList();
    }

    private List<Finding> findingsOf(PaymentEvents payment) {
        check.compare(stateOf(payment), PaymentEvents.order("1"));
        return check.conclude();
    }

    private static SagaState stateOf(PaymentEvents payment) {
        return Evolution.replay(payment.list());
    }
}
