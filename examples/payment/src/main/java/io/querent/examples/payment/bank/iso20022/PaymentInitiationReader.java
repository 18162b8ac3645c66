package io.querent.examples.payment.bank.iso20022;

import io.querent.examples.payment.bank.instruction.InstructionKind;
import io.querent.examples.payment.bank.instruction.InstructionReader;
import io.querent.examples.payment.bank.instruction.KeyFormat;
import io.querent.examples.payment.bank.instruction.Money;
import io.querent.examples.payment.bank.instruction.PaymentInitiation;
import io.querent.examples.payment.bank.instruction.PaymentInitiation.Payment;
import io.querent.examples.payment.bank.instruction.Reading;
import io.querent.examples.payment.bank.instruction.TransferInstruction;
import io.querent.examples.payment.xml.RefusedFileException;
import io.querent.examples.payment.xml.XmlCursor;
import io.querent.examples.payment.xml.XmlElement;
import io.querent.examples.payment.xml.XmlLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Understands a {@code pain.001.001.09}, or refuses it as a whole: a bank that took the half of a file would leave its customer to find out
 * which. Thread-safe.
 */
public final class PaymentInitiationReader {
    /** Largest file, in bytes. */
    public static final int MOST_BYTES = 16 * 1024 * 1024;

    /** Most payments of a file. */
    public static final int MOST_PAYMENTS = 10_000;

    private static final String NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
    private static final XmlLimits LIMITS = XmlLimits.ofBytes(MOST_BYTES);
    private static final int LONGEST_ID = 35;
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,18}(\\.[0-9]{1,17})?");
    private static final String REMEDY = "correct the file";

    private final InstructionReader instructions;

    /** @param instructions what is understood has to be an instruction to it, too: it is stored as one */
    public PaymentInitiationReader(InstructionReader instructions) {
        this.instructions = instructions;
    }

    /** What is counted while a file is read. */
    private static final class Tally {
        private final List<Payment> payments = new ArrayList<>();
        private final Set<String> ids = new HashSet<>();
        private BigDecimal sum = BigDecimal.ZERO;
    }

    /**
     * Understands a file.
     *
     * @throws RefusedFileException when anything is wrong with it
     */
    public PaymentInitiation read(byte[] xml) {
        try {
            XmlCursor cursor = XmlCursor.open("payment file", new ByteArrayInputStream(xml), LIMITS);
            return document(cursor);
        } catch (IOException impossible) {
            throw new UncheckedIOException("bytes in memory cannot be read", impossible);
        }
    }

    private PaymentInitiation document(XmlCursor cursor) {
        cursor.enterRoot("Document");
        if (!cursor.namespace().equals(NAMESPACE)) {
            throw cursor.refused("namespace " + NAMESPACE, cursor.namespace(), "send a pain.001.001.09");
        } else if (!cursor.next() || !cursor.name().equals("CstmrCdtTrfInitn")) {
            throw cursor.refused("element CstmrCdtTrfInitn", "another one, or none", REMEDY);
        }
        cursor.enter();
        XmlElement header = null;
        Tally tally = new Tally();
        while (cursor.next()) {
            switch (cursor.name()) {
                case "GrpHdr" -> header = cursor.read();
                case "PmtInf" -> group(cursor, tally);
                default -> cursor.skip();
            }
        }
        if (header == null || tally.payments.isEmpty()) {
            throw cursor.refused("GrpHdr and PmtInf with a payment", "not both", REMEDY);
        } else if (cursor.next()) {
            throw cursor.refused("one message", "another one", "send them apart");
        }
        cursor.end();
        check(header, tally.payments.size(), tally.sum);
        return new PaymentInitiation(key(header.get("MsgId")), tally.payments);
    }

    /** The debtor comes before the payments, as the format has it. */
    private void group(XmlCursor cursor, Tally tally) {
        int before = tally.payments.size();
        BigDecimal sumBefore = tally.sum;
        String debtor = null;
        List<XmlElement> totals = new ArrayList<>();
        cursor.enter();
        while (cursor.next()) {
            switch (cursor.name()) {
                case "DbtrAcct" -> debtor = account(cursor.read());
                case "NbOfTxs", "CtrlSum" -> totals.add(cursor.read());
                case "CdtTrfTxInf" -> add(tally, cursor.read(), debtor);
                default -> cursor.skip();
            }
        }
        for (XmlElement total : totals) {
            BigDecimal made = total.name().equals("CtrlSum")
                    ? tally.sum.subtract(sumBefore)
                    : BigDecimal.valueOf(tally.payments.size() - before);
            equal(total, made);
        }
    }

    private void add(Tally tally, XmlElement payment, @Nullable String debtor) {
        if (debtor == null) {
            throw payment.refused("DbtrAcct before it", "none", REMEDY);
        } else if (tally.payments.size() == MOST_PAYMENTS) {
            throw payment.refused("at most " + MOST_PAYMENTS + " payments", "more", "send several files");
        }
        XmlElement id = payment.get("PmtId", "EndToEndId");
        if (!tally.ids.add(key(id))) {
            throw id.refused("end-to-end ids that differ", id.text() + " again", REMEDY);
        }
        XmlElement amount = payment.get("Amt", "InstdAmt");
        TransferInstruction instruction = new TransferInstruction(
                debtor,
                bank(payment.get("CdtrAgt", "FinInstnId")),
                account(payment.get("CdtrAcct")),
                money(amount),
                payment.findText("RmtInf", "Ustrd").orElse(id.text()),
                payment.findText("PmtId", "UETR").orElse(null));
        checkAsInstruction(payment, instruction);
        tally.payments.add(new Payment(id.text(), instruction));
        tally.sum = tally.sum.add(decimal(amount));
    }

    private void checkAsInstruction(XmlElement payment, TransferInstruction instruction) {
        byte[] stored = instructions.write(instruction).getBytes(StandardCharsets.UTF_8);
        if (instructions.read(InstructionKind.TRANSFER, stored) instanceof Reading.Invalid invalid) {
            throw payment.refused(
                    "a payment that can be carried out", invalid.violations().toString(), REMEDY);
        }
    }

    private static void check(XmlElement header, int payments, BigDecimal sum) {
        equal(header.get("NbOfTxs"), BigDecimal.valueOf(payments));
        header.find("CtrlSum").ifPresent(control -> equal(control, sum));
    }

    private static void equal(XmlElement told, BigDecimal made) {
        if (decimal(told).compareTo(made) != 0) {
            throw told.refused(made.toPlainString() + ", as the payments make", told.text(), REMEDY);
        }
    }

    private static String key(XmlElement id) {
        if (id.text().length() > LONGEST_ID || !KeyFormat.accepts(id.text())) {
            throw id.refused("1 to 35 ASCII letters, digits, '.', '_', '-' and ':'", id.text(), REMEDY);
        }
        return id.text();
    }

    private static Money money(XmlElement amount) {
        try {
            return new Money(decimal(amount), amount.attribute("Ccy"));
        } catch (IllegalArgumentException refused) {
            throw amount.refused("an amount of a currency", String.valueOf(refused.getMessage()), REMEDY);
        }
    }

    private static BigDecimal decimal(XmlElement element) {
        if (!DECIMAL.matcher(element.text()).matches()) {
            throw element.refused("a decimal number", element.text(), REMEDY);
        }
        return new BigDecimal(element.text());
    }

    private static String account(XmlElement account) {
        return account.findText("Id", "IBAN").orElseGet(() -> account.getText("Id", "Othr", "Id"));
    }

    private static String bank(XmlElement institution) {
        return institution.findText("BICFI").orElseGet(() -> institution.getText("Othr", "Id"));
    }
}
