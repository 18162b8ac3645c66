package io.querent.examples.payment.bank.instruction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstructionReaderTest {
    private final InstructionReader reader = new InstructionReader(StrictJson.mapper());

    @ParameterizedTest
    @CsvSource({
        "100,EUR,100.00",
        "100.0000,EUR,100.00",
        "1e2,EUR,100.00",
        "0.01,EUR,0.01",
        "500,JPY,500",
        "5e2,JPY,500",
        "1.0,JPY,1",
        "10.00,ISK,10",
        "12.345,KWD,12.345",
        "0.1234,CLF,0.1234",
        "999999999999999.99,EUR,999999999999999.99",
        "\"999999999999999.9900000\",EUR,999999999999999.99"
    })
    void amountsAreExact(String amount, String currency, String exact) {
        Reading reading = read(InstructionKind.REVERSAL, reversal(amount, currency));

        assertThat(reading)
                .isEqualTo(new Reading.Understood(
                        new ReversalInstruction("T1", new Money(new BigDecimal(exact), currency), "why")));
    }

    @Test
    void whatIsWrittenIsUnderstood() {
        Instruction transfer = new TransferInstruction(
                "A-1", "BANK", "B/2", new Money(new BigDecimal("7"), "EUR"), "quote \" slash \\ 注文 𝟙", null);
        Instruction reversal = new ReversalInstruction("a:b", new Money(new BigDecimal("0.5"), "USD"), "why");

        assertThat(read(InstructionKind.TRANSFER, reader.write(transfer))).isEqualTo(new Reading.Understood(transfer));
        assertThat(read(InstructionKind.REVERSAL, reader.write(reversal))).isEqualTo(new Reading.Understood(reversal));
    }

    @Test
    void everythingWrongIsSaidAtOnce() {
        Reading reading = read(InstructionKind.TRANSFER, "{\"amount\":-1,\"currency\":\"EUR\",\"x\":1}");

        assertThat(reading)
                .isInstanceOfSatisfying(
                        Reading.Invalid.class,
                        invalid -> assertThat(invalid.violations())
                                .extracting(Reading.Violation::field)
                                .containsExactlyInAnyOrder(
                                        "debtorAccount",
                                        "creditorBank",
                                        "creditorAccount",
                                        "reference",
                                        "amount",
                                        "(unknown)"));
    }

    private Reading read(InstructionKind kind, String body) {
        return reader.read(kind, body.getBytes(UTF_8));
    }

    private static String reversal(String amount, String currency) {
        return "{\"originalKey\":\"T1\",\"amount\":%s,\"currency\":\"%s\",\"reason\":\"why\"}"
                .formatted(amount, currency);
    }
}
