package io.querent.examples.payment.bankclient;

import io.querent.examples.payment.order.PaymentOrder;
import java.math.BigDecimal;

/** What the bank is asked to transfer: the body of {@code POST /transfers}. */
public record TransferRequest(
        String debtorAccount,
        String creditorBank,
        String creditorAccount,
        BigDecimal amount,
        String currency,
        String reference) {
    /** The transfer that carries out {@code order}. */
    public static TransferRequest of(PaymentOrder order) {
        return new TransferRequest(
                order.debtorAccount(),
                order.creditorBank(),
                order.creditorAccount(),
                order.amount(),
                order.currency(),
                order.reference());
    }

    /** Whether {@code found} is this transfer, once: same money, same accounts, one booking. */
    public boolean isMetBy(Transfer found) {
        return amount.compareTo(found.amount()) == 0
                && currency.equals(found.currency())
                && debtorAccount.equals(found.debtorAccount())
                && creditorBank.equals(found.creditorBank())
                && creditorAccount.equals(found.creditorAccount())
                && found.bookings() == 1;
    }
}
