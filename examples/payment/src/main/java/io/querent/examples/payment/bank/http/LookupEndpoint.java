package io.querent.examples.payment.bank.http;

import io.querent.examples.payment.bank.books.OpenBooks;
import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.faults.LookupFault;
import io.querent.examples.payment.bank.http.Reaction.HangUp;
import io.querent.examples.payment.bank.http.Reaction.Later;
import io.querent.examples.payment.bank.http.Reaction.Reply;
import io.querent.examples.payment.bank.instruction.InstructionKind;
import io.querent.examples.payment.bank.instruction.KeyFormat;
import java.util.Optional;

/** {@code GET /transfers/{key}} and {@code GET /reversals/{key}}: what became of a key, as far as it is visible yet. */
final class LookupEndpoint {
    private final OpenBooks books;
    private final BankFaults faults;

    LookupEndpoint(OpenBooks books, BankFaults faults) {
        this.books = books;
        this.faults = faults;
    }

    Reaction react(InstructionKind kind, String key) {
        if (!KeyFormat.accepts(key)) {
            return new Reply(Problems.invalidKey());
        }
        Optional<LookupFault> fault = faults.onLookup(key, books.counts().lookup(key));
        if (fault.isEmpty()) {
            return new Reply(find(kind, key));
        }
        return switch (fault.get()) {
            case UNAVAILABLE -> new Reply(Problems.unavailable(faults.sends().retryAfter()));
            case HANG -> new Later(faults.lookups().hang(), HangUp::new);
        };
    }

    private Answer find(InstructionKind kind, String key) {
        return books.lookups()
                .find(kind, key, faults.visibilityLag(key))
                .map(Entries::toLookup)
                .orElseGet(() -> Problems.notFound(key));
    }
}
