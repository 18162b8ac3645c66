package io.querent.examples.payment.service;

import io.querent.examples.payment.faults.Faults;
import io.querent.examples.payment.ledger.Accounts;
import io.querent.examples.payment.order.PaymentOrder;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.saga.SagaDefinition;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Where orders come in. A repeated order names the payment that there is already. Thread-safe. */
public final class PaymentDesk {
    private final SagaEngine engine;
    private final SagaDefinition<PaymentOrder> payment;
    private final Accounts accounts;
    private final Faults faults;

    PaymentDesk(SagaEngine engine, SagaDefinition<PaymentOrder> payment, Accounts accounts, Faults faults) {
        this.engine = engine;
        this.payment = payment;
        this.accounts = accounts;
        this.faults = faults;
    }

    /** Makes what the example needs around its orders: accounts with money in them, and holds on some orders. */
    public void prepare(List<PaymentOrder> orders) {
        accounts.open(orders);
        accounts.hold(
                orders.stream().map(PaymentOrder::orderId).filter(faults::holds).toList(),
                "under investigation by compliance");
    }

    /** Starts a payment without waiting until it is stored: the stage is done then, or fails with what {@link #pay} throws. */
    public CompletionStage<SagaHandle> payAsync(PaymentOrder order) {
        return engine.startAsync(payment, order);
    }

    /**
     * Starts a payment, or finds the one that the same order began, and returns when it is stored.
     *
     * @throws io.querent.runtime.OperationKeyConflictException when the id was used for another order
     * @throws io.querent.runtime.EngineUnavailableException when the database did not answer in time: pay again
     */
    public SagaHandle pay(PaymentOrder order) {
        return engine.start(payment, order);
    }
}
