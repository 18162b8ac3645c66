package io.querent.examples.settlement.reports;

import io.querent.examples.settlement.ledger.message.BookSettlement;
import io.querent.saga.MinorUnits;
import java.util.Comparator;
import java.util.List;

/** A report's text: the same for the same settlement, byte for byte, whoever generates it and when. */
final class ReportText {
    private static final MinorUnits UNITS = MinorUnits.iso4217();

    private ReportText() {}

    static String of(BookSettlement settlement) {
        StringBuilder text = new StringBuilder();
        text.append("settlement,").append(settlement.settlement()).append('\n');
        text.append("currency,").append(settlement.currency()).append('\n');
        total(text, "sold", settlement.totalMinor(), settlement);
        total(text, "fees", settlement.feesMinor(), settlement);
        total(text, "paid", settlement.paidMinor(), settlement);
        total(text, "returned", settlement.returnedMinor(), settlement);
        lines(text, "paid", settlement.paid(), settlement);
        lines(text, "returned", settlement.returned(), settlement);
        return text.toString();
    }

    private static void total(StringBuilder text, String name, long minor, BookSettlement settlement) {
        text.append(name).append(',').append(decimal(minor, settlement)).append('\n');
    }

    private static void lines(
            StringBuilder text, String kind, List<BookSettlement.Line> lines, BookSettlement settlement) {
        lines.stream()
                .sorted(Comparator.comparing(BookSettlement.Line::beneficiary))
                .forEach(line -> text.append(kind)
                        .append(',')
                        .append(line.beneficiary())
                        .append(',')
                        .append(decimal(line.minor(), settlement))
                        .append(',')
                        .append(line.reference())
                        .append('\n'));
    }

    private static String decimal(long minor, BookSettlement settlement) {
        return UNITS.toAmount(minor, settlement.currency()).value().toPlainString();
    }
}
