package io.querent.examples.payment.notice;

import io.querent.examples.payment.bankclient.Transfer;
import io.querent.examples.payment.order.PaymentOrder;

/** A message to a customer. */
public record Notice(String orderId, String recipient, String message) {
    /** Tells the customer that the money has gone out. */
    public static Notice of(PaymentOrder order, Transfer transfer) {
        return new Notice(
                order.orderId(),
                order.debtorAccount(),
                "Paid %s %s to %s/%s, %s."
                        .formatted(
                                transfer.amount().toPlainString(),
                                transfer.currency(),
                                transfer.creditorBank(),
                                transfer.creditorAccount(),
                                order.reference()));
    }
}
