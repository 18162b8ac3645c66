package io.querent.examples.settlement.saga;

import io.querent.examples.payment.bankclient.Reversal;
import io.querent.examples.payment.bankclient.ReversalRequest;
import io.querent.examples.payment.bankclient.Transfer;
import io.querent.examples.payment.bankclient.TransferRequest;
import io.querent.examples.settlement.ledger.message.BookSettlement;
import io.querent.examples.settlement.ledger.message.BookedSettlement;
import io.querent.examples.settlement.ledger.message.FreezeWindow;
import io.querent.examples.settlement.ledger.message.FrozenWindow;
import io.querent.examples.settlement.ledger.message.ReopenWindow;
import io.querent.examples.settlement.ledger.message.ReopenedWindow;
import io.querent.examples.settlement.ledgerclient.LedgerSteps;
import io.querent.examples.settlement.payout.Payout;
import io.querent.examples.settlement.payout.PayoutPlan;
import io.querent.examples.settlement.reports.ReportDesk;
import io.querent.examples.settlement.reports.ReportStore;
import io.querent.examples.settlement.reports.StoredReport;
import io.querent.examples.settlement.reports.Written;
import io.querent.saga.Amount;
import io.querent.saga.Described;
import io.querent.saga.Done;
import io.querent.saga.Downstream;
import io.querent.saga.ForEachBuilder;
import io.querent.saga.ItemsHandle;
import io.querent.saga.RetryBudget;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepHandle;
import java.time.Duration;

/**
 * Settles one window of one merchant: fixes what was sold, works out who is paid what, has the bank pay each, books it, and reports in
 * four stages.
 *
 * <p>A payout that the bank refuses stops no other: it is booked to the merchant's balance. The pivot is {@code book}. Until then a
 * settlement that is cancelled is taken back: payouts are reversed at the bank first, each under a key of its own, and the window is given
 * back when all of them are. After it the merchant has been told, and there is only forward: every stage of the report can be done again
 * until it is done.
 */
public final class SettlementSaga {
    public static final String NAME = "settlement";

    public static final StepHandle<FrozenWindow> FREEZE_WINDOW = StepHandle.of("freeze-window", FrozenWindow.class);
    public static final StepHandle<PayoutPlan> COMPUTE_PAYOUTS = StepHandle.of("compute-payouts", PayoutPlan.class);
    public static final ItemsHandle<Transfer> PAY = ItemsHandle.of("pay", Transfer.class);
    public static final StepHandle<BookedSettlement> BOOK = StepHandle.of("book", BookedSettlement.class);
    public static final StepHandle<Done> REPORT_CREATED = StepHandle.of("report-created", Done.class);
    public static final StepHandle<Written> REPORT_GENERATED = StepHandle.of("report-generated", Written.class);
    public static final StepHandle<StoredReport> REPORT_UPLOADED = StepHandle.of("report-uploaded", StoredReport.class);
    public static final String REPORT_NOTIFIED = "report-notified";

    /** Whose account at the bank payouts are made from. */
    public static final String DEBTOR_ACCOUNT = "5001001";

    /** Most payouts of one settlement: every item's events are read whenever its saga is, so larger windows are better split. */
    public static final int MOST_PAYOUTS = 250;

    /** What the bank's manual says of payment files, in figures that let an example end within a minute or two. */
    public static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofDays(30))
            .visibleWithin(Duration.ofSeconds(5))
            // An end-to-end id of ISO 20022 has 35 characters.
            .keyLength(35)
            .concurrency(128)
            .timeLimit(Duration.ofSeconds(8))
            .build();

    private static final int PAYOUTS_AT_A_TIME = 32;
    private static final String FORWARD = "after the booking nobody refuses this: trying again ends in success";

    private final LedgerSteps ledger;
    private final PayoutBank bank;
    private final ReportDesk reports;
    private final ReportStore store;

    private SettlementSaga(LedgerSteps ledger, PayoutBank bank, ReportDesk reports, ReportStore store) {
        this.ledger = ledger;
        this.bank = bank;
        this.reports = reports;
        this.store = store;
    }

    /** The definition, over these services. */
    public static SagaDefinition<Settlement> define(
            LedgerSteps ledger, PayoutBank bank, ReportDesk reports, ReportStore store) {
        return new SettlementSaga(ledger, bank, reports, store).define();
    }

    private SagaDefinition<Settlement> define() {
        return Saga.define(NAME, Settlement.class)
                .version(1)
                .businessKey(Settlement::key)
                .attribute("merchant", Settlement::merchant)
                .step(
                        FREEZE_WINDOW,
                        step -> step.downstream(LedgerSteps.LEDGER)
                                .request(FreezeWindow.class, Requests::freeze)
                                .call(ledger.freeze())
                                .query(ledger.frozen())
                                .matches((request, found) -> found.answers(request))
                                .retry(SettlementSaga::soon)
                                .queryBudget(SettlementSaga::soon)
                                .compensate(
                                        ReopenedWindow.class,
                                        undo -> undo.request(
                                                        ReopenWindow.class, (saga, frozen) -> Requests.reopen(frozen))
                                                .call(ledger.reopen())
                                                .query(ledger.reopened())
                                                .matches((request, found) -> found.answers(request))
                                                .retry(SettlementSaga::soon)
                                                .queryBudget(SettlementSaga::soon)))
                .step(
                        COMPUTE_PAYOUTS,
                        step -> step.after(FREEZE_WINDOW)
                                .request(ComputePayouts.class, Requests::compute)
                                .inTransaction(ComputePayouts::compute)
                                .needsNoUndo("a calculation moves nothing"))
                .forEach(PAY, this::payouts)
                .step(
                        BOOK,
                        step -> step.after(PAY)
                                .downstream(LedgerSteps.LEDGER)
                                .pivot()
                                .request(BookSettlement.class, Requests::book)
                                .call(ledger.book())
                                .query(ledger.booked())
                                .matches((request, found) -> found.answers(request))
                                .retry(SettlementSaga::soon)
                                .queryBudget(SettlementSaga::soon))
                .step(
                        REPORT_CREATED,
                        step -> step.after(BOOK)
                                .request(String.class, saga -> saga.input().key())
                                .inTransaction(reports::create)
                                .retriable(FORWARD))
                .step(
                        REPORT_GENERATED,
                        step -> step.after(REPORT_CREATED)
                                .request(BookSettlement.class, Requests::book)
                                .inTransaction(reports::generate)
                                .retriable(FORWARD))
                .step(
                        REPORT_UPLOADED,
                        step -> step.after(REPORT_GENERATED)
                                .downstream(ReportStore.REPORT_STORE)
                                .request(Written.class, saga -> saga.result(REPORT_GENERATED))
                                .call(store::upload)
                                .query(store::find)
                                .matches((request, found) -> found.holds(request))
                                .retry(SettlementSaga::soon)
                                .queryBudget(SettlementSaga::soon)
                                .retriable(FORWARD))
                .publish(
                        REPORT_NOTIFIED,
                        message -> message.after(REPORT_UPLOADED)
                                .message(Requests::notice)
                                .needsNoUndo("it comes after the pivot, and says what is booked for good"))
                .build();
    }

    /** One operation for each beneficiary, under a key of its own; it travels in a payment file with others. */
    private Described<Settlement> payouts(ForEachBuilder<Settlement, Transfer> each) {
        return each.after(COMPUTE_PAYOUTS)
                .items(Payout.class, saga -> saga.result(COMPUTE_PAYOUTS).payouts(), Payout::beneficiary)
                .atMost(MOST_PAYOUTS)
                .parallel(PAYOUTS_AT_A_TIME)
                .collect()
                .downstream(BANK)
                .request(TransferRequest.class, Requests::transfer)
                .each(payout -> payout.call(bank::pay)
                        .query(bank::findPayout)
                        .matches(TransferRequest::isMetBy)
                        .retry(SettlementSaga::soon)
                        .queryBudget(SettlementSaga::soon)
                        .amount(transfer -> new Amount(transfer.amount(), transfer.currency()))
                        .compensate(
                                Reversal.class,
                                undo -> undo.request(ReversalRequest.class, (saga, sent) -> ReversalRequest.of(sent))
                                        .call(bank::reverse)
                                        .query(bank::findReversal)
                                        .matches(ReversalRequest::isMetBy)
                                        .retry(SettlementSaga::soon)
                                        .queryBudget(SettlementSaga::soon)));
    }

    private static RetryBudget soon(RetryBudget usual) {
        return usual.attempts(60).within(Duration.ofMinutes(10)).backoff(Duration.ofMillis(250), Duration.ofSeconds(4));
    }
}
