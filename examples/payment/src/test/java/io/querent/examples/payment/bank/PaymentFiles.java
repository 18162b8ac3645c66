package io.querent.examples.payment.bank;

import io.querent.examples.payment.xml.XmlCursor;
import io.querent.examples.payment.xml.XmlElement;
import io.querent.examples.payment.xml.XmlLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Payment files for tests, and what a bank answers to them. */
final class PaymentFiles {
    private static final String UETR = "235d1eb5-8dd7-4c1a-8ece-559df8c67d";

    private PaymentFiles() {}

    /** One payment: key, amount, currency, creditor's account, and a UETR that ends so. */
    record Item(String key, String amount, String currency, String account, String uetrEnd) {
        static Item of(String key) {
            return new Item(key, "12.50", "EUR", "GB33BUKB20201555555555", "a1");
        }

        String xml() {
            return """
                    <CdtTrfTxInf>
                      <PmtId><EndToEndId>%s</EndToEndId><UETR>%s</UETR></PmtId>
                      <Amt><InstdAmt Ccy="%s">%s</InstdAmt></Amt>
                      <CdtrAgt><FinInstnId><BICFI>BUKBGB22</BICFI></FinInstnId></CdtrAgt>
                      <Cdtr><Nm>Ann &amp; Co</Nm></Cdtr>
                      <CdtrAcct><Id><IBAN>%s</IBAN></Id></CdtrAcct>
                      <RmtInf><Ustrd>for %s</Ustrd></RmtInf>
                    </CdtTrfTxInf>
                    """.formatted(key, UETR + uetrEnd, currency, amount, account, key);
        }
    }

    static String file(String messageId, String sum, Item... items) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
                <CstmrCdtTrfInitn>
                <GrpHdr><MsgId>%s</MsgId><CreDtTm>2026-11-30T17:00:00Z</CreDtTm><NbOfTxs>%d</NbOfTxs><CtrlSum>%s</CtrlSum><InitgPty><Nm>Shop</Nm></InitgPty></GrpHdr>
                <PmtInf>
                <PmtInfId>1</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>%2$d</NbOfTxs><CtrlSum>%3$s</CtrlSum>
                <ReqdExctnDt><Dt>2026-12-01</Dt></ReqdExctnDt>
                <Dbtr><Nm>Shop</Nm></Dbtr>
                <DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>
                %s</PmtInf>
                </CstmrCdtTrfInitn>
                </Document>
                """.formatted(
                        messageId,
                        items.length,
                        sum,
                        String.join("", List.of(items).stream().map(Item::xml).toList()));
    }

    static HttpResponse<String> post(BankUnderTest bank, String file) throws IOException {
        return bank.exchange(bank.builder("/payment-files")
                .header("Content-Type", "application/xml")
                .POST(BodyPublishers.ofString(file))
                .build());
    }

    static HttpResponse<String> get(BankUnderTest bank, String path) throws IOException {
        return bank.exchange(bank.builder(path).GET().build());
    }

    /** Statuses by key, as far as the report has some. */
    static Map<String, String> statuses(String report) throws IOException {
        Map<String, String> statuses = new LinkedHashMap<>();
        xml(report)
                .get("CstmrPmtStsRpt", "OrgnlPmtInfAndSts")
                .children("TxInfAndSts")
                .forEach(line -> statuses.put(line.getText("OrgnlEndToEndId"), line.getText("TxSts")));
        return statuses;
    }

    static XmlElement xml(String document) throws IOException {
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        return XmlCursor.open("answer", new ByteArrayInputStream(bytes), XmlLimits.ofBytes(bytes.length))
                .readWhole("Document");
    }
}
