package io.querent.examples.settlement.iso20022;

import io.querent.examples.payment.xml.XmlElement;
import io.querent.runtime.reconciliation.ReportEntry;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

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
        for (ReportEntry transaction : entry.transactions()) {
            alike(entry, transaction, element);
        }
        sum(entry, element);
    }

    /** What is stated in other money, or the other way, proves nothing of what the entry moved. */
    private static void alike(StatementEntry entry, ReportEntry transaction, XmlElement element) {
        String expected = entry.direction() + " in " + entry.amount().currency();
        String found = transaction.direction() + " in " + transaction.amount().currency();
        if (!found.equals(expected)) {
            throw transaction(element, transaction.line()).refused(expected + ", as its entry", found, REMEDY);
        }
    }

    private static XmlElement transaction(XmlElement element, int line) {
        return element.children("NtryDtls").stream()
                .flatMap(each -> each.children("TxDtls").stream())
                .filter(each -> each.line() == line)
                .findFirst()
                .orElse(element);
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

    /** Between an entry and its transactions stand the charges that are stated with their amounts, and nothing else. */
    private void sum(StatementEntry entry, XmlElement element) {
        BigDecimal made = made(entry);
        BigDecimal charged = new Charges(values, entry.amount().currency()).of(element);
        BigDecimal signed = entry.signed();
        if (signed.compareTo(made) != 0 && signed.compareTo(made.add(charged)) != 0) {
            throw element.get("Amt")
                    .refused(
                            made.add(charged).toPlainString()
                                    + " (less than nothing: taken from the account), as its transactions and charges make",
                            signed.toPlainString(),
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
