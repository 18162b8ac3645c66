package io.querent.examples.payment.bank.http;

import io.querent.examples.payment.bank.books.AccountDay;
import io.querent.examples.payment.bank.books.AccountDay.Line;
import io.querent.examples.payment.bank.books.BooksReport.Booking;
import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.instruction.InstructionKind;
import io.querent.examples.payment.bank.instruction.Money;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Statements as a bank tells them that has made mistakes. They add up all the same. */
record DistortedStatements(BankFaults faults) {
    /** Ids of bookings that are in no books are below all that are. */
    private static final long FIRST_FOREIGN = -1;

    List<AccountDay> distort(List<AccountDay> accounts) {
        List<AccountDay> told = new ArrayList<>();
        for (AccountDay account : accounts) {
            List<Line> lines =
                    new ArrayList<>(account.lines().stream().map(this::distort).toList());
            if (told.isEmpty()) {
                lines.addAll(foreign(account));
            }
            told.add(new AccountDay(account.account(), account.currency(), account.opening(), lines));
        }
        return told;
    }

    private Line distort(Line line) {
        Booking booking = line.booking();
        if (!faults.isToldWrong(booking.key())) {
            return line;
        }
        Money right = booking.money();
        BigDecimal wrong =
                right.amount().add(BigDecimal.ONE.movePointLeft(right.amount().scale()));
        return new Line(with(booking, booking.id(), booking.key(), new Money(wrong, right.currency())), line.uetr());
    }

    private List<Line> foreign(AccountDay account) {
        Booking like = account.lines().get(0).booking();
        List<Line> lines = new ArrayList<>();
        for (int number = 0; number < faults.statements().foreignBookings(); number++) {
            Money one = new Money(BigDecimal.ONE, account.currency());
            lines.add(new Line(with(like, FIRST_FOREIGN - number, "FOREIGN-" + (number + 1), one), null));
        }
        return lines;
    }

    private static Booking with(Booking booking, long id, String key, Money money) {
        boolean own = booking.key().equals(key);
        return new Booking(
                id,
                own ? booking.kind() : InstructionKind.TRANSFER,
                key,
                own ? booking.originalKey() : null,
                money,
                booking.debtorAccount(),
                booking.creditorBank(),
                booking.creditorAccount(),
                booking.reference(),
                booking.bookedAt());
    }
}
