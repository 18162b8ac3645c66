package io.querent.examples.payment.saga;

import io.querent.decision.FrozenRequest;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaEvent;
import io.querent.decision.Via;
import io.querent.examples.payment.order.PaymentOrder;
import io.querent.saga.SagaKey;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Writes down what happened to a payment, a second after the other. */
public final class PaymentEvents {
    public static final Instant START = Instant.parse("2026-01-02T10:00:00Z");

    private final List<SagaEvent> events = new ArrayList<>();
    private final SagaKey key;
    private int seconds;

    private PaymentEvents(SagaKey key) {
        this.key = key;
    }

    /** Begins a payment of that order id. */
    public static PaymentEvents of(String orderId) {
        PaymentEvents payment = new PaymentEvents(SagaKey.of(PaymentSaga.NAME, orderId));
        payment.events.add(new SagaEvent.SagaStarted(payment.key, 1, "{}", "v1:0", false, START));
        return payment;
    }

    /** The order that all payments here are of. */
    public static PaymentOrder order(String orderId) {
        return new PaymentOrder(orderId, "1", "YZ", "87144583", new BigDecimal("2452.00"), "CZK", "SIPO");
    }

    public PaymentEvents attempt(String operation, int number) {
        FrozenRequest request = number == 1 ? new FrozenRequest("{}", "v1:0") : null;
        return add(new SagaEvent.AttemptStarted(operation, number, request, 1, "node", next(), at()));
    }

    public PaymentEvents succeeds(String operation) {
        return attempt(operation, 1).succeeded(operation, Via.ANSWER);
    }

    public PaymentEvents succeeded(String operation, Via via) {
        return add(new SagaEvent.OperationSucceeded(operation, 1, "{}", via, at()));
    }

    public PaymentEvents isRejected(String operation, String code) {
        return attempt(operation, 1).rejected(operation, code, Via.ANSWER);
    }

    public PaymentEvents rejected(String operation, String code, Via via) {
        return add(new SagaEvent.OperationRejected(operation, 1, code, "no", via, at()));
    }

    public PaymentEvents notExecuted(String operation) {
        return add(new SagaEvent.AttemptNotExecuted(operation, 1, "refused-with-429", "no", next(), at()));
    }

    public PaymentEvents unknown(String operation, int attempt) {
        return add(new SagaEvent.OutcomeUnknown(operation, attempt, "reset", next(), next(), at()));
    }

    public PaymentEvents asked(String operation, String answer) {
        return add(new SagaEvent.QueryInconclusive(operation, 1, answer, "", next(), at()));
    }

    public PaymentEvents absent(String operation) {
        return add(new SagaEvent.AbsenceEstablished(operation, 1, next(), at()));
    }

    public PaymentEvents review(String operation) {
        return add(new SagaEvent.ReviewOpened(operation, ReviewReason.MISMATCH, "", at()));
    }

    public PaymentEvents turnsBack(String operation) {
        return add(new SagaEvent.CompensationStarted(operation, "no", at()));
    }

    public PaymentEvents completed() {
        return add(new SagaEvent.SagaCompleted(at()));
    }

    public PaymentEvents compensated() {
        return add(new SagaEvent.SagaCompensated(at()));
    }

    public PaymentEvents failed() {
        return add(new SagaEvent.SagaFailed(at()));
    }

    public SagaKey key() {
        return key;
    }

    public List<SagaEvent> list() {
        return List.copyOf(events);
    }

    private PaymentEvents add(SagaEvent event) {
        events.add(event);
        seconds++;
        return this;
    }

    private Instant at() {
        return START.plusSeconds(seconds);
    }

    private Instant next() {
        return at().plusSeconds(1);
    }
}
