package io.querent.examples.payment.faultrun.node;

import io.querent.examples.payment.order.PaymentOrder;
import java.math.BigDecimal;

/**
 * What is said to a node and by it, a line each: fields between tabs, the first of which says what it is. A node reads orders and
 * the question for its figures on standard input, and answers on standard output.
 */
public final class NodeLine {
    /** A node can be given orders. */
    public static final String READY = "ready";
    /** {@code stored ORDER}: the order's payment is stored. */
    public static final String STORED = "stored";
    /** {@code unavailable ORDER REASON}: nobody knows whether it is; ask again. */
    public static final String UNAVAILABLE = "unavailable";
    /** {@code refused ORDER REASON}: it never will be. */
    public static final String REFUSED = "refused";
    /** The question for figures; the answer is {@code figures NAME=NUMBER …}. */
    public static final String FIGURES = "figures";

    private static final String PAY = "pay";
    private static final String SEPARATOR = "\t";
    private static final int ORDER_FIELDS = 8;

    private NodeLine() {}

    /** Asks for a payment. */
    public static String pay(PaymentOrder order) {
        return of(
                PAY,
                order.orderId(),
                order.debtorAccount(),
                order.creditorBank(),
                order.creditorAccount(),
                order.amount().toPlainString(),
                order.currency(),
                order.symbol());
    }

    /** The fields as a line. */
    public static String of(String... fields) {
        return String.join(SEPARATOR, fields).replace('\n', ' ').replace('\r', ' ');
    }

    /** The fields of a line. */
    public static String[] fields(String line) {
        return line.split(SEPARATOR, -1);
    }

    static boolean isPay(String[] fields) {
        return fields[0].equals(PAY) && fields.length == ORDER_FIELDS;
    }

    static PaymentOrder order(String... fields) {
        return new PaymentOrder(
                fields[1], fields[2], fields[3], fields[4], new BigDecimal(fields[5]), fields[6], fields[7]);
    }
}
