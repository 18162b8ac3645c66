package io.querent.testkit.scenario;

import static io.querent.testkit.bank.QueryWord.notFound;
import static io.querent.testkit.bank.QueryWord.qerr;
import static io.querent.testkit.bank.QueryWord.qtimeout;
import static io.querent.testkit.bank.SendWord.apply;
import static io.querent.testkit.bank.SendWord.decline;
import static io.querent.testkit.bank.SendWord.hang;
import static io.querent.testkit.bank.SendWord.http;
import static io.querent.testkit.bank.SendWord.late;
import static io.querent.testkit.bank.SendWord.pending;
import static io.querent.testkit.bank.SendWord.reset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.decision.Decision;
import io.querent.decision.OperationStatus;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaStatus;
import io.querent.saga.QueryResult;
import io.querent.testkit.engine.CrashPoint;
import io.querent.testkit.scenario.Orders.Charge;
import io.querent.testkit.scenario.Orders.Order;
import io.querent.testkit.scenario.Orders.Payment;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A saga's own functions, a script, and time that the test moves: what comes of it is what the engine would do. */
class SagaTestTest {
    private static final Charge CHARGED = new Charge("T-1", new BigDecimal("99.90"));

    private static SagaTest<Order> order() {
        return order("99.90", "book", "pen");
    }

    private static SagaTest<Order> order(String amount, String... goods) {
        return SagaTest.of(Orders.defined())
                .given(Order.of(amount, goods))
                .answersBy("charge", Payment.class, payment -> new Charge("T-1", payment.amount()));
    }

    @Test
    void anOrderRunsThroughWithItsOwnFunctions() {
        order().when()
                .start()
                .then()
                .request("charge", new Payment("A", new BigDecimal("99.90")))
                .result("charge", CHARGED)
                .status("consent", OperationStatus.SKIPPED)
                .chose("way", "sea")
                .status("fly", OperationStatus.SKIPPED)
                .effects("ship.book", 1)
                .effects("ship.pen", 1)
                .when()
                .signal("scan", "seen")
                .then()
                .status(SagaStatus.COMPLETED)
                .request("tell", new io.querent.saga.Message<>("orders", null, "seen"))
                .effects("tell", 1)
                .history("charge", "is done", "way", "chose sea", "has 2 items", "is published", "saga completed");
    }

    @Test
    void aLostAnswerIsAskedForAndNothingIsSentAgain() {
        order().next("charge", apply(), reset())
                .when()
                .start()
                .then()
                .status("charge", OperationStatus.UNKNOWN)
                .when()
                .advance(Duration.ofMinutes(1))
                .then()
                .status("charge", OperationStatus.SUCCEEDED)
                .effects("charge", 1)
                .sends("charge", 1)
                .bytes("charge", 1);
    }

    @Test
    void whatIsNotFoundAfterTheWindowIsSentAgainWithTheSameBytes() {
        order().next("charge", reset())
                .next("charge", qerr(503))
                .next("charge", qtimeout())
                .when()
                .start()
                .finish()
                .then()
                .status(SagaStatus.COMPLETED)
                .sends("charge", 2)
                .effects("charge", 1)
                .bytes("charge", 1)
                .result("scan", "nobody looked");
    }

    @Test
    void whatHangsIsUnknownWhenItsLimitHasPassedAndIsHeardLate() {
        order().next("charge", hang(Duration.ofMinutes(1)))
                .always("charge", notFound())
                .when()
                .start()
                .advance(Duration.ofSeconds(29))
                .then()
                .status("charge", OperationStatus.IN_FLIGHT)
                .when()
                .advance(Duration.ofSeconds(2))
                .then()
                .status("charge", OperationStatus.UNKNOWN)
                .when()
                .advance(Duration.ofMinutes(1))
                .then()
                .history("is heard of late, attempt 1: Succeeded");
    }

    @Test
    void aRequestThatArrivesLateIsFound() {
        order().next("charge", late(Duration.ofMinutes(5)))
                .when()
                .start()
                .advance(Duration.ofHours(1))
                .then()
                .status("charge", OperationStatus.SUCCEEDED)
                .sends("charge", 1);
    }

    @Test
    void aRefusedItemTurnsTheSagaBack() {
        order().next("ship.pen", decline("sold out"))
                .when()
                .start()
                .then()
                .status(SagaStatus.COMPENSATED)
                .effects("ship.book.undo", 1)
                .effects("charge.undo", 1)
                .request("charge.undo", CHARGED)
                .sends("ship.pen.undo", 0);
    }

    @Test
    void whatIsPendingIsFinishedByTheDownstream() {
        order().next("charge", pending())
                .when()
                .start()
                .then()
                .status("charge", OperationStatus.PENDING)
                .when()
                .complete("charge", CHARGED)
                .advance(Duration.ofMinutes(1))
                .then()
                .status("charge", OperationStatus.SUCCEEDED);
    }

    @Test
    void whatIsPendingIsRefusedByTheDownstream() {
        order().next("charge", pending())
                .when()
                .start()
                .refuse("charge", "51")
                .finish()
                .then()
                .status(SagaStatus.FAILED);
    }

    @Test
    void whatDoesNotMatchIsForAPerson() {
        order().next("charge", reset())
                .when()
                .start()
                .complete("charge", new Charge("T-2", BigDecimal.ONE))
                .finish()
                .then()
                .review("charge", ReviewReason.MISMATCH)
                .status(SagaStatus.IN_REVIEW);
    }

    @Test
    void aCallbackTellsWhatBecameOfIt() {
        order().next("charge", http(502))
                .when()
                .start()
                .callback("charge", QueryResult.found(CHARGED))
                .then()
                .status("charge", OperationStatus.SUCCEEDED)
                .sends("charge", 1)
                .queries("charge", 0);
    }

    @Test
    void muchNeedsAPersonWhoMayAlsoSayNo() {
        order("5000")
                .when()
                .start()
                .then()
                .status("consent", OperationStatus.AWAITING)
                .when()
                .approve("consent")
                .then()
                .status("ship", OperationStatus.SUCCEEDED);
        order("5000").when().start().decline("consent").then().status(SagaStatus.COMPENSATED);
        order("5000").when().start().advance(Duration.ofHours(9)).then().status(SagaStatus.COMPENSATED);
    }

    @Test
    void aSagaIsCancelledPausedResumedAndDrivenForwardAgain() {
        order().when().start().cancel().then().status(SagaStatus.COMPENSATED);
        order("5000", "book")
                .when()
                .start()
                .pause()
                .approve("consent")
                .then()
                .status(SagaStatus.PAUSED)
                .sends("ship.book", 0)
                .when()
                .resume()
                .then()
                .sends("ship.book", 1);
        order().next("charge", decline("51"))
                .when()
                .start()
                .then()
                .status(SagaStatus.FAILED)
                .when()
                .redrive("charge")
                .then()
                .status("charge", OperationStatus.REJECTED);
    }

    @Test
    void aRefusedCommandIsToldAndChangesNothing() {
        order().when()
                .start()
                .approve("consent")
                .then()
                .refused(Decision.Refusal.NOT_ALLOWED)
                .status("consent", OperationStatus.SKIPPED)
                .noReview();
    }

    @ParameterizedTest
    @EnumSource(CrashPoint.class)
    void anOwnerMayDieAnywhere(CrashPoint point) {
        order().crashAt(point, "charge")
                .when()
                .start()
                .finish()
                .then()
                .status(SagaStatus.COMPLETED)
                .effects("charge", 1)
                .bytes("charge", 1)
                .history(point == CrashPoint.BEFORE_INTENT ? "" : "owner-1", "saga completed");
    }

    @Test
    void aSagaMayCrashBetweenTwoCalls() {
        order("5000")
                .when()
                .start()
                .crash()
                .approve("consent")
                .then()
                .status("ship", OperationStatus.PLANNED)
                .when()
                .advance(Duration.ofSeconds(16))
                .then()
                .status("ship", OperationStatus.SUCCEEDED);
    }

    @Test
    void theDefinitionsOwnActionsMayBeCalled() {
        SagaTest.of(Orders.defined())
                .given(Order.of("99.90", "book"))
                .callingForReal()
                .when()
                .start()
                .finish()
                .then()
                .status(SagaStatus.COMPLETED)
                .result("charge", new Charge("real", new BigDecimal("99.90")))
                .sends("ship.book", 1)
                .effects("ship.book", 1);
    }

    @Test
    void aFailingExpectationTellsTheHistory() {
        Then<Order> then = order().when().start().then();

        assertThatThrownBy(() -> then.status(SagaStatus.FAILED))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("expected=FAILED, found=WAITING")
                .hasMessageContaining("charge           is about to be sent, attempt 1 by owner-1");
        assertThatThrownBy(() -> then.history("saga completed")).hasMessageContaining("not in the history");
        assertThat(then.story()).contains("chose sea");
    }

    @Test
    void whatTheTestForgotIsSaid() {
        SagaTest<Order> silent = SagaTest.of(Orders.defined()).given(Order.of("1"));

        assertThatIllegalStateException()
                .isThrownBy(() -> silent.when().start())
                .withMessageContaining("QRT-8050")
                .withMessageContaining("answers(\"charge\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> order().next("chrage", reset()))
                .withMessageContaining("QRT-8051");
        assertThatIllegalStateException()
                .isThrownBy(() -> SagaTest.of(Orders.defined()).when().start())
                .withMessageContaining("QRT-8052");
        assertThatIllegalStateException()
                .isThrownBy(() -> order().then().status(SagaStatus.RUNNING))
                .withMessageContaining("QRT-8052");
    }
}
