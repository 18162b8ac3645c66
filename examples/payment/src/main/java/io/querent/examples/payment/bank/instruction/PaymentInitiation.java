package io.querent.examples.payment.bank.instruction;

import java.util.List;

/**
 * A payment file as the bank understands it.
 *
 * @param messageId its id, which makes a repeat a repeat
 * @param payments what it asks for, each under a key of its own
 */
public record PaymentInitiation(String messageId, List<Payment> payments) {
    public PaymentInitiation {
        payments = List.copyOf(payments);
    }

    /** One payment. */
    public record Payment(String endToEndId, TransferInstruction instruction) {}
}
