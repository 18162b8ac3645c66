package io.querent.examples.settlement.iso20022;

import io.querent.examples.payment.xml.XmlElement;
import io.querent.runtime.reconciliation.Direction;
import io.querent.runtime.reconciliation.ReportEntry;
import io.querent.runtime.reconciliation.ReportEntry.Status;
import io.querent.saga.Amount;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads one entry of a statement and its transactions. Versions 2 and 8 differ in where a status and an amount stand. */
final class EntryReader {
    private static final String NOT_PROVIDED = "NOTPROVIDED";
    private static final int LONGEST_ID = 35;

    private final Values values;

    EntryReader(Values values) {
        this.values = values;
    }

    /** What all transactions of an entry share. */
    private record Frame(
            String name,
            Amount amount,
            Direction direction,
            Status status,
            boolean reversal,
            @Nullable LocalDate bookedOn,
            @Nullable String reference,
            boolean isBatch) {}

    /** @param number the entry's number in the file, from 1 */
    StatementEntry read(XmlElement entry, int number) {
        List<XmlElement> details = new ArrayList<>();
        entry.children("NtryDtls").forEach(each -> details.addAll(each.children("TxDtls")));
        Frame frame = new Frame(
                "entry " + number,
                values.amount(entry.get("Amt")),
                Values.direction(entry.get("CdtDbtInd")),
                status(entry.get("Sts")),
                entry.find("RvslInd").map(Values::flag).orElse(false),
                entry.find("BookgDt").map(Values::day).orElse(null),
                text(entry, "AcctSvcrRef").orElse(null),
                details.size() > 1);
        List<ReportEntry> transactions = new ArrayList<>();
        for (XmlElement detail : details) {
            transactions.add(transaction(frame, detail, transactions.size() + 1));
        }
        if (details.isEmpty()) {
            transactions.add(whole(frame, entry.line()));
        }
        return new StatementEntry(
                frame.amount(),
                frame.direction(),
                frame.status(),
                transactions,
                entry.get("Amt").place());
    }

    private static ReportEntry whole(Frame frame, int line) {
        return new ReportEntry(
                frame.reference() == null ? frame.name() : frame.reference(),
                line,
                null,
                null,
                frame.amount(),
                frame.direction(),
                frame.status(),
                frame.reversal(),
                null,
                frame.bookedOn());
    }

    private ReportEntry transaction(Frame frame, XmlElement detail, int number) {
        Optional<XmlElement> returned = detail.find("RtrInf");
        return new ReportEntry(
                reference(frame, detail, number),
                detail.line(),
                id(detail, "EndToEndId"),
                id(detail, "UETR"),
                id(detail, "InstrId"),
                amount(frame, detail),
                detail.find("CdtDbtInd").map(Values::direction).orElse(frame.direction()),
                frame.status(),
                frame.reversal() || returned.isPresent(),
                returned.flatMap(why -> text(why, "Rsn", "Cd").or(() -> text(why, "Rsn", "Prtry")))
                        .orElse(null),
                frame.bookedOn());
    }

    private static String reference(Frame frame, XmlElement detail, int number) {
        return text(detail, "Refs", "AcctSvcrRef")
                .or(() -> frame.isBatch() ? Optional.empty() : Optional.ofNullable(frame.reference()))
                .orElse(frame.isBatch() ? frame.name() + "." + number : frame.name());
    }

    private static @Nullable String id(XmlElement detail, String name) {
        return text(detail, "Refs", name)
                .filter(some -> !some.equals(NOT_PROVIDED))
                .orElse(null);
    }

    /** A UETR is one character longer than the other ids. */
    private static Optional<String> text(XmlElement parent, String... path) {
        Optional<XmlElement> element =
                parent.find(path).filter(some -> !some.text().isEmpty());
        element.filter(some -> some.text().length() > LONGEST_ID + 1).ifPresent(some -> {
            throw some.refused("at most " + LONGEST_ID + " characters", some.text(), "ask the bank");
        });
        return element.map(XmlElement::text);
    }

    /** Of several transactions each has to say its own amount; one alone has the entry's. */
    private Amount amount(Frame frame, XmlElement detail) {
        Optional<XmlElement> own = amount(detail, frame.amount().currency());
        if (own.isEmpty() && frame.isBatch()) {
            throw detail.refused("an amount of each transaction of a batch", "none", "ask the bank");
        }
        return own.map(values::amount).orElse(frame.amount());
    }

    /** What a transaction says it moved: of several amounts the one in the entry's currency. */
    static Optional<XmlElement> amount(XmlElement detail, String currency) {
        return Stream.of(
                        detail.find("Amt"),
                        detail.find("AmtDtls", "TxAmt", "Amt"),
                        detail.find("AmtDtls", "CntrValAmt", "Amt"))
                .flatMap(Optional::stream)
                .min(Comparator.comparing(stated -> !stated.attribute("Ccy").equals(currency)));
    }

    private static Status status(XmlElement element) {
        String code = element.find("Cd").map(XmlElement::text).orElse(element.text());
        return switch (code) {
            case "BOOK" -> Status.BOOKED;
            case "PDNG", "FUTR" -> Status.PENDING;
            case "INFO" -> Status.INFORMATION;
            default -> {
                if (element.find("Prtry").isPresent()) {
                    yield Status.INFORMATION;
                }
                throw element.find("Cd").orElse(element).refused("BOOK, PDNG or INFO", code, "ask the bank");
            }
        };
    }
}
