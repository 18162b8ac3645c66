package io.querent.examples.payment.bank.books;

import io.querent.examples.payment.bank.books.BooksReport.Booking;
import io.querent.examples.payment.bank.instruction.InstructionKind;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was booked on one account in one currency.
 *
 * @param opening what was on the account before; less than nothing where it was overdrawn
 * @param lines in the order of their booking; never none
 */
public record AccountDay(String account, String currency, BigDecimal opening, List<Line> lines) {
    public AccountDay {
        lines = List.copyOf(lines);
    }

    /**
     * A booking.
     *
     * @param uetr unique end-to-end transaction reference of the transfer, also where this gives it back; null where it has none
     */
    public record Line(Booking booking, @Nullable String uetr) {
        /** What it adds to the account; less than nothing for a transfer, which takes. */
        public BigDecimal signed() {
            BigDecimal amount = booking.money().amount();
            return booking.kind() == InstructionKind.TRANSFER ? amount.negate() : amount;
        }
    }

    /** What is on the account afterwards. */
    public BigDecimal closing() {
        return lines.stream().map(Line::signed).reduce(opening, BigDecimal::add);
    }
}
