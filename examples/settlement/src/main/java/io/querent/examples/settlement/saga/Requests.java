package io.querent.examples.settlement.saga;

import io.querent.examples.payment.bankclient.Transfer;
import io.querent.examples.payment.bankclient.TransferRequest;
import io.querent.examples.settlement.ledger.message.BookSettlement;
import io.querent.examples.settlement.ledger.message.BookSettlement.Line;
import io.querent.examples.settlement.ledger.message.BookedSettlement;
import io.querent.examples.settlement.ledger.message.FreezeWindow;
import io.querent.examples.settlement.ledger.message.FrozenWindow;
import io.querent.examples.settlement.ledger.message.ReopenWindow;
import io.querent.examples.settlement.ledger.message.SettlementNotice;
import io.querent.examples.settlement.payout.Payout;
import io.querent.examples.settlement.payout.PayoutPlan;
import io.querent.saga.Amount;
import io.querent.saga.ItemResults;
import io.querent.saga.Message;
import io.querent.saga.MinorUnits;
import io.querent.saga.SagaView;
import java.util.ArrayList;
import java.util.List;

/** What the steps ask for, from what was found out before them. */
final class Requests {
    private static final MinorUnits UNITS = MinorUnits.iso4217();

    private Requests() {}

    static FreezeWindow freeze(SagaView<Settlement> saga) {
        Settlement settlement = saga.input();
        return new FreezeWindow(
                settlement.key(), settlement.merchant(), settlement.window().toString(), settlement.before());
    }

    static ReopenWindow reopen(FrozenWindow frozen) {
        return new ReopenWindow(frozen.settlement(), frozen.merchant(), frozen.window());
    }

    static ComputePayouts compute(SagaView<Settlement> saga) {
        FrozenWindow frozen = saga.result(SettlementSaga.FREEZE_WINDOW);
        return new ComputePayouts(saga.input().rules(), frozen.currency(), frozen.shares());
    }

    static TransferRequest transfer(SagaView<Settlement> saga, Payout payout) {
        Amount amount = UNITS.toAmount(
                payout.netMinor(), saga.result(SettlementSaga.COMPUTE_PAYOUTS).currency());
        return new TransferRequest(
                SettlementSaga.DEBTOR_ACCOUNT,
                payout.bank(),
                payout.account(),
                amount.value(),
                amount.currency(),
                saga.input().key() + " " + payout.beneficiary());
    }

    /** Every payout is either paid or, refused by the bank, returned: none is left out, or the ledger refuses the sum. */
    static BookSettlement book(SagaView<Settlement> saga) {
        FrozenWindow frozen = saga.result(SettlementSaga.FREEZE_WINDOW);
        PayoutPlan plan = saga.result(SettlementSaga.COMPUTE_PAYOUTS);
        ItemResults<Transfer> results = saga.results(SettlementSaga.PAY);
        List<Line> paid = new ArrayList<>();
        List<Line> returned = new ArrayList<>();
        for (Payout payout : plan.payouts()) {
            Transfer transfer = results.succeeded().get(payout.beneficiary());
            if (transfer != null) {
                paid.add(new Line(payout.beneficiary(), minor(transfer), transfer.key()));
            } else {
                returned.add(new Line(payout.beneficiary(), payout.netMinor(), refusal(results, payout)));
            }
        }
        return new BookSettlement(
                frozen.settlement(),
                frozen.merchant(),
                frozen.window(),
                plan.currency(),
                plan.totalMinor(),
                plan.feesMinor(),
                paid,
                returned);
    }

    static Message<SettlementNotice> notice(SagaView<Settlement> saga) {
        BookedSettlement booked = saga.result(SettlementSaga.BOOK);
        Settlement settlement = saga.input();
        return new Message<>(
                SettlementNotice.TOPIC,
                settlement.merchant(),
                new SettlementNotice(
                        settlement.key(),
                        settlement.merchant(),
                        settlement.window().toString(),
                        booked.currency(),
                        booked.paidMinor(),
                        booked.returnedMinor(),
                        booked.feesMinor(),
                        saga.result(SettlementSaga.REPORT_UPLOADED).sha256()));
    }

    private static String refusal(ItemResults<Transfer> results, Payout payout) {
        ItemResults.Refusal refusal = results.refused().get(payout.beneficiary());
        if (refusal == null) {
            throw new IllegalStateException("the payout to " + payout.beneficiary() + " was neither paid nor refused");
        }
        return refusal.code();
    }

    /** What the bank says it has paid, not what it was asked for. */
    private static long minor(Transfer transfer) {
        return UNITS.toMinorLong(new Amount(transfer.amount(), transfer.currency()));
    }
}
