package io.querent.examples.payment.bank.http;

import io.querent.examples.payment.bank.faults.SendFault;
import io.querent.examples.payment.bank.http.Reaction.HangUp;
import io.querent.examples.payment.bank.http.Reaction.Later;
import io.querent.examples.payment.bank.http.Reaction.Reply;
import java.time.Duration;

/** What becomes of an answer to something that was carried out. */
final class SpoiltAnswers {
    private SpoiltAnswers() {}

    static Reaction spoil(SendFault fault, Answer answer, Duration slowness) {
        return switch (fault) {
            case REPLY_LOST -> new HangUp();
            case ERROR_AFTER_BOOKING -> new Reply(Problems.internalError());
            case GARBLED_ANSWER -> new Reply(answer.garbled());
            case SLOW_ANSWER -> new Later(slowness, () -> new Reply(answer));
            default -> throw new IllegalStateException("not met after carrying out: " + fault);
        };
    }
}
