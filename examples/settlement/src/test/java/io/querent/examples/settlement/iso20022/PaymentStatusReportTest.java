package io.querent.examples.settlement.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.examples.payment.xml.RefusedFileException;
import io.querent.examples.settlement.iso20022.PaymentStatusReport.TransactionStatus;
import io.querent.examples.settlement.iso20022.PaymentStatusReport.TransactionStatus.Finality;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaymentStatusReportTest {
    private static final String REPORT = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">
              <CstmrPmtStsRpt>
                <GrpHdr><MsgId>R1</MsgId><CreDtTm>2026-11-30T17:00:00Z</CreDtTm></GrpHdr>
                <OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
                <OrgnlPmtInfAndSts>
                  <OrgnlPmtInfId>M1-1</OrgnlPmtInfId>
                  <TxInfAndSts><OrgnlEndToEndId>p1</OrgnlEndToEndId><TxSts>ACSC</TxSts><AcctSvcrRef>B1</AcctSvcrRef></TxInfAndSts>
                  <TxInfAndSts>
                    <OrgnlEndToEndId>p2</OrgnlEndToEndId><TxSts>RJCT</TxSts>
                    <StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>closed</AddtlInf></StsRsnInf>
                  </TxInfAndSts>
                </OrgnlPmtInfAndSts>
              </CstmrPmtStsRpt>
            </Document>
            """;

    @Test
    void eachInstructionHasItsOwnStatusAndTheOthersNone() {
        PaymentStatusReport report = read(REPORT);

        assertThat(report.originalMessageId()).isEqualTo("M1");
        assertThat(report.of("p1")).contains(new TransactionStatus("p1", "ACSC", null, null, "B1"));
        assertThat(report.of("p2")).contains(new TransactionStatus("p2", "RJCT", "AC04", "closed", null));
        assertThat(report.of("p3")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "ACSC, SETTLED",
        "ACCC, SETTLED",
        "RJCT, REJECTED",
        "PDNG, OPEN",
        "ACSP, OPEN",
        "ACTC, OPEN",
        "WHAT, OPEN"
    })
    void aCodeThatIsNotFinalOrNotKnownProvesNothing(String code, Finality finality) {
        assertThat(read(REPORT.replace("ACSC", code)).of("p1").map(TransactionStatus::finality))
                .contains(finality);
    }

    @Test
    void whatIsNoReportIsRefused() {
        assertRefused(REPORT.substring(0, REPORT.length() / 2), "well-formed XML");
        assertRefused(REPORT.replace("pain.002.001.10", "pain.002.001.03"), "pain.002.001.03");
        assertRefused(REPORT.replace(">p2<", ">p1<"), "another for p1");
        assertRefused(REPORT.replace("<TxSts>ACSC</TxSts>", ""), "element TxSts");
        assertRefused("{\"status\":\"ok\"}", "well-formed XML");
    }

    private static PaymentStatusReport read(String xml) {
        return PaymentStatusReport.read("answer", xml.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertRefused(String xml, String words) {
        assertThatThrownBy(() -> read(xml))
                .isInstanceOf(RefusedFileException.class)
                .hasMessageContaining(words);
    }
}
