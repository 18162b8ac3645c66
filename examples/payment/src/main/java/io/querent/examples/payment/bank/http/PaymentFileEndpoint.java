package io.querent.examples.payment.bank.http;

import io.querent.examples.payment.bank.books.Entry;
import io.querent.examples.payment.bank.books.Lookups;
import io.querent.examples.payment.bank.books.OpenBooks;
import io.querent.examples.payment.bank.books.Ruling;
import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.faults.LookupFault;
import io.querent.examples.payment.bank.faults.SendFault;
import io.querent.examples.payment.bank.http.Reaction.HangUp;
import io.querent.examples.payment.bank.http.Reaction.Later;
import io.querent.examples.payment.bank.http.Reaction.Reply;
import io.querent.examples.payment.bank.instruction.InstructionKind;
import io.querent.examples.payment.bank.instruction.InstructionReader;
import io.querent.examples.payment.bank.instruction.KeyFormat;
import io.querent.examples.payment.bank.instruction.PaymentInitiation;
import io.querent.examples.payment.bank.instruction.PaymentInitiation.Payment;
import io.querent.examples.payment.bank.instruction.TransferInstruction;
import io.querent.examples.payment.bank.iso20022.PaymentInitiationReader;
import io.querent.examples.payment.bank.iso20022.StatusReport;
import io.querent.examples.payment.xml.RefusedFileException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * {@code POST /payment-files} takes a file of payments, {@code GET /payment-files/{message id}} tells what became of each. A file's message id
 * counts once; each payment counts once under its end-to-end id, in whatever file it comes. Both meet faults: the file as a whole, drawn by
 * its message id, and each payment, which the answer is then silent about.
 */
final class PaymentFileEndpoint {
    private static final int OK = 200;
    private static final int CREATED = 201;

    private final OpenBooks books;
    private final InstructionReader instructions;
    private final PaymentInitiationReader files;
    private final BankFaults faults;

    PaymentFileEndpoint(OpenBooks books, InstructionReader instructions, BankFaults faults) {
        this.books = books;
        this.instructions = instructions;
        this.files = new PaymentInitiationReader(instructions);
        this.faults = faults;
    }

    Reaction react(Request request) {
        if (!request.isXml()) {
            return new Reply(Problems.unsupportedMediaType("application/xml"));
        }
        byte[] body = request.body().bytes();
        PaymentInitiation file;
        try {
            file = files.read(body);
        } catch (RefusedFileException refused) {
            return new Reply(Problems.invalidPaymentFile(refused));
        }
        long number = books.counts().send(file.messageId(), Digest.of(body));
        Optional<SendFault> fault = faults.onSend(file.messageId(), number);
        if (fault.isEmpty()) {
            return new Reply(carryOut(file));
        }
        return switch (fault.get()) {
            case REQUEST_LOST -> new HangUp();
            case UNAVAILABLE -> new Reply(Problems.unavailable(faults.sends().retryAfter()));
            case TOO_MANY_REQUESTS ->
                new Reply(Problems.tooManyRequests(faults.sends().retryAfter()));
            case SLOW_BOOKING -> new Later(faults.slowness(file.messageId(), number), () -> new Reply(carryOut(file)));
            // These two are a payment's, and it may meet them by itself.
            case LATE_BOOKING, PENDING -> new Reply(carryOut(file));
            default -> SpoiltAnswers.spoil(fault.get(), carryOut(file), faults.slowness(file.messageId(), number));
        };
    }

    /** What became of a file, as far as it is visible yet. */
    Reaction find(String messageId) {
        if (!KeyFormat.accepts(messageId)) {
            return new Reply(Problems.invalidKey());
        }
        Optional<LookupFault> fault = faults.onLookup(messageId, books.counts().lookup(messageId));
        if (fault.isEmpty()) {
            return new Reply(report(messageId));
        }
        return switch (fault.get()) {
            case UNAVAILABLE -> new Reply(Problems.unavailable(faults.sends().retryAfter()));
            case HANG -> new Later(faults.lookups().hang(), HangUp::new);
        };
    }

    private Answer report(String messageId) {
        Optional<PaymentInitiation> file = books.files().find(messageId);
        if (file.isEmpty()) {
            return Problems.notFound(messageId);
        }
        StatusReport report = new StatusReport(messageId);
        for (Payment payment : file.get().payments()) {
            String key = payment.endToEndId();
            books.lookups()
                    .find(InstructionKind.TRANSFER, key, faults.visibilityLag(key))
                    .map(Lookups.Found::entry)
                    .ifPresent(entry -> add(report, payment, entry));
        }
        return Answer.xml(OK, report.toXml(Instant.now()));
    }

    private Answer carryOut(PaymentInitiation file) {
        if (!books.files().claim(file)) {
            return Problems.duplicateMessage(file.messageId());
        }
        StatusReport report = new StatusReport(file.messageId());
        file.payments().forEach(payment -> carryOut(report, payment));
        return Answer.xml(CREATED, report.toXml(Instant.now())).with("Location", "/payment-files/" + file.messageId());
    }

    private void carryOut(StatusReport report, Payment payment) {
        String key = payment.endToEndId();
        TransferInstruction instruction = payment.instruction();
        byte[] bytes = instructions.write(instruction).getBytes(StandardCharsets.UTF_8);
        long number = books.counts().send(key, Digest.of(bytes));
        Optional<SendFault> fault = faults.onSend(key, number);
        if (fault.isEmpty()) {
            add(report, payment, books.books().carryOut(key, instruction));
            return;
        }
        switch (fault.get()) {
            case REQUEST_LOST, UNAVAILABLE, TOO_MANY_REQUESTS -> {}
            case LATE_BOOKING -> books.arrivals().park(key, instruction, faults.lateness(key, number));
            case PENDING -> add(report, payment, books.books().accept(key, instruction, faults.pendency(key, number)));
            case REPLY_LOST, ERROR_AFTER_BOOKING, GARBLED_ANSWER ->
                books.books().carryOut(key, instruction);
            case SLOW_ANSWER, SLOW_BOOKING -> add(report, payment, books.books().carryOut(key, instruction));
        }
    }

    private static void add(StatusReport report, Payment payment, Ruling ruling) {
        if (ruling instanceof Ruling.First first) {
            report.add(payment.instruction(), first.entry());
        } else if (ruling instanceof Ruling.Replay replay) {
            report.add(payment.instruction(), replay.entry());
        } else {
            report.addKeyReused(payment.endToEndId(), payment.instruction());
        }
    }

    /** The key may be another payment's, which came first. */
    private static void add(StatusReport report, Payment payment, Entry entry) {
        if (entry.instruction().equals(payment.instruction())) {
            report.add(payment.instruction(), entry);
        } else {
            report.addKeyReused(payment.endToEndId(), payment.instruction());
        }
    }
}
