package io.querent.examples.settlement.iso20022;

import io.querent.examples.payment.xml.XmlElement;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Holds an entry against the transactions that it is made of. */
final class EntryChecks {
    private static final String REMEDY = "have the bank send it again";

    private final Values values;

    EntryChecks(Values values) {
        this.values = values;
    }

    void check(StatementEntry entry, XmlElement element) {
        List<XmlElement> details = element.children("NtryDtls");
        for (XmlElement each : details) {
            each.find("Btch").ifPresent(batch -> number(batch, each.children("TxDtls")));
        }
        if (details.size() == 1) {
            details.get(0).find("Btch", "TtlAmt").ifPresent(total -> total(total, entry));
        }
        sum(entry, element);
    }

    /** A batch may be told without its transactions; where it has some, it has all. */
    private static void number(XmlElement batch, List<XmlElement> transactions) {
        Optional<XmlElement> number = batch.find("NbOfTxs");
        if (number.isPresent() && !transactions.isEmpty() && Values.count(number.get()) != transactions.size()) {
            throw number.get()
                    .refused(transactions.size() + ", as it holds", number.get().text(), REMEDY);
        }
    }

    private void total(XmlElement total, StatementEntry entry) {
        BigDecimal made = made(entry).abs();
        if (isAllIn(entry, total.attribute("Ccy"))
                && values.amount(total).value().compareTo(made) != 0) {
            throw total.refused(made.toPlainString() + ", as its transactions make", total.text(), REMEDY);
        }
    }

    /** Charges and exchange rates stand between an entry and its transactions. */
    private static void sum(StatementEntry entry, XmlElement element) {
        Stream<XmlElement> details =
                element.children("NtryDtls").stream().flatMap(each -> each.children("TxDtls").stream());
        boolean charged = Stream.concat(Stream.of(element), details)
                .anyMatch(each -> each.find("Chrgs").isPresent());
        BigDecimal made = made(entry);
        if (!charged
                && isAllIn(entry, entry.amount().currency())
                && entry.signed().compareTo(made) != 0) {
            throw element.get("Amt")
                    .refused(
                            made.toPlainString()
                                    + " (less than nothing: taken from the account), as its transactions make",
                            entry.signed().toPlainString(),
                            REMEDY);
        }
    }

    private static BigDecimal made(StatementEntry entry) {
        return entry.transactions().stream()
                .map(each -> StatementEntry.signed(each.amount().value(), each.direction()))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static boolean isAllIn(StatementEntry entry, String currency) {
        return entry.transactions().stream()
                .allMatch(each -> each.amount().currency().equals(currency));
    }
}
