package io.querent.examples.settlement.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.querent.examples.payment.bankclient.Transfer;
import io.querent.examples.payment.bankclient.TransferRequest;
import io.querent.examples.payment.xml.RefusedFileException;
import io.querent.examples.settlement.iso20022.PaymentStatusReport;
import io.querent.examples.settlement.iso20022.PaymentStatusReport.TransactionStatus;
import io.querent.saga.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a status report for what it proves of each instruction. What it does not name is in no result, and so unknown. */
final class StatusLines {
    /** No statement about this payment: the id belongs to another one. */
    private static final String KEY_REUSED = "idempotency-key-reused";

    private StatusLines() {}

    /**
     * Reads it.
     *
     * @param messageId of the file that it has to be about
     */
    static Map<String, Outcome<Transfer>> read(String messageId, String report, List<Instruction> instructions) {
        PaymentStatusReport read;
        try {
            read = PaymentStatusReport.read("status of " + messageId, report.getBytes(UTF_8));
        } catch (RefusedFileException unreadable) {
            return unknown("the bank's status report cannot be read: " + unreadable.getMessage(), instructions);
        }
        if (!read.originalMessageId().equals(messageId)) {
            return unknown("the bank's status report is about " + read.originalMessageId(), instructions);
        }
        Map<String, Outcome<Transfer>> outcomes = new HashMap<>();
        for (Instruction instruction : instructions) {
            read.of(instruction.endToEndId())
                    .ifPresent(status -> outcomes.put(instruction.endToEndId(), outcome(instruction, status)));
        }
        return outcomes;
    }

    /** The same of all. */
    static Map<String, Outcome<Transfer>> unknown(String evidence, List<Instruction> instructions) {
        return all(Outcome.unknown(evidence), instructions);
    }

    /** The same of all. */
    static Map<String, Outcome<Transfer>> all(Outcome<Transfer> outcome, List<Instruction> instructions) {
        Map<String, Outcome<Transfer>> outcomes = new HashMap<>();
        instructions.forEach(instruction -> outcomes.put(instruction.endToEndId(), outcome));
        return outcomes;
    }

    private static Outcome<Transfer> outcome(Instruction instruction, TransactionStatus status) {
        if (KEY_REUSED.equals(status.reason())) {
            return Outcome.unknown("the bank knows the id " + status.endToEndId() + " for another payment");
        }
        return switch (status.finality()) {
            case SETTLED -> Outcome.succeeded(transfer(instruction));
            case OPEN -> Outcome.pending(status.bankReference() == null ? status.endToEndId() : status.bankReference());
            case REJECTED ->
                Outcome.rejected(
                        status.reason() == null ? "RJCT" : status.reason(),
                        status.details() == null ? "refused by the bank" : status.details());
        };
    }

    /** A settled line is about the instruction as it was sent: its id is in no other file with other money. */
    private static Transfer transfer(Instruction instruction) {
        TransferRequest sent = instruction.transfer();
        return new Transfer(
                instruction.endToEndId(),
                sent.debtorAccount(),
                sent.creditorBank(),
                sent.creditorAccount(),
                sent.amount(),
                sent.currency(),
                1);
    }
}
