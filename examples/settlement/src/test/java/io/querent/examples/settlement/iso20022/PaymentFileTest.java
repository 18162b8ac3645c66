package io.querent.examples.settlement.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.prowidesoftware.swift.model.mx.MxPain00100109;
import com.prowidesoftware.swift.model.mx.dic.CreditTransferTransaction34;
import com.prowidesoftware.swift.model.mx.dic.CustomerCreditTransferInitiationV09;
import io.querent.saga.Amount;
import io.querent.saga.InvalidAmountException;
import io.querent.saga.OperationKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PaymentFileTest {
    private static final Instant NOW = Instant.parse("2026-11-30T17:00:00.123Z");
    private static final PaymentInstruction EUROS =
            instruction("p2", "12.50", "EUR", "BUKBGB22", "GB33BUKB20201555555555");
    private static final PaymentInstruction YEN = instruction("p1", "500", "JPY", "bank 7", "0001-22");
    private static final PaymentInstruction DINARS = instruction("p3", "12.345", "KWD", "BUKBGB22", "1");

    @Test
    void prowideReadsWhatWasWritten() {
        PaymentFile file = file(EUROS, YEN, DINARS);

        CustomerCreditTransferInitiationV09 read = MxPain00100109.parse(
                        new String(file.toXml(), StandardCharsets.UTF_8))
                .getCstmrCdtTrfInitn();

        assertThat(read.getGrpHdr().getMsgId()).isEqualTo(file.messageId()).hasSize(32);
        assertThat(read.getGrpHdr().getNbOfTxs()).isEqualTo("3");
        assertThat(read.getGrpHdr().getCtrlSum()).isEqualByComparingTo("524.845");
        assertThat(read.getPmtInf().get(0).getDbtrAcct().getId().getIBAN()).isEqualTo("DE89370400440532013000");
        CreditTransferTransaction34 yen =
                read.getPmtInf().get(0).getCdtTrfTxInf().get(0);
        assertThat(yen.getPmtId().getEndToEndId()).isEqualTo("p1");
        assertThat(yen.getPmtId().getUETR()).isEqualTo(YEN.uetr());
        assertThat(yen.getAmt().getInstdAmt().getValue()).isEqualByComparingTo("500");
        assertThat(yen.getAmt().getInstdAmt().getCcy()).isEqualTo("JPY");
        assertThat(yen.getCdtrAgt().getFinInstnId().getOthr().getId()).isEqualTo("bank 7");
        assertThat(yen.getCdtrAcct().getId().getOthr().getId()).isEqualTo("0001-22");
        assertThat(yen.getCdtr().getNm()).isEqualTo("Müller & <Sons>");
        assertThat(yen.getRmtInf().getUstrd()).containsExactly("settlement of p1");
    }

    @Test
    void theSamePaymentsAreTheSameBytesInWhateverOrder() {
        assertThat(file(EUROS, YEN, DINARS).toXml())
                .isEqualTo(file(DINARS, EUROS, YEN).toXml());
        assertThat(file(instruction("p2", "12.5", "EUR", "BUKBGB22", "GB33BUKB20201555555555"))
                        .toXml())
                .isEqualTo(file(EUROS).toXml());
    }

    @Test
    void theMessageIdIsTheContentsAndNotTheTimes() {
        PaymentFile later = new PaymentFile(
                "Shop", "DE89370400440532013000", LocalDate.of(2026, 12, 1), NOW.plusSeconds(60), List.of(EUROS), 1);

        assertThat(later.messageId()).isEqualTo(file(EUROS).messageId());
        assertThat(file(EUROS, YEN).messageId()).isNotEqualTo(file(EUROS).messageId());
        assertThat(file(instruction("p2", "12.51", "EUR", "BUKBGB22", "GB33BUKB20201555555555"))
                        .messageId())
                .isNotEqualTo(file(EUROS).messageId());
    }

    @Test
    void theSamePaymentsSentAgainAreAnotherMessage() {
        assertThat(Stream.of(1, 2, 3)
                        .map(sending -> sent(sending, EUROS, YEN).messageId())
                        .distinct())
                .hasSize(3);
        assertThat(sent(1, EUROS).messageId()).isEqualTo(file(EUROS).messageId());
        assertThatThrownBy(() -> sent(0, EUROS)).hasMessageContaining("sending must be at least 1; found=0");
    }

    private static PaymentFile sent(int sending, PaymentInstruction... instructions) {
        return new PaymentFile(
                "Shop", "DE89370400440532013000", LocalDate.of(2026, 12, 1), NOW, List.of(instructions), sending);
    }

    @Test
    void whatNoBankWouldTakeIsRefusedBeforeItIsSent() {
        assertThatThrownBy(() -> instruction("p1", "10.005", "EUR", "B", "A"))
                .isInstanceOf(InvalidAmountException.class);
        assertThatThrownBy(() -> instruction("p1", "1", "EUX", "B", "A")).isInstanceOf(InvalidAmountException.class);
        assertThatThrownBy(() -> instruction("p1", "0", "EUR", "B", "A")).hasMessageContaining("more than nothing");
        assertThatThrownBy(() -> instruction("x".repeat(36), "1", "EUR", "B", "A"))
                .hasMessageContaining("end-to-end");
        assertThatThrownBy(() -> instruction("p1", "1", "EUR", "B", "A\u0000")).hasMessageContaining("control");
        assertThatThrownBy(() -> file(EUROS, EUROS)).hasMessageContaining("once");
        assertThatThrownBy(PaymentFileTest::file).hasMessageContaining("found=0");
        assertThatThrownBy(() -> new PaymentFile(
                        "Shop",
                        "D",
                        LocalDate.EPOCH,
                        NOW,
                        Collections.nCopies(PaymentFile.MOST_INSTRUCTIONS + 1, EUROS),
                        1))
                .hasMessageContaining("found=10001");
    }

    @Test
    void aUetrIsTheOperationsOwnAndShapedLikeARandomOne() {
        OperationKey key = new OperationKey("default:settlement:A-1:pay.p1");

        assertThat(Uetr.of(key))
                .isEqualTo(Uetr.of(new OperationKey(key.value())))
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
                .isNotEqualTo(Uetr.of(new OperationKey("default:settlement:A-1:pay.p2")));
    }

    private static PaymentFile file(PaymentInstruction... instructions) {
        return sent(1, instructions);
    }

    private static PaymentInstruction instruction(
            String id, String amount, String currency, String bank, String account) {
        String uetr = Uetr.of(new OperationKey("default:settlement:A:pay." + id));
        return new PaymentInstruction(
                id, uetr, Amount.of(amount, currency), "Müller & <Sons>", bank, account, "settlement of " + id);
    }
}
