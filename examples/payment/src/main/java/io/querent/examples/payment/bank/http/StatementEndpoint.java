package io.querent.examples.payment.bank.http;

import io.querent.examples.payment.bank.books.AccountDay;
import io.querent.examples.payment.bank.books.OpenBooks;
import io.querent.examples.payment.bank.books.Statements;
import io.querent.examples.payment.bank.books.Statements.TooManyBookingsException;
import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.iso20022.AccountReport;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code GET /statements/{date}} and {@code GET /notifications}: what was booked, as ISO 20022 messages. */
final class StatementEndpoint {
    private static final int OK = 200;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private final OpenBooks books;
    private final DistortedStatements distorted;

    StatementEndpoint(OpenBooks books, BankFaults faults) {
        this.books = books;
        this.distorted = new DistortedStatements(faults);
    }

    /** The statement of a day of UTC, of one account where the request names it. */
    Answer statement(String date, @Nullable String account) {
        LocalDate day;
        try {
            day = LocalDate.parse(date);
        } catch (DateTimeException none) {
            return Problems.invalidParameter("date", "a day such as 2026-11-30");
        }
        try {
            List<AccountDay> accounts = books.statements().of(day, account);
            return accounts.isEmpty()
                    ? Problems.nothingBooked()
                    : Answer.xml(OK, AccountReport.statement(day, distorted.distort(accounts)));
        } catch (TooManyBookingsException tooMany) {
            return Problems.statementTooLong(Statements.LONGEST_DAY);
        }
    }

    /** Bookings with ids above {@code since}; the header Last-Booking has the highest, for the next question. */
    Answer notification(@Nullable String since) {
        String after = since == null ? "0" : since;
        if (!NUMBER.matcher(after).matches()) {
            return Problems.invalidParameter("since", "the id of a booking, or 0");
        }
        List<AccountDay> accounts = books.statements().since(Long.parseLong(after));
        if (accounts.isEmpty()) {
            return Problems.nothingBooked();
        }
        long last = accounts.stream()
                .flatMap(account -> account.lines().stream())
                .mapToLong(line -> line.booking().id())
                .max()
                .orElseThrow();
        String message = AccountReport.notification(Long.parseLong(after), distorted.distort(accounts));
        return Answer.xml(OK, message).with("Last-Booking", Long.toString(last));
    }
}
