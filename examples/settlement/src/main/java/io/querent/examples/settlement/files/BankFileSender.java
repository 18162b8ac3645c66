package io.querent.examples.settlement.files;

import io.querent.examples.payment.bankclient.BankFiles;
import io.querent.examples.payment.bankclient.FileReply;
import io.querent.examples.payment.bankclient.Transfer;
import io.querent.examples.payment.bankclient.TransferRequest;
import io.querent.examples.settlement.iso20022.PaymentFile;
import io.querent.examples.settlement.iso20022.PaymentInstruction;
import io.querent.examples.settlement.iso20022.Uetr;
import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sends a payment file to the bank, once, and says what the answer proves of each instruction in it. Whatever it does not prove is unknown,
 * and asked for under the instruction's own id. Thread-safe.
 */
final class BankFileSender implements FileGathering.FileSender {
    private static final String DEBTOR = "Settlement service";
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int ACCEPTED = 202;
    private static final int UNAUTHORIZED = 401;
    private static final int DUPLICATE = 409;
    private static final int TOO_MANY_REQUESTS = 429;

    private final BankFiles bank;
    private final OutgoingFiles outgoing;
    private final InstantSource clock;
    private final Duration listen;

    /** @param listen how long to listen for the answer to a file */
    BankFileSender(BankFiles bank, OutgoingFiles outgoing, InstantSource clock, Duration listen) {
        this.bank = bank;
        this.outgoing = outgoing;
        this.clock = clock;
        this.listen = listen;
    }

    @Override
    public Map<String, Outcome<Transfer>> send(List<Instruction> instructions) throws InterruptedException {
        PaymentFile file;
        byte[] xml;
        try {
            file = file(instructions);
            xml = file.toXml();
            outgoing.keep(file.messageId(), xml);
        } catch (IOException | RuntimeException unwritten) {
            return StatusLines.all(
                    Outcome.notExecuted("not-sent", "the payment file could not be written: " + unwritten),
                    instructions);
        }
        try {
            return read(file.messageId(), bank.send(xml, listen), instructions);
        } catch (ConnectException | HttpConnectTimeoutException refused) {
            return StatusLines.all(
                    Outcome.notExecuted("not-connected", "the bank took no connection: " + refused.getMessage()),
                    instructions);
        } catch (IOException unclear) {
            return StatusLines.unknown(
                    "payment file " + file.messageId() + " was sent, and its answer is lost: " + unclear.getMessage(),
                    instructions);
        }
    }

    /** Writing the first file of a process takes seconds, which are better not those of a call. */
    @Override
    public void prepare() {
        TransferRequest nothing = new TransferRequest("0", "AB", "0", BigDecimal.ONE, "EUR", "nothing");
        OperationKey key = new OperationKey("none:of:these:is-sent");
        byte[] unused =
                file(List.of(new Instruction("none", Uetr.of(key), nothing, 1))).toXml();
    }

    private Map<String, Outcome<Transfer>> read(String messageId, FileReply reply, List<Instruction> instructions)
            throws InterruptedException {
        return switch (reply.status()) {
            case OK, CREATED, ACCEPTED -> StatusLines.read(messageId, reply.body(), instructions);
            // The bank has this very file. What became of it stands under the link.
            case DUPLICATE -> duplicate(messageId, reply, instructions);
            case UNAUTHORIZED, TOO_MANY_REQUESTS -> StatusLines.all(refused(reply), instructions);
            default -> StatusLines.unknown("payment file " + messageId + ": " + reply.evidence(), instructions);
        };
    }

    private Map<String, Outcome<Transfer>> duplicate(String messageId, FileReply reply, List<Instruction> instructions)
            throws InterruptedException {
        Optional<String> link = reply.location();
        if (link.isEmpty()) {
            return StatusLines.unknown("payment file " + messageId + ": " + reply.evidence(), instructions);
        }
        try {
            FileReply status = bank.get(link.get());
            return status.status() == OK
                    ? StatusLines.read(messageId, status.body(), instructions)
                    : StatusLines.unknown(
                            "status of payment file " + messageId + ": " + status.evidence(), instructions);
        } catch (IOException away) {
            return StatusLines.unknown(
                    "the status of payment file " + messageId + " cannot be read: " + away.getMessage(), instructions);
        }
    }

    /** Given before the bank looks at the file. */
    private static Outcome<Transfer> refused(FileReply reply) {
        return reply.retryAfter()
                .map(pause -> Outcome.<Transfer>notExecuted("busy", reply.evidence(), pause))
                .orElseGet(() -> Outcome.notExecuted("busy", reply.evidence()));
    }

    private PaymentFile file(List<Instruction> instructions) {
        Instant now = clock.instant();
        return new PaymentFile(
                DEBTOR,
                instructions.get(0).transfer().debtorAccount(),
                now.atZone(ZoneOffset.UTC).toLocalDate(),
                now,
                instructions.stream().map(BankFileSender::line).toList(),
                instructions.stream().mapToInt(Instruction::attempt).max().orElse(1));
    }

    /** The same for the same operation, whatever file it travels in. */
    private static PaymentInstruction line(Instruction instruction) {
        TransferRequest transfer = instruction.transfer();
        return new PaymentInstruction(
                instruction.endToEndId(),
                instruction.uetr(),
                new Amount(transfer.amount(), transfer.currency()),
                "Holder of " + transfer.creditorAccount(),
                transfer.creditorBank(),
                transfer.creditorAccount(),
                transfer.reference());
    }
}
