package io.querent.examples.payment.audit;

import io.querent.examples.payment.bankclient.BankBooking;
import io.querent.examples.payment.bankclient.BankBooks;
import io.querent.examples.payment.ledger.LedgerBooks;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Reads all books into a cross-check. Not thread-safe. */
public final class Audit {
    private final BankBooks bank;
    private final LedgerBooks ledger;
    private final Map<Book, Integer> read = new EnumMap<>(Book.class);

    public Audit(BankBooks bank, LedgerBooks ledger) {
        this.bank = bank;
        this.ledger = ledger;
    }

    /**
     * Opens a cross-check that knows every effect, to be shown every payment next.
     *
     * @throws IOException when the bank does not show its books
     */
    public CrossCheck open() throws IOException, InterruptedException {
        CrossCheck check = new CrossCheck();
        bank.read(booking -> note(check, effect(booking)));
        ledger.readEntries(entry -> note(
                check,
                Effect.movement(entry.key(), entry.movement(), entry.amount(), entry.currency(), entry.account())));
        ledger.readNotices(notice -> note(check, Effect.notice(notice.key(), notice.orderId(), notice.recipient())));
        ledger.unbalanced().forEach(account -> check.wrong(unbalanced(account)));
        return check;
    }

    /** How many effects that book held. */
    public int read(Book book) {
        return read.getOrDefault(book, 0);
    }

    private void note(CrossCheck check, Effect effect) {
        read.merge(effect.book(), 1, Integer::sum);
        check.found(effect);
    }

    private static Effect effect(BankBooking booking) {
        return booking.kind().equals("TRANSFER")
                ? Effect.transfer(
                        booking.key(),
                        booking.amount(),
                        booking.currency(),
                        booking.debtorAccount(),
                        booking.creditorBank(),
                        booking.creditorAccount())
                : Effect.reversal(booking.key(), booking.amount(), booking.currency(), booking.originalKey());
    }

    private static Finding unbalanced(LedgerBooks.Unbalanced account) {
        return new Finding(
                Finding.Kind.UNBALANCED,
                Book.LEDGER.toString(),
                "account " + account.account() + " in " + account.currency(),
                "available, reserved, booked " + account.expected(),
                account.found().toString());
    }
}
