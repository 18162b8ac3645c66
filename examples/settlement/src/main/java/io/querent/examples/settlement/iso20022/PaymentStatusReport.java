package io.querent.examples.settlement.iso20022;

import io.querent.examples.payment.xml.XmlCursor;
import io.querent.examples.payment.xml.XmlElement;
import io.querent.examples.payment.xml.XmlLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a bank says of the instructions of one payment file, {@code pain.002.001.10}. An instruction that it does not mention may be at the
 * bank all the same: the bank has to be asked. Immutable.
 *
 * @param originalMessageId id of the file
 * @param statuses by end-to-end id, in the report's order
 */
public record PaymentStatusReport(String originalMessageId, Map<String, TransactionStatus> statuses) {
    private static final String NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.002.001.10";
    private static final XmlLimits LIMITS = XmlLimits.ofBytes(16L * 1024 * 1024);

    public PaymentStatusReport {
        statuses = Collections.unmodifiableMap(new LinkedHashMap<>(statuses));
    }

    /**
     * What became of one instruction.
     *
     * @param code the bank's: {@code ACSC}, {@code PDNG}, {@code RJCT}
     * @param reason code of why it was refused; null where there is none
     * @param details the bank's words; null where there are none
     * @param bankReference the bank's own name for it; null where there is none
     */
    public record TransactionStatus(
            String endToEndId,
            String code,
            @Nullable String reason,
            @Nullable String details,
            @Nullable String bankReference) {
        /** How final a code is. A code that is not known proves nothing. */
        public enum Finality {
            /** The money moved. */
            SETTLED,
            /** The bank has it and has not finished, or says something that is not final. */
            OPEN,
            /** The bank refused it for good. */
            REJECTED
        }

        /** How final it is. */
        public Finality finality() {
            return switch (code) {
                case "ACSC", "ACCC" -> Finality.SETTLED;
                case "RJCT" -> Finality.REJECTED;
                default -> Finality.OPEN;
            };
        }
    }

    /** What the bank says of that instruction; empty when it does not mention it. */
    public Optional<TransactionStatus> of(String endToEndId) {
        return Optional.ofNullable(statuses.get(endToEndId));
    }

    /**
     * Reads a report.
     *
     * @param name what it is called in refusals
     * @throws io.querent.examples.payment.xml.RefusedFileException when it is none, or mentions an instruction twice
     */
    public static PaymentStatusReport read(String name, byte[] xml) {
        try {
            XmlCursor cursor = XmlCursor.open(name, new ByteArrayInputStream(xml), LIMITS);
            XmlElement report = cursor.readWhole("Document").get("CstmrPmtStsRpt");
            if (!cursor.namespace().equals(NAMESPACE)) {
                throw report.refused("namespace " + NAMESPACE, cursor.namespace(), "send a pain.002.001.10");
            }
            Map<String, TransactionStatus> statuses = new LinkedHashMap<>();
            for (XmlElement payments : report.children("OrgnlPmtInfAndSts")) {
                payments.children("TxInfAndSts").forEach(transaction -> add(statuses, transaction));
            }
            return new PaymentStatusReport(report.getText("OrgnlGrpInfAndSts", "OrgnlMsgId"), statuses);
        } catch (IOException impossible) {
            throw new UncheckedIOException("bytes in memory cannot be read", impossible);
        }
    }

    private static void add(Map<String, TransactionStatus> statuses, XmlElement transaction) {
        Optional<XmlElement> why = transaction.children("StsRsnInf").stream().findFirst();
        TransactionStatus status = new TransactionStatus(
                transaction.getText("OrgnlEndToEndId"),
                transaction.getText("TxSts"),
                why.flatMap(reason -> reason.findText("Rsn", "Cd").or(() -> reason.findText("Rsn", "Prtry")))
                        .orElse(null),
                why.flatMap(reason -> reason.children("AddtlInf").stream().findFirst())
                        .map(XmlElement::text)
                        .orElse(null),
                transaction.findText("AcctSvcrRef").orElse(null));
        if (statuses.put(status.endToEndId(), status) != null) {
            throw transaction
                    .get("OrgnlEndToEndId")
                    .refused("one status for an instruction", "another for " + status.endToEndId(), "ask the bank");
        }
    }
}
