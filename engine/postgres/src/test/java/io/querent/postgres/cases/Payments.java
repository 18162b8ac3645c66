package io.querent.postgres.cases;

import io.querent.postgres.cases.ScriptedBank.Booking;
import io.querent.postgres.cases.ScriptedBank.Payment;
import io.querent.saga.Amount;
import io.querent.saga.CompensationBuilder;
import io.querent.saga.Done;
import io.querent.saga.Downstream;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.RetryBudget;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepHandle;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Definitions that the cases run. */
final class Payments {
    static final StepHandle<Booking> CHARGE = StepHandle.of("charge", Booking.class);

    /** What a payment saga is started with. */
    record Order(String number, BigDecimal amount, String tenant) {
        static Order of(String number, String amount) {
            return new Order(number, new BigDecimal(amount), "default");
        }
    }

    private Payments() {}

    /** A bank whose times are short enough for tests. */
    static Downstream.Builder downstream(String name) {
        return Downstream.named(name)
                .honoursOperationKey(Duration.ofHours(24))
                .visibleWithin(Duration.ofMillis(300))
                .timeLimit(Duration.ofSeconds(1));
    }

    /** {@code charge -> ledger}: one call to the bank, one to a ledger that never fails. */
    static SagaDefinition<Order> chargeAndLedger(ScriptedBank bank, ScriptedBank ledger, Downstream downstream) {
        return Saga.define("pay", Order.class)
                .businessKey(Order::number)
                .tenant(Order::tenant)
                .step(
                        CHARGE,
                        step -> step.downstream(downstream)
                                .request(
                                        Payment.class,
                                        saga -> new Payment("A", saga.input().amount()))
                                .call(bank::send)
                                .query((call, payment) -> bank.ask(call))
                                .matches((payment, found) -> payment.amount().compareTo(found.amount()) == 0)
                                .retry(budget -> budget.backoff(Duration.ofMillis(20), Duration.ofMillis(200)))
                                .queryBudget(budget -> budget.backoff(Duration.ofMillis(20), Duration.ofMillis(200)))
                                .needsNoUndo("the case looks at the charge alone"))
                .step(
                        "ledger",
                        Booking.class,
                        step -> step.after(CHARGE)
                                .downstream(downstream("ledger").build())
                                .request(
                                        Payment.class,
                                        saga -> new Payment(
                                                "L", saga.result(CHARGE).amount()))
                                .call(ledger::send)
                                .query((call, payment) -> ledger.ask(call))
                                .matchesByKeyAlone("the case's ledger is ours")
                                .retriable("the ledger takes everything"))
                .build();
    }

    /** {@code hold -> charge}: two calls, the first of which can be undone. */
    static SagaDefinition<Order> holdAndCharge(ScriptedBank holds, ScriptedBank bank) {
        return holdAndCharge(holds, bank, budget -> budget);
    }

    /** The same with a retry budget for the charge. */
    static SagaDefinition<Order> holdAndCharge(
            ScriptedBank holds, ScriptedBank bank, UnaryOperator<RetryBudget> chargeBudget) {
        return Saga.define("hold-pay", Order.class)
                .businessKey(Order::number)
                .step(
                        "hold",
                        Booking.class,
                        step -> step.downstream(downstream("holds").build())
                                .request(
                                        Payment.class,
                                        saga -> new Payment("H", saga.input().amount()))
                                .call(holds::send)
                                .query((call, payment) -> holds.ask(call))
                                .matchesByKeyAlone("the case's holds are ours")
                                .compensate(
                                        Done.class,
                                        undo -> undo.request(
                                                        Payment.class, (saga, hold) -> new Payment("H", hold.amount()))
                                                .call((call, payment) -> asDone(holds.send(call, payment)))
                                                .query((call, payment) -> holds.ask(call) instanceof QueryResult.Found
                                                        ? QueryResult.found(Done.DONE)
                                                        : QueryResult.notFound())
                                                .matchesByKeyAlone("the case's holds are ours")))
                .step(
                        CHARGE,
                        step -> step.after("hold")
                                .downstream(downstream("bank").build())
                                .request(
                                        Payment.class,
                                        saga -> new Payment("A", saga.input().amount()))
                                .call(bank::send)
                                .query((call, payment) -> bank.ask(call))
                                .matches((payment, found) -> payment.amount().compareTo(found.amount()) == 0)
                                .retry(chargeBudget)
                                .queryBudget(budget -> budget.backoff(Duration.ofMillis(20), Duration.ofMillis(200))))
                .build();
    }

    /** {@code hold -> charge}, both of which can be undone: the charge by a refund. */
    static SagaDefinition<Order> reversible(Banks banks, Downstream bank) {
        return reversible(banks, bank, budget -> budget);
    }

    /** The same with a retry budget for the charge. */
    static SagaDefinition<Order> reversible(Banks banks, Downstream bank, UnaryOperator<RetryBudget> chargeBudget) {
        return Saga.define("buy", Order.class)
                .businessKey(Order::number)
                .step(
                        "hold",
                        Booking.class,
                        step -> step.downstream(downstream("holds").build())
                                .request(
                                        Payment.class,
                                        saga -> new Payment("H", saga.input().amount()))
                                .call(banks.holds()::send)
                                .query((call, payment) -> banks.holds().ask(call))
                                .matchesByKeyAlone("the case's holds are ours")
                                .compensate(Done.class, undo -> undoneBy(undo, banks.holds())))
                .step(
                        CHARGE,
                        step -> step.after("hold")
                                .downstream(bank)
                                .request(
                                        Payment.class,
                                        saga -> new Payment("A", saga.input().amount()))
                                .call(banks.bank()::send)
                                .query((call, payment) -> banks.bank().ask(call))
                                .matches((payment, found) -> payment.amount().compareTo(found.amount()) == 0)
                                .retry(chargeBudget)
                                .queryBudget(budget ->
                                        budget.attempts(900).backoff(Duration.ofMillis(20), Duration.ofMillis(200)))
                                .amount(payment -> new Amount(payment.amount(), "EUR"))
                                .compensate(
                                        Done.class,
                                        undo -> undoneBy(undo, banks.refunds())
                                                .partial(
                                                        (saga, charge, amount) -> new Payment("back", amount.value()))))
                .build();
    }

    /** Those whom a reversible payment calls. */
    record Banks(ScriptedBank holds, ScriptedBank bank, ScriptedBank refunds) {
        Banks() {
            this(new ScriptedBank(), new ScriptedBank(), new ScriptedBank());
        }
    }

    private static CompensationBuilder.Described<Order, Booking, Payment, Done> undoneBy(
            CompensationBuilder<Order, Booking, Done> undo, ScriptedBank bank) {
        return undo.request(Payment.class, (saga, booking) -> new Payment("back", booking.amount()))
                .call((call, payment) -> asDone(bank.send(call, payment)))
                .query((call, payment) -> bank.ask(call) instanceof QueryResult.Found
                        ? QueryResult.found(Done.DONE)
                        : QueryResult.notFound())
                .matchesByKeyAlone("the case's bank is ours")
                .retry(budget -> budget.backoff(Duration.ofMillis(20), Duration.ofMillis(200)))
                .queryBudget(budget -> budget.backoff(Duration.ofMillis(20), Duration.ofMillis(200)));
    }

    private static Outcome<Done> asDone(Outcome<Booking> outcome) {
        if (outcome instanceof Outcome.Rejected<Booking> rejected) {
            return Outcome.rejected(rejected.code(), rejected.message());
        }
        return outcome instanceof Outcome.Succeeded ? Outcome.done() : Outcome.unknown(outcome.toString());
    }
}
