package io.querent.examples.payment.saga;

import io.querent.examples.payment.bankclient.BankClient;
import io.querent.examples.payment.bankclient.Reversal;
import io.querent.examples.payment.bankclient.ReversalRequest;
import io.querent.examples.payment.bankclient.Transfer;
import io.querent.examples.payment.bankclient.TransferRequest;
import io.querent.examples.payment.ledger.Ledger;
import io.querent.examples.payment.ledger.Posting;
import io.querent.examples.payment.notice.Notice;
import io.querent.examples.payment.notice.NoticeBoard;
import io.querent.examples.payment.order.PaymentOrder;
import io.querent.saga.Amount;
import io.querent.saga.Done;
import io.querent.saga.Downstream;
import io.querent.saga.RetryBudget;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepHandle;
import java.time.Duration;

/**
 * Pays one order: sets the customer's money aside, has the bank transfer it, books it, tells the customer.
 *
 * <p>The pivot is {@code book}, not {@code transfer}. The transfer is what can least be seen through, but it can be made good: the
 * bank offers reversals. What cannot be made good is telling a customer "paid" and taking it back. So compliance has its say until the
 * money is booked: an order it holds is reversed at the bank first and only then released to the customer, in that order, because
 * money that has not come back cannot be given back. After {@code book} there is only forward.
 */
public final class PaymentSaga {
    public static final String NAME = "payment";

    public static final StepHandle<Done> RESERVE_FUNDS = StepHandle.of("reserve-funds", Done.class);
    public static final StepHandle<Transfer> TRANSFER = StepHandle.of("transfer", Transfer.class);
    public static final StepHandle<Done> BOOK = StepHandle.of("book", Done.class);
    public static final StepHandle<Notice> NOTIFY = StepHandle.of("notify", Notice.class);

    /** What the bank's manual says, in figures that let an example end within a minute or two. */
    public static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofDays(30))
            .visibleWithin(Duration.ofSeconds(5))
            .keyLength(64)
            .concurrency(32)
            .timeLimit(Duration.ofSeconds(2))
            .build();

    private static final Downstream MESSAGE_GATEWAY = Downstream.named("message-gateway")
            .honoursOperationKey(Duration.ofDays(30))
            .visibleWithin(Duration.ofSeconds(2))
            .timeLimit(Duration.ofSeconds(2))
            .build();

    private PaymentSaga() {}

    /** The definition, over these three services. */
    public static SagaDefinition<PaymentOrder> define(Ledger ledger, BankClient bank, NoticeBoard notices) {
        return define(ledger, bank, BANK, notices);
    }

    /** The same with another profile for the bank, of the same {@linkplain Downstream#keyLength() key length}. */
    public static SagaDefinition<PaymentOrder> define(
            Ledger ledger, BankClient bank, Downstream bankProfile, NoticeBoard notices) {
        return Saga.define(NAME, PaymentOrder.class)
                .version(1)
                .businessKey(PaymentOrder::orderId)
                .amount(order -> new Amount(order.amount(), order.currency()))
                .step(
                        RESERVE_FUNDS,
                        step -> step.request(Posting.class, saga -> Posting.of(saga.input()))
                                .inTransaction(ledger::reserve)
                                .amount(posting -> new Amount(posting.amount(), posting.currency()))
                                .compensate(
                                        Done.class,
                                        undo -> undo.request(Posting.class, (saga, done) -> Posting.of(saga.input()))
                                                .inTransaction(ledger::release)))
                .step(
                        TRANSFER,
                        step -> step.after(RESERVE_FUNDS)
                                .downstream(bankProfile)
                                .request(TransferRequest.class, saga -> TransferRequest.of(saga.input()))
                                .call(bank::transfer)
                                .query(bank::findTransfer)
                                .matches(TransferRequest::isMetBy)
                                .retry(PaymentSaga::soon)
                                .queryBudget(PaymentSaga::soon)
                                .amount(transfer -> new Amount(transfer.amount(), transfer.currency()))
                                // After the pivot a reversal, or a part of one, is a refund that people order: it waits
                                // for no
                                // undo of the booking, which there is none of; they enter it in the ledger.
                                .compensate(
                                        Reversal.class,
                                        undo -> undo.after()
                                                .request(
                                                        ReversalRequest.class, (saga, sent) -> ReversalRequest.of(sent))
                                                .partial((saga, sent, amount) ->
                                                        ReversalRequest.of(sent, amount.value()))
                                                .call(bank::reverse)
                                                .query(bank::findReversal)
                                                .matches(ReversalRequest::isMetBy)
                                                .retry(PaymentSaga::soon)
                                                .queryBudget(PaymentSaga::soon)))
                .step(
                        BOOK,
                        step -> step.after(TRANSFER)
                                .pivot()
                                .request(Posting.class, saga -> Posting.of(saga.input()))
                                .inTransaction(ledger::book))
                .step(
                        NOTIFY,
                        step -> step.after(BOOK)
                                .downstream(MESSAGE_GATEWAY)
                                .request(Notice.class, saga -> Notice.of(saga.input(), saga.result(TRANSFER)))
                                .call(notices::post)
                                .query(notices::find)
                                .matches(Notice::equals)
                                .retry(PaymentSaga::soon)
                                .retriable("a message that was not sent yet can always be sent"))
                .build();
    }

    private static RetryBudget soon(RetryBudget usual) {
        return usual.attempts(60).within(Duration.ofMinutes(10)).backoff(Duration.ofMillis(250), Duration.ofSeconds(4));
    }
}
