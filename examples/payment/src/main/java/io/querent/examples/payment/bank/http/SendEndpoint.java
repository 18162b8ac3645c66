package io.querent.examples.payment.bank.http;

import io.querent.examples.payment.bank.books.OpenBooks;
import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.faults.SendFault;
import io.querent.examples.payment.bank.http.Reaction.HangUp;
import io.querent.examples.payment.bank.http.Reaction.Later;
import io.querent.examples.payment.bank.http.Reaction.Reply;
import io.querent.examples.payment.bank.instruction.Instruction;
import io.querent.examples.payment.bank.instruction.InstructionKind;
import io.querent.examples.payment.bank.instruction.InstructionReader;
import io.querent.examples.payment.bank.instruction.KeyFormat;
import io.querent.examples.payment.bank.instruction.Reading;
import java.util.List;
import java.util.Optional;

/**
 * {@code POST /transfers} and {@code POST /reversals}: counts the send, meets the fault drawn for it, carries out the instruction. Only
 * requests that are well formed meet faults; the others are refused alike every time.
 */
final class SendEndpoint {
    private final OpenBooks books;
    private final InstructionReader instructions;
    private final BankFaults faults;
    private final boolean honoursKeys;
    private final KeysInProgress inProgress = new KeysInProgress();

    SendEndpoint(OpenBooks books, InstructionReader instructions, BankFaults faults, boolean honoursKeys) {
        this.books = books;
        this.instructions = instructions;
        this.faults = faults;
        this.honoursKeys = honoursKeys;
    }

    /** A well-formed send: the {@code number}th under its key. */
    private record Send(String key, Instruction instruction, long number) {}

    Reaction react(InstructionKind kind, Request request) {
        List<String> keys = request.headers().all("Idempotency-Key");
        if (keys.isEmpty()) {
            return new Reply(Problems.missingKey());
        }
        String key = keys.get(0);
        if (keys.size() > 1 || !KeyFormat.accepts(key)) {
            return new Reply(Problems.invalidKey());
        }
        if (!request.isJson()) {
            return new Reply(Problems.unsupportedMediaType("application/json"));
        }
        byte[] body = request.body().bytes();
        long number = books.counts().send(key, Digest.of(body));
        Reading reading = instructions.read(kind, body);
        if (reading instanceof Reading.NotJson notJson) {
            return new Reply(Problems.invalidJson(notJson.message()));
        }
        if (reading instanceof Reading.Invalid invalid) {
            return new Reply(Problems.invalidInstruction(invalid.violations()));
        }
        return meetFault(new Send(key, ((Reading.Understood) reading).instruction(), number));
    }

    private Reaction meetFault(Send send) {
        Optional<SendFault> fault = faults.onSend(send.key(), send.number());
        if (fault.isEmpty()) {
            return new Reply(carryOut(send));
        }
        return switch (fault.get()) {
            case REQUEST_LOST -> new HangUp();
            case UNAVAILABLE -> new Reply(Problems.unavailable(faults.sends().retryAfter()));
            case TOO_MANY_REQUESTS ->
                new Reply(Problems.tooManyRequests(faults.sends().retryAfter()));
            case LATE_BOOKING -> arriveLate(send);
            case PENDING -> new Reply(accept(send));
            case SLOW_BOOKING -> carryOutLater(send);
            default -> SpoiltAnswers.spoil(fault.get(), carryOut(send), faults.slowness(send.key(), send.number()));
        };
    }

    private Reaction arriveLate(Send send) {
        books.arrivals().park(send.key(), send.instruction(), faults.lateness(send.key(), send.number()));
        return new HangUp();
    }

    private Answer accept(Send send) {
        return Entries.toSend(
                send.key(),
                books.books().accept(send.key(), send.instruction(), faults.pendency(send.key(), send.number())));
    }

    private Answer carryOut(Send send) {
        if (!honoursKeys) {
            return book(send);
        }
        if (!inProgress.enter(send.key())) {
            return Problems.inProgress(send.key());
        }
        try {
            return book(send);
        } finally {
            inProgress.leave(send.key());
        }
    }

    /** The key stays in progress over the delay, so a repeat meanwhile is told so. */
    private Reaction carryOutLater(Send send) {
        if (honoursKeys && !inProgress.enter(send.key())) {
            return new Reply(Problems.inProgress(send.key()));
        }
        return new Later(faults.slowness(send.key(), send.number()), () -> {
            try {
                return new Reply(book(send));
            } finally {
                inProgress.leave(send.key());
            }
        });
    }

    private Answer book(Send send) {
        return Entries.toSend(send.key(), books.books().carryOut(send.key(), send.instruction()));
    }
}
