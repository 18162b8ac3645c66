package io.querent.examples.payment.bank.iso20022;

import io.querent.examples.payment.bank.books.AccountDay;
import io.querent.examples.payment.bank.books.AccountDay.Line;
import io.querent.examples.payment.bank.books.BooksReport.Booking;
import io.querent.examples.payment.bank.instruction.InstructionKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;

/**
 * What was booked on accounts, as {@code camt.053.001.08} with balances or as {@code camt.054.001.08} without. The same bookings make the same
 * bytes: the message is as old as the latest of them.
 */
public final class AccountReport {
    private static final String NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:";
    private static final int LONGEST_DETAIL = 105;

    private final String messageId;
    private final List<AccountDay> accounts;

    private AccountReport(String messageId, List<AccountDay> accounts) {
        this.messageId = messageId;
        this.accounts = accounts;
    }

    /** The statement of a day; {@code accounts} may not be empty. */
    public static String statement(LocalDate day, List<AccountDay> accounts) {
        String id = "S" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
        return new AccountReport(id, accounts).statement(day);
    }

    /** The notification of the bookings after {@code since}; {@code accounts} may not be empty. */
    public static String notification(long since, List<AccountDay> accounts) {
        return new AccountReport("N" + since, accounts).notification();
    }

    private String statement(LocalDate day) {
        XmlText xml = new XmlText(NAMESPACE + "camt.053.001.08").open("BkToCstmrStmt");
        header(xml);
        int number = 0;
        for (AccountDay account : accounts) {
            number++;
            xml.open("Stmt").text("Id", messageId + "-" + number).text("CreDtTm", latest());
            account(xml, account);
            balance(xml, "OPBD", account.opening(), account.currency(), day);
            balance(xml, "CLBD", account.closing(), account.currency(), day);
            totals(xml, account);
            account.lines().forEach(line -> entry(xml, line));
            xml.close(1);
        }
        return xml.end();
    }

    private String notification() {
        XmlText xml = new XmlText(NAMESPACE + "camt.054.001.08").open("BkToCstmrDbtCdtNtfctn");
        header(xml);
        int number = 0;
        for (AccountDay account : accounts) {
            number++;
            xml.open("Ntfctn").text("Id", messageId + "-" + number).text("CreDtTm", latest());
            account(xml, account);
            totals(xml, account);
            account.lines().forEach(line -> entry(xml, line));
            xml.close(1);
        }
        return xml.end();
    }

    private void header(XmlText xml) {
        xml.open("GrpHdr").text("MsgId", messageId).text("CreDtTm", latest()).close(1);
    }

    private String latest() {
        return accounts.stream()
                .flatMap(account -> account.lines().stream())
                .map(line -> line.booking().bookedAt())
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH)
                .toString();
    }

    private static void account(XmlText xml, AccountDay account) {
        xml.open("Acct")
                .account(account.account())
                .text("Ccy", account.currency())
                .close(1);
    }

    private static void balance(XmlText xml, String type, BigDecimal value, String currency, LocalDate day) {
        xml.open("Bal", "Tp", "CdOrPrtry")
                .text("Cd", type)
                .close(2)
                .amount("Amt", value.abs().toPlainString(), currency)
                .text("CdtDbtInd", direction(value))
                .open("Dt")
                .text("Dt", day.toString())
                .close(2);
    }

    private static void totals(XmlText xml, AccountDay account) {
        BigDecimal net = account.closing().subtract(account.opening());
        BigDecimal gross =
                account.lines().stream().map(line -> line.signed().abs()).reduce(BigDecimal.ZERO, BigDecimal::add);
        xml.open("TxsSummry", "TtlNtries")
                .text("NbOfNtries", Integer.toString(account.lines().size()))
                .text("Sum", gross.toPlainString())
                .open("TtlNetNtry")
                .text("Amt", net.abs().toPlainString())
                .text("CdtDbtInd", direction(net))
                .close(3);
    }

    private static void entry(XmlText xml, Line line) {
        Booking booking = line.booking();
        String day = booking.bookedAt().atOffset(ZoneOffset.UTC).toLocalDate().toString();
        String direction = direction(line.signed());
        xml.open("Ntry")
                .amount("Amt", booking.money())
                .text("CdtDbtInd", direction)
                .open("Sts")
                .text("Cd", "BOOK")
                .close(1)
                .open("BookgDt")
                .text("Dt", day)
                .close(1)
                .open("ValDt")
                .text("Dt", day)
                .close(1)
                .text("AcctSvcrRef", reference(booking))
                .open("BkTxCd", "Prtry")
                .text("Cd", booking.kind().name())
                .close(2)
                .open("NtryDtls", "TxDtls");
        transaction(xml, line, direction);
        xml.close(3);
    }

    private static void transaction(XmlText xml, Line line, String direction) {
        Booking booking = line.booking();
        String original = booking.originalKey();
        xml.open("Refs").text("AcctSvcrRef", reference(booking));
        if (original != null) {
            xml.text("InstrId", booking.key());
        }
        xml.text("EndToEndId", original == null ? booking.key() : original);
        if (line.uetr() != null) {
            xml.text("UETR", line.uetr());
        }
        xml.close(1).amount("Amt", booking.money()).text("CdtDbtInd", direction);
        xml.open("RltdPties", "CdtrAcct").account(booking.creditorAccount()).close(2);
        if (booking.kind() == InstructionKind.TRANSFER) {
            xml.open("RmtInf").text("Ustrd", booking.reference()).close(1);
        } else {
            String reason = booking.reference();
            xml.open("RtrInf")
                    .text("AddtlInf", reason.length() <= LONGEST_DETAIL ? reason : reason.substring(0, LONGEST_DETAIL))
                    .close(1);
        }
    }

    private static String reference(Booking booking) {
        return "B" + booking.id();
    }

    private static String direction(BigDecimal value) {
        return value.signum() < 0 ? "DBIT" : "CRDT";
    }
}
