package io.querent.examples.settlement.iso20022;

import io.querent.examples.payment.xml.XmlElement;
import io.querent.runtime.reconciliation.Direction;
import io.querent.runtime.reconciliation.ReportEntry;
import io.querent.runtime.reconciliation.ReportEntry.Status;
import io.querent.saga.Amount;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds the entries of one file against the transactions that they are made of, and these against each other. Not thread-safe. */
final class EntryChecks {
    private static final String REMEDY = "have the bank send it again";

    private final Values values;
    private final Set<Identity> seen = new HashSet<>();

    /** What only one transaction of a file may be. */
    private record Identity(
            String endToEndId, @Nullable String instructionId, Direction direction, boolean reversal, Status status) {}

    EntryChecks(Values values) {
        this.values = values;
    }

    void check(StatementEntry entry, XmlElement element) {
        List<XmlElement> details = element.children("NtryDtls");
        List<XmlElement> elements = details.stream()
                .flatMap(each -> each.children("TxDtls").stream())
                .toList();
        // Each transaction is of the element at its place; an entry without any has one that says what the entry does.
        for (int index = 0; index < elements.size(); index++) {
            unlike(entry.transactions().get(index), elements.get(index));
            alike(entry, entry.transactions().get(index), elements.get(index));
        }
        for (XmlElement each : details) {
            each.find("Btch").ifPresent(batch -> number(batch, each.children("TxDtls")));
        }
        totals(entry, details);
        sum(entry, element);
    }

    private void unlike(ReportEntry transaction, XmlElement element) {
        String id = transaction.endToEndId();
        if (id != null && !seen.add(identity(id, transaction))) {
            throw element.get("Refs", "EndToEndId").refused("end-to-end ids that differ", id + " again", REMEDY);
        }
    }

    /** Of what was paid once several parts may come back, each by an instruction of its own. */
    private static Identity identity(String endToEndId, ReportEntry transaction) {
        return new Identity(
                endToEndId,
                transaction.reversal() ? transaction.instructionId() : null,
                transaction.direction(),
                transaction.reversal(),
                transaction.status());
    }

    /** What is stated in other money, or the other way, proves nothing of what the entry moved. */
    private static void alike(StatementEntry entry, ReportEntry transaction, XmlElement element) {
        String expected = entry.direction() + " in " + entry.amount().currency();
        String found = transaction.direction() + " in " + transaction.amount().currency();
        if (!found.equals(expected)) {
            XmlElement wrong = transaction.direction() == entry.direction()
                    ? EntryReader.amount(element, entry.amount().currency()).orElse(element)
                    : element.get("CdtDbtInd");
            throw wrong.refused(expected + ", as its entry", found, REMEDY);
        }
    }

    /** A batch may be told without its transactions; where it has some, it has all. */
    private static void number(XmlElement batch, List<XmlElement> transactions) {
        Optional<XmlElement> number = batch.find("NbOfTxs");
        if (number.isPresent() && !transactions.isEmpty() && Values.count(number.get()) != transactions.size()) {
            throw number.get()
                    .refused(transactions.size() + ", as it holds", number.get().text(), REMEDY);
        }
    }

    /** A batch's total is that of its own transactions; batches that are told without any make the entry together. */
    private void totals(StatementEntry entry, List<XmlElement> details) {
        int from = 0;
        List<XmlElement> untold = new ArrayList<>();
        for (XmlElement each : details) {
            int to = from + each.children("TxDtls").size();
            BigDecimal made = made(entry.transactions().subList(from, to)).abs();
            Optional<XmlElement> total = each.find("Btch", "TtlAmt");
            if (from == to) {
                total.ifPresent(untold::add);
            } else {
                total.ifPresent(some -> total(some, in(entry, some), made));
            }
            from = to;
        }
        BigDecimal together = untold.stream().map(total -> in(entry, total)).reduce(BigDecimal.ZERO, BigDecimal::add);
        if (from == 0 && !untold.isEmpty() && untold.size() == details.size()) {
            total(untold.get(untold.size() - 1), together, entry.amount().value());
        }
    }

    private static void total(XmlElement total, BigDecimal told, BigDecimal made) {
        if (told.compareTo(made) != 0) {
            throw total.refused(made.toPlainString() + ", as its transactions make", told.toPlainString(), REMEDY);
        }
    }

    /** A total of other money than the entry's says nothing that could be compared. */
    private BigDecimal in(StatementEntry entry, XmlElement total) {
        String currency = entry.amount().currency();
        Amount told = values.amount(total);
        if (!told.currency().equals(currency)) {
            throw total.refused("a total in " + currency + ", as its entry", told.toString(), REMEDY);
        }
        return told.value();
    }

    /** Between an entry and its transactions stand the charges that are stated with their amounts, and nothing else. */
    private void sum(StatementEntry entry, XmlElement element) {
        BigDecimal made = made(entry.transactions());
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

    private static BigDecimal made(List<ReportEntry> transactions) {
        return transactions.stream()
                .map(each -> StatementEntry.signed(each.amount().value(), each.direction()))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
