package io.querent.examples.payment.bank.iso20022;

import io.querent.examples.payment.bank.books.Decline;
import io.querent.examples.payment.bank.books.Entry;
import io.querent.examples.payment.bank.instruction.TransferInstruction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a payment file, as {@code pain.002.001.10}. It is silent about payments of which the bank knows nothing, or nothing yet: they
 * may be lost, or on their way.
 */
public final class StatusReport {
    private static final String NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.002.001.10";
    private static final int LONGEST_REASON = 35;
    private static final int LONGEST_DETAIL = 105;

    private final String messageId;
    private final List<Line> lines = new ArrayList<>();

    /** A report about a file, still empty. */
    public StatusReport(String messageId) {
        this.messageId = messageId;
    }

    private record Line(
            String key,
            TransferInstruction instruction,
            String status,
            @Nullable Decline why,
            @Nullable Instant at) {}

    /** Adds what the books say of one payment. */
    public void add(TransferInstruction instruction, Entry entry) {
        String status = switch (entry.status()) {
            case BOOKED -> "ACSC";
            case PENDING -> "PDNG";
            case DECLINED -> "RJCT";
        };
        lines.add(new Line(entry.key(), instruction, status, entry.decline(), entry.bookedAt()));
    }

    /** Adds a payment that was not carried out because its key belongs to another one, of which this says nothing. */
    public void addKeyReused(String key, TransferInstruction instruction) {
        Decline reused = new Decline("idempotency-key-reused", "This end-to-end id was used for another payment.");
        lines.add(new Line(key, instruction, "RJCT", reused, null));
    }

    /** The report. */
    public String toXml(Instant now) {
        XmlText xml = new XmlText(NAMESPACE)
                .open("CstmrPmtStsRpt", "GrpHdr")
                .text("MsgId", messageId)
                .text("CreDtTm", now.toString())
                .close(1)
                .open("OrgnlGrpInfAndSts")
                .text("OrgnlMsgId", messageId)
                .text("OrgnlMsgNmId", "pain.001.001.09")
                .text("GrpSts", groupStatus())
                .close(1)
                .open("OrgnlPmtInfAndSts")
                .text("OrgnlPmtInfId", messageId);
        lines.forEach(line -> line(xml, line));
        return xml.end();
    }

    /** That a file is here is all that is said of one whose payments are all missing. */
    private String groupStatus() {
        List<String> statuses = lines.stream().map(Line::status).distinct().toList();
        if (statuses.isEmpty()) {
            return "RCVD";
        }
        return statuses.size() == 1 ? statuses.get(0) : "PART";
    }

    private static void line(XmlText xml, Line line) {
        xml.open("TxInfAndSts").text("OrgnlEndToEndId", line.key());
        if (line.instruction().uetr() != null) {
            xml.text("OrgnlUETR", line.instruction().uetr());
        }
        xml.text("TxSts", line.status());
        if (line.why() != null) {
            xml.open("StsRsnInf", "Rsn")
                    .text("Prtry", cut(line.why().code(), LONGEST_REASON))
                    .close(1)
                    .text("AddtlInf", cut(line.why().message(), LONGEST_DETAIL))
                    .close(1);
        }
        if (line.at() != null) {
            xml.text("AccptncDtTm", line.at().toString());
        }
        xml.open("OrgnlTxRef", "Amt")
                .amount("InstdAmt", line.instruction().money())
                .close(3);
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest);
    }
}
