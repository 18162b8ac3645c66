package io.querent.testkit.examples;

import static io.querent.testkit.examples.OrderSaga.PARCELS;
import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaStatus;
import io.querent.runtime.Callback;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.Versions.Page;
import io.querent.runtime.Versions.Plan;
import io.querent.runtime.Versions.Verdict;
import io.querent.saga.Amount;
import io.querent.saga.Done;
import io.querent.saga.Message;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.testkit.examples.ReadmeSaga.PaymentOrder;
import io.querent.testkit.examples.ReadmeSaga.Transfer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Lines that the pages show. That they compile is what is asked of them; what they do is tested where they belong. */
final class PageExamples {
    private final SagaEngine engine;
    private final List<SagaStatus> told = new ArrayList<>();

    PageExamples(SagaEngine engine) {
        this.engine = engine;
    }

    record BankEvent(String reference, String id, String transferId, BigDecimal amount) {}

    SagaHandle start(SagaDefinition<PaymentOrder> definition, PaymentOrder order) {
        SagaHandle payment =
                engine.start(definition, order); // the same key again: the same saga; other parameters: a conflict
        payment.result()
                .thenAccept(
                        result -> tellCustomer(result.status())); // COMPLETED, COMPENSATED or FAILED, on whatever node
        return payment;
    }

    private void tellCustomer(SagaStatus status) {
        told.add(status);
    }

    void told(BankEvent event) {
        engine.tell(new Callback<>(
                new OperationKey(event.reference()), // the key that the call carried
                event.id(), // the provider's id of this message
                "bank",
                QueryResult.found(new Transfer(event.transferId(), event.amount()))));
    }

    void decide(SagaKey saga, long revision, String requestId) {
        Receipt receipt = engine.decide(
                saga,
                new OperatorDecision.ConfirmFailed("transfer", "51", "call with the bank's desk, 29 Nov, Mr Smith"),
                new Authority("alice", "customer waits", revision, requestId));
        assertThat(receipt).isNotNull();
    }

    void move(long revision, String requestId) {
        Plan plan = engine.versions().plan("payment", 1, 2, Page.first(100));
        for (Verdict verdict : plan.sagas()) { // each: may move, or what stands against it
            if (verdict.mayMove()) {
                engine.versions().move(verdict.saga(), 2, new Authority("ann", "new rules", revision, requestId));
            }
        }
    }

    static SagaDefinition<String> secondVersion() {
        return Saga.define("payment", String.class)
                .businessKey(number -> number)
                .version(2)
                .movesFrom(
                        1,
                        move -> move.sameOperation(
                                        "charge", "the same account at the same bank, under a new profile name")
                                .dropped(
                                        "fraud-check", "its result is not used any more, and it has no effect to undo"))
                .step(
                        "charge",
                        Done.class,
                        step -> step.request(String.class, saga -> saga.input())
                                .inTransaction((call, number) -> Outcome.done())
                                .needsNoUndo("an example"))
                .publish(
                        "list",
                        message -> message.after("charge")
                                .message(saga -> new Message<>(
                                        "refused",
                                        null,
                                        saga.results(PARCELS).refused().keySet()))
                                .needsNoUndo("an example"))
                .build();
    }

    record Charge(String number, BigDecimal amount) {}

    static SagaDefinition<Charge> refundable() {
        return Saga.define("refundable", Charge.class)
                .businessKey(Charge::number)
                .step(
                        "charge",
                        Done.class,
                        step -> step.request(Charge.class, saga -> saga.input())
                                .inTransaction((call, charge) -> Outcome.done())
                                .amount(charge -> new Amount(charge.amount(), "EUR")) // of the step's effect
                                .compensate(
                                        Done.class,
                                        refund -> refund.request(Charge.class, (saga, done) -> saga.input())
                                                .partial((saga, done, part) -> new Charge(
                                                        saga.input().number(),
                                                        part.value())) // a part, or what parts have left
                                                .inTransaction((call, back) -> Outcome.done())))
                .build();
    }
}
