package io.querent.examples.payment.ledger;

import io.querent.examples.payment.order.PaymentOrder;
import java.math.BigDecimal;

/** Money of one order to be moved within its debtor's account: the request of the saga's steps in the ledger. */
public record Posting(String orderId, String account, BigDecimal amount, String currency) {
    /** The money of {@code order}. */
    public static Posting of(PaymentOrder order) {
        return new Posting(order.orderId(), order.debtorAccount(), order.amount(), order.currency());
    }
}
