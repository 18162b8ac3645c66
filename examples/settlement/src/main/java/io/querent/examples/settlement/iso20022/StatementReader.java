package io.querent.examples.settlement.iso20022;

import io.querent.examples.payment.xml.XmlCursor;
import io.querent.examples.payment.xml.XmlElement;
import io.querent.examples.payment.xml.XmlLimits;
import io.querent.runtime.reconciliation.Direction;
import io.querent.runtime.reconciliation.ProviderReport;
import io.querent.saga.Amount;
import io.querent.saga.MinorUnits;
import io.querent.saga.Sha256;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Reads bank statements ({@code camt.053}, versions 2 and 8) and notifications ({@code camt.054}, version 8) strictly. A file that is not
 * what it says is refused as a whole, by a {@link io.querent.examples.payment.xml.RefusedFileException} that says where and why. Thread-safe.
 */
public final class StatementReader {
    /** Largest file. */
    public static final int MOST_BYTES = 64 * 1024 * 1024;

    private static final XmlLimits LIMITS = XmlLimits.ofBytes(MOST_BYTES);

    /** Elements of a message and of its statements that are read and of which there is one at most. */
    private static final Set<String> SINGLE = Set.of("GrpHdr", "Id", "StmtPgntn", "NtfctnPgntn", "Acct", "TxsSummry");

    private final Values values;
    private final EntryReader entries;

    /** @param units in how many decimal places the bank counts each currency */
    public StatementReader(MinorUnits units) {
        this.values = new Values(units);
        this.entries = new EntryReader(values);
    }

    /**
     * Reads a file and holds it against itself: counts, sums, balances, and ids that may not occur twice.
     *
     * @param name what it is called in refusals and in the audit
     * @throws io.querent.examples.payment.xml.RefusedFileException when anything is wrong with it
     */
    public StatementFile read(String name, byte[] xml) {
        EntryChecks checks = new EntryChecks(values);
        StatementFile file = read(name, xml, checks::check);
        new StatementChecks(file).check();
        return file;
    }

    /**
     * Reads a file that may contradict itself, to look at it. It is not to be applied.
     *
     * @param name what it is called in refusals
     * @throws io.querent.examples.payment.xml.RefusedFileException when it is no statement
     */
    public StatementFile readUnchecked(String name, byte[] xml) {
        return read(name, xml, (entry, element) -> {});
    }

    private StatementFile read(String name, byte[] xml, BiConsumer<StatementEntry, XmlElement> check) {
        try {
            XmlCursor cursor = XmlCursor.open(name, new ByteArrayInputStream(xml), LIMITS);
            String digest = HexFormat.of().formatHex(Sha256.begin().digest(xml));
            return document(cursor, name, digest, check);
        } catch (IOException impossible) {
            throw new UncheckedIOException("bytes in memory cannot be read", impossible);
        }
    }

    private StatementFile document(
            XmlCursor cursor, String name, String digest, BiConsumer<StatementEntry, XmlElement> check) {
        cursor.enterRoot("Document");
        StatementMessage message = StatementMessage.of(cursor.namespace())
                .orElseThrow(() -> cursor.refused(
                        "namespace of camt.053.001.02, camt.053.001.08 or camt.054.001.08",
                        cursor.namespace().isEmpty() ? "none" : cursor.namespace(),
                        "have the bank send one of these"));
        enter(cursor, message.body());
        String id = "";
        boolean paged = false;
        List<Statement> statements = new ArrayList<>();
        Entries read = new Entries(check);
        Set<String> seen = new HashSet<>();
        while (cursor.next()) {
            requireSingle(cursor, seen);
            if (cursor.name().equals("GrpHdr")) {
                XmlElement header = cursor.read();
                id = header.getText("MsgId");
                paged = isPage(header, "MsgPgntn");
            } else if (cursor.name().equals(message.part())) {
                statements.add(statement(cursor, paged, read));
            } else {
                cursor.skip();
            }
        }
        if (id.isEmpty() || statements.isEmpty()) {
            throw cursor.refused("GrpHdr and " + message.part(), "not both", "have the bank send it again");
        } else if (cursor.next()) {
            throw cursor.refused("one message", "another one", "have the bank send them apart");
        }
        cursor.end();
        return new StatementFile(name, digest, id, message, statements);
    }

    private static void enter(XmlCursor cursor, String body) {
        if (!cursor.next() || !cursor.name().equals(body)) {
            throw cursor.refused("element " + body, "another one, or none", "have the bank send it again");
        }
        cursor.enter();
    }

    /** Of two that differ nobody knows which one counts. */
    private static void requireSingle(XmlCursor cursor, Set<String> seen) {
        if (SINGLE.contains(cursor.name()) && !seen.add(cursor.name())) {
            throw cursor.refused("at most one " + cursor.name(), "another one", "have the bank send it again");
        }
    }

    private Statement statement(XmlCursor cursor, boolean paged, Entries read) {
        boolean page = paged;
        XmlElement name = null;
        XmlElement account = null;
        List<Balance> balances = new ArrayList<>();
        List<XmlElement> summaries = new ArrayList<>();
        List<StatementEntry> own = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        cursor.enter();
        while (cursor.next()) {
            requireSingle(cursor, seen);
            switch (cursor.name()) {
                case "Id" -> name = cursor.read();
                case "StmtPgntn", "NtfctnPgntn" -> page |= isPage(cursor.read());
                case "Acct" -> account = account(cursor.read());
                case "Bal" -> balances.add(balance(cursor.read()));
                case "TxsSummry" -> summaries.add(cursor.read());
                case "Ntry" -> own.add(read.next(cursor));
                default -> cursor.skip();
            }
        }
        if (name == null || name.text().isEmpty() || account == null) {
            throw cursor.refused("Id and Acct of a statement", "not both", "have the bank send it again");
        }
        return new Statement(name, account, page, balances, summaries, own);
    }

    /** The entries of one file, counted through. Each is checked while it is at hand: a long file is not held as a whole. */
    private final class Entries {
        private final BiConsumer<StatementEntry, XmlElement> check;
        private int count;

        Entries(BiConsumer<StatementEntry, XmlElement> check) {
            this.check = check;
        }

        StatementEntry next(XmlCursor cursor) {
            count++;
            if (count > ProviderReport.MOST_ENTRIES) {
                throw cursor.refused(
                        "at most " + ProviderReport.MOST_ENTRIES + " entries", "more", "have it sent in parts");
            }
            XmlElement element = cursor.read();
            StatementEntry entry = entries.read(element, count);
            check.accept(entry, element);
            return entry;
        }
    }

    private static boolean isPage(XmlElement header, String name) {
        return header.find(name).filter(StatementReader::isPage).isPresent();
    }

    private static boolean isPage(XmlElement pagination) {
        return Values.count(pagination.get("PgNb")) > 1 || !Values.flag(pagination.get("LastPgInd"));
    }

    private static XmlElement account(XmlElement account) {
        XmlElement number = account.find("Id", "IBAN").orElseGet(() -> account.get("Id", "Othr", "Id"));
        String unused = number.getText();
        return number;
    }

    private Balance balance(XmlElement balance) {
        Amount amount = values.amount(balance.get("Amt"));
        Direction direction = Values.direction(balance.get("CdtDbtInd"));
        String type =
                balance.findText("Tp", "CdOrPrtry", "Cd").orElseGet(() -> balance.getText("Tp", "CdOrPrtry", "Prtry"));
        return new Balance(
                type,
                new Amount(StatementEntry.signed(amount.value(), direction), amount.currency()),
                Values.day(balance.get("Dt")),
                balance.get("Amt"));
    }
}
