package io.querent.benchmarks.contender;

import io.querent.saga.Done;
import io.querent.saga.Downstream;
import io.querent.saga.OperationBuilder;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaView;
import io.querent.saga.StepBuilder;
import io.querent.saga.StepHandle;
import java.time.Duration;

/** The job as a saga: reserve, pay, confirm. */
public final class OrderSaga {
    static final StepHandle<Receipt> RESERVE = StepHandle.of("reserve", Receipt.class);
    static final StepHandle<Receipt> PAY = StepHandle.of("pay", Receipt.class);
    static final StepHandle<Receipt> CONFIRM = StepHandle.of("confirm", Receipt.class);

    private OrderSaga() {}

    /** The definition whose calls behave as the variant says. */
    public static SagaDefinition<Order> of(Variant variant) {
        Bank bank = new Bank(variant);
        return Saga.define("order", Order.class)
                .businessKey(Order::number)
                .step(RESERVE, step -> undoable(step.downstream(downstream("stock")), bank))
                .step(PAY, step -> undoable(step.after(RESERVE).downstream(downstream("bank")), bank))
                .step(CONFIRM, step -> confirm(step.after(PAY).downstream(downstream("shop")), bank, variant))
                .build();
    }

    /** Caps so wide that the engine is measured and not its politeness. */
    private static Downstream downstream(String name) {
        return Downstream.named(name)
                .honoursOperationKey(Duration.ofHours(24))
                .visibleWithin(Duration.ofSeconds(1))
                .concurrency(10_000)
                .build();
    }

    private static OperationBuilder<Order, ?, Receipt> undoable(StepBuilder<Order, Receipt> step, Bank bank) {
        return step.request(Instruction.class, OrderSaga::instruction)
                .call((call, instruction) -> Outcome.succeeded(bank.book(instruction)))
                .query((call, instruction) -> QueryResult.notFound())
                .matchesByKeyAlone("the bank is part of the benchmark")
                .compensate(
                        Done.class,
                        undo -> undo.request(Instruction.class, (saga, receipt) -> instruction(saga))
                                .call((call, instruction) -> {
                                    bank.await();
                                    return Outcome.done();
                                })
                                .query((call, instruction) -> QueryResult.notFound())
                                .matchesByKeyAlone("the bank is part of the benchmark"));
    }

    private static OperationBuilder<Order, ?, Receipt> confirm(
            StepBuilder<Order, Receipt> step, Bank bank, Variant variant) {
        return step.request(Instruction.class, OrderSaga::instruction)
                .call((call, instruction) -> {
                    Receipt receipt = bank.book(instruction);
                    return variant == Variant.F
                            ? Outcome.rejected("sold-out", "no such article in stock any more")
                            : Outcome.succeeded(receipt);
                })
                .query((call, instruction) -> QueryResult.notFound())
                .matchesByKeyAlone("the bank is part of the benchmark")
                .needsNoUndo("nothing follows it that could fail");
    }

    private static Instruction instruction(SagaView<Order> saga) {
        Order order = saga.input();
        return new Instruction(order.number(), order.amount(), order.currency(), order.creditorAccount());
    }
}
