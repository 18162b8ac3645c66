package io.querent.saga;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The example of the documentation: it reads like the business, compiles without a cast, and builds. */
class PaymentDefinitionTest {
    private static final Downstream LEDGER = Downstream.named("ledger")
            .honoursOperationKey(Duration.ofDays(30))
            .visibleWithin(Duration.ZERO)
            .build();
    private static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofHours(24))
            .visibleWithin(Duration.ofMinutes(10))
            .keyLength(64)
            .concurrency(32)
            .ratePerSecond(50)
            .build();
    private static final StepHandle<Reservation> RESERVE = StepHandle.of("reserve-funds", Reservation.class);

    private static final SagaDefinition<PaymentOrder> PAYMENT = Saga.define("payment", PaymentOrder.class)
            .version(1)
            .businessKey(PaymentOrder::orderNumber)
            .step(
                    RESERVE,
                    step -> step.downstream(LEDGER)
                            .request(
                                    ReserveFunds.class,
                                    saga -> new ReserveFunds(
                                            saga.input().account(), saga.input().amount()))
                            .call((call, request) -> Outcome.succeeded(new Reservation("r-1", request.amount())))
                            .query((call, request) -> QueryResult.notFound())
                            .matches((request, found) -> found.amount().equals(request.amount()))
                            .compensate(
                                    Done.class,
                                    undo -> undo.request(Release.class, (saga, made) -> new Release(made.id()))
                                            .call((call, request) -> Outcome.done())
                                            .query((call, request) -> QueryResult.found(Done.DONE))
                                            .matchesByKeyAlone("the ledger keeps one release per key")))
            .step(
                    "transfer",
                    Transfer.class,
                    step -> step.after(RESERVE)
                            .downstream(BANK)
                            .request(
                                    TransferOrder.class,
                                    saga -> new TransferOrder(
                                            saga.result(RESERVE).id(),
                                            saga.input().amount()))
                            .call((call, request) -> Outcome.pending("b-1"))
                            .query((call, request) -> QueryResult.foundPending("b-1"))
                            .matches((request, found) -> found.amount().equals(request.amount()))
                            .retry(budget -> budget.attempts(8)
                                    .within(Duration.ofHours(6))
                                    .backoff(Duration.ofSeconds(1), Duration.ofMinutes(5))))
            .build();

    @Test
    void theRequestIsBuiltFromTheInputAndEarlierResultsWithoutACast() {
        SagaView<PaymentOrder> view = new View(new PaymentOrder("order-1", "acc-7", new BigDecimal("100.00")));

        assertThat(PAYMENT.operation("transfer").orElseThrow().buildRequest(view))
                .isEqualTo(new TransferOrder("r-1", new BigDecimal("100.00")));
        assertThat(PAYMENT.operation("reserve-funds.undo").orElseThrow().buildRequest(view))
                .isEqualTo(new Release("r-1"));
    }

    @Test
    void theKeyNamesTheOrder() {
        assertThat(PAYMENT.keyOf(new PaymentOrder("order-1", "acc-7", BigDecimal.ONE)))
                .hasToString("default:payment:order-1");
        assertThat(PAYMENT).hasToString("payment version 1");
    }

    private record PaymentOrder(String orderNumber, String account, BigDecimal amount) {}

    private record ReserveFunds(String account, BigDecimal amount) {}

    private record Reservation(String id, BigDecimal amount) {}

    private record Release(String reservation) {}

    private record TransferOrder(String reservation, BigDecimal amount) {}

    private record Transfer(BigDecimal amount) {}

    /** A saga whose reservation succeeded. */
    private record View(PaymentOrder input) implements SagaView<PaymentOrder> {
        @Override
        public SagaKey key() {
            return PAYMENT.keyOf(input);
        }

        @Override
        public <R> R result(StepHandle<R> step) {
            return step.resultType().cast(new Reservation("r-1", input.amount()));
        }

        @Override
        public <R> Optional<R> resultIfAny(StepHandle<R> step) {
            return Optional.of(result(step));
        }

        @Override
        public <R> ItemResults<R> results(ItemsHandle<R> step) {
            throw new IllegalStateException("there is no for-each step");
        }

        @Override
        public <R> R resultOf(String operation, Class<R> type) {
            return type.cast(new Reservation("r-1", input.amount()));
        }

        @Override
        public <T> T itemOf(String operation, Class<T> type) {
            throw new IllegalStateException("there is no for-each step");
        }

        @Override
        public <Q> Q requestOf(String operation, Class<Q> type) {
            throw new IllegalStateException("no request is asked for");
        }
    }
}
