package io.querent.testkit.examples;

import io.querent.saga.Done;
import io.querent.saga.Downstream;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepHandle;
import java.math.BigDecimal;
import java.time.Duration;

/** The saga of the first page. */
final class ReadmeSaga {
    record PaymentOrder(String orderNumber, String account, BigDecimal amount) {}

    record ReserveFunds(String account, BigDecimal amount) {
        static ReserveFunds of(PaymentOrder order) {
            return new ReserveFunds(order.account(), order.amount());
        }
    }

    record Reservation(String id) {}

    record Release(String reservation) {}

    record TransferRequest(String account, BigDecimal amount) {
        static TransferRequest of(PaymentOrder order) {
            return new TransferRequest(order.account(), order.amount());
        }
    }

    record Transfer(String id, BigDecimal amount) {
        boolean isFor(TransferRequest request) {
            return amount.compareTo(request.amount()) == 0;
        }
    }

    record Booking(String transfer) {
        static Booking of(Transfer transfer) {
            return new Booking(transfer.id());
        }
    }

    /** Keeps accounts, in the engine's database. */
    interface Ledger {
        Outcome<Reservation> reserve(OperationKey key, ReserveFunds request);

        Outcome<Done> release(Release request);

        Outcome<Done> book(OperationKey key, Booking request);
    }

    /** Moves money. */
    interface Bank {
        Outcome<Transfer> transfer(String key, byte[] body);

        QueryResult<Transfer> find(String key);
    }

    static final StepHandle<Reservation> RESERVE = StepHandle.of("reserve-funds", Reservation.class);
    static final StepHandle<Transfer> TRANSFER = StepHandle.of("transfer", Transfer.class);

    static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(
                    Duration.ofHours(24)) // a repeated key has no second effect, for 24 h from the first send
            .visibleWithin(Duration.ofMinutes(10)) // until then "not found" proves nothing
            .keyLength(64) // longer keys are digested, never cut
            .concurrency(32)
            .build();

    SagaDefinition<PaymentOrder> payment(Ledger ledger, Bank bank) {
        return Saga.define("payment", PaymentOrder.class)
                .version(1)
                .businessKey(PaymentOrder::orderNumber)
                .step(
                        RESERVE,
                        step -> step.request(ReserveFunds.class, saga -> ReserveFunds.of(saga.input()))
                                .inTransaction((call, request) -> ledger.reserve(call.operationKey(), request))
                                .compensate(
                                        Done.class,
                                        undo -> undo.request(
                                                        Release.class,
                                                        (saga, reservation) ->
                                                                new Release(reservation.id())) // gets the step's result
                                                .inTransaction((call, request) -> ledger.release(request))))
                .step(
                        TRANSFER,
                        step -> step.after(RESERVE)
                                .downstream(BANK)
                                .pivot() // from here on the saga only goes forward
                                .request(TransferRequest.class, saga -> TransferRequest.of(saga.input()))
                                .call((call, request) -> bank.transfer(call.downstreamKey(), call.requestBody()))
                                .query((call, request) -> bank.find(call.downstreamKey()))
                                .matches((request, found) -> found.isFor(request)))
                .step(
                        "book",
                        Done.class,
                        step -> step.after(TRANSFER)
                                .request(Booking.class, saga -> Booking.of(saga.result(TRANSFER)))
                                .inTransaction((call, request) -> ledger.book(call.operationKey(), request))
                                .retriable("the ledger has reserved this amount"))
                .build();
    }
}
