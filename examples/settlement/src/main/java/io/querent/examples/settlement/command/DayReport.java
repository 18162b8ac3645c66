package io.querent.examples.settlement.command;

import io.querent.command.text.TextTable;
import io.querent.decision.SagaStatus;
import io.querent.examples.payment.audit.Book;
import io.querent.examples.settlement.audit.Proceeds;
import io.querent.examples.settlement.command.Attempts.After;
import io.querent.examples.settlement.command.Unknowns.End;
import io.querent.saga.MinorUnits;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;

/** The table at the end of a run. */
final class DayReport {
    private static final MinorUnits UNITS = MinorUnits.iso4217();

    private final Intake intake;
    private final Set<String> asked;
    private final Inspection.Result result;

    /** @param asked settlements of this run; the result is of all that are in the directory */
    DayReport(Intake intake, Set<SagaKey> asked, Inspection.Result result) {
        this.intake = intake;
        this.asked =
                Set.copyOf(asked.stream().map(key -> key.businessKey().value()).toList());
        this.result = result;
    }

    /** @param took how long the run took so far */
    List<String> lines(Duration took) {
        TextTable table = new TextTable();
        Figures figures = result.figures();
        table.row(
                "This run",
                String.format(Locale.ROOT, "%.1f s", took.toMillis() / 1000.0),
                "since the service was started, the last time where it was killed");
        table.row("  new", number(intake.started()));
        table.row("  replayed", number(intake.replayed()), "settled or under way before");
        table.row("  in conflict", number(intake.conflicting()), "same key, other settlement");
        table.row("");
        table.row("All settlements here", number(result.all()), "of all dates in this directory; so is all below");
        table.row("  completed", number(result.of(SagaStatus.COMPLETED)));
        table.row("  compensated", number(result.of(SagaStatus.COMPENSATED)));
        table.row("  failed", number(result.of(SagaStatus.FAILED)));
        table.row("  unsettled", number(result.unsettled()), "wait for a person, or did not end in time");
        table.row("");
        table.row("Payouts", number(figures.payouts()));
        table.row("  paid", number(figures.paid()));
        table.row("  refused", number(figures.refused()), refusals(figures));
        table.row("  reversed", number(figures.reversed()));
        table.row("Pending", number(figures.pending()), "times that the bank had accepted and not finished");
        attempts(table, figures.attempts());
        unknowns(table, figures.unknowns());
        table.row("");
        result.audit()
                .totals()
                .byCurrency()
                .forEach((currency, row) -> table.row(
                        "Paid in " + currency,
                        decimal(row.bank(), currency),
                        "ledger " + decimal(row.ledger(), currency) + ", statement "
                                + decimal(row.statement(), currency)));
        fees(table);
        return table.lines();
    }

    /** Each is in one line, so the lines make the number above them. */
    private static void attempts(TextTable table, Attempts attempts) {
        table.row(
                "Attempts",
                number(attempts.all()),
                "each in a payment file with others unless it was not executed, and in one of these lines");
        table.row("  first", number(attempts.after(After.NOTHING)));
        table.row("  after not executed", number(attempts.after(After.NOT_EXECUTED)), "certain that nothing happened");
        table.row(
                "  after an absent one", number(attempts.after(After.ABSENCE)), "it was proved that the bank had none");
        table.row("  after a decision", number(attempts.after(After.OTHERWISE)), "or otherwise");
    }

    /** Paid, fees and what came back are together what was sold. */
    private void fees(TextTable table) {
        SortedMap<String, Proceeds> own = Proceeds.byCurrency(result.ledger(), asked::contains);
        Proceeds.byCurrency(result.ledger(), any -> true).forEach((currency, all) -> {
            Proceeds here = own.getOrDefault(currency, Proceeds.NOTHING);
            table.row(
                    "Fees in " + currency,
                    decimal(all.fees(), currency),
                    "of " + decimal(all.sold(), currency) + " sold, of which " + decimal(all.returned(), currency)
                            + " came back; on the dates of this run " + decimal(here.fees(), currency) + " of "
                            + decimal(here.sold(), currency));
        });
    }

    /** Each time is in one line, so the lines make the number above them. */
    private static void unknowns(TextTable table, Unknowns unknowns) {
        table.row("Unknown", number(unknowns.times()), "times that nobody could say; each is in one of these lines");
        table.row("  found by asking", number(unknowns.ended(End.FOUND)), "the bank had it: done, refused or accepted");
        table.row("  absent, sent again", number(unknowns.ended(End.ABSENT)), "same bytes, same end-to-end id");
        table.row("  by the statement", number(unknowns.ended(End.BY_STATEMENT)), "decided in bulk, audited");
        table.row("  by a person", number(unknowns.ended(End.BY_PERSON)), "decided singly, audited");
        table.row("  told unasked", number(unknowns.ended(End.TOLD)), "or answered when it was sent again");
        table.row("  still open", number(unknowns.open()));
    }

    /** What was compared, in words. */
    String extent() {
        return String.format(
                Locale.ROOT,
                "%,d settlements against %,d bookings of the bank, %,d lines of its statement, %,d ledger entries, %,d reports and"
                        + " %,d notices",
                result.all(),
                read(Book.BANK),
                read(Book.STATEMENT),
                read(Book.LEDGER),
                read(Book.REPORTS),
                read(Book.NOTICES));
    }

    private int read(Book book) {
        return result.audit().read().getOrDefault(book, 0);
    }

    private static String refusals(Figures figures) {
        return String.join(
                ", ",
                figures.refusals().entrySet().stream()
                        .map(refusal -> refusal.getKey() + " " + number(refusal.getValue()))
                        .toList());
    }

    private static String decimal(long minor, String currency) {
        return UNITS.toAmount(minor, currency).value().toPlainString();
    }

    private static String number(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
