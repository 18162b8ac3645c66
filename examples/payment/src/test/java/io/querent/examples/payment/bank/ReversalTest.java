package io.querent.examples.payment.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.bank.BankUnderTest.Answer;
import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.faults.Declines;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReversalTest {
    private final BankUnderTest bank = BankUnderTest.wellBehaved();

    @BeforeEach
    void transferIsBooked() throws IOException {
        assertThat(bank.transfer("T1", Bodies.TRANSFER).status()).isEqualTo(201);
    }

    @AfterEach
    void close() {
        bank.close();
    }

    @Test
    void reversalIsBookedAndLinked() throws IOException {
        Answer answer = bank.reverse("R1", Bodies.reversal("T1", "40.00", "EUR"));

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.text("key")).isEqualTo("R1");
        assertThat(answer.text("originalKey")).isEqualTo("T1");
        assertThat(answer.text("amount")).isEqualTo("40.00");
        assertThat(answer.text("reason")).isEqualTo("order cancelled");
        assertThat(bank.get("/reversals/R1").text("status")).isEqualTo("BOOKED");
        assertThat(bank.get("/transfers/R1").status()).isEqualTo(404);
        assertThat(bank.get("/transfers/T1").text("status")).isEqualTo("BOOKED");
        assertThat(bank.get("/books").body().at("/bookings/1/originalKey").asString())
                .isEqualTo("T1");
        assertThat(bank.get("/books").body().at("/bookings/1/debtorAccount").asString())
                .isEqualTo("DE89370400440532013000");
    }

    @Test
    void repeatGetsTheFirstAnswer() throws IOException {
        String body = Bodies.reversal("T1", "100.00", "EUR");
        Answer first = bank.reverse("R1", body);
        Answer repeat = bank.reverse("R1", body);

        assertThat(repeat.status()).isEqualTo(200);
        assertThat(repeat.isReplay()).isTrue();
        assertThat(repeat.raw().body()).isEqualTo(first.raw().body());
        assertThat(bank.bookings()).isEqualTo(2);
    }

    @Test
    void noMoreThanTheTransferIsReversed() throws IOException {
        bank.reverse("R1", Bodies.reversal("T1", "60.00", "EUR"));
        String tooMuch = Bodies.reversal("T1", "60.00", "EUR");
        Answer second = bank.reverse("R2", tooMuch);
        Answer replay = bank.reverse("R2", tooMuch);
        Answer rest = bank.reverse("R3", Bodies.reversal("T1", "40.00", "EUR"));

        assertThat(second.status()).isEqualTo(422);
        assertThat(second.text("code")).isEqualTo("amount-exceeds-transfer");
        assertThat(second.text("message")).contains("40.00 EUR");
        assertThat(replay.status()).isEqualTo(422);
        assertThat(replay.isReplay()).isTrue();
        assertThat(rest.status()).isEqualTo(201);
        assertThat(bank.get("/reversals/R2").text("status")).isEqualTo("DECLINED");
    }

    @Test
    void reversalOfAnUnknownTransferIsDeclinedForGood() throws IOException {
        String body = Bodies.reversal("T2", "1.00", "EUR");
        assertThat(bank.reverse("R1", body).text("code")).isEqualTo("original-not-found");

        bank.transfer("T2", Bodies.TRANSFER);
        assertThat(bank.reverse("R1", body).text("code")).isEqualTo("original-not-found");
        assertThat(bank.reverse("R2", body).status()).isEqualTo(201);
    }

    @Test
    void reversalIsNoTransferToReverse() throws IOException {
        bank.reverse("R1", Bodies.reversal("T1", "1.00", "EUR"));

        assertThat(bank.reverse("R2", Bodies.reversal("R1", "1.00", "EUR")).text("code"))
                .isEqualTo("original-not-found");
    }

    @Test
    void reversalInAnotherCurrencyIsDeclined() throws IOException {
        assertThat(bank.reverse("R1", Bodies.reversal("T1", "1.00", "USD")).text("code"))
                .isEqualTo("currency-mismatch");
    }

    @Test
    void reversalsCanBeDeclinedWhileTransfersAreNot() throws IOException {
        BankFaults none = BankFaults.none();
        bank.restart(BankSettings.wellBehaved()
                .with(new BankFaults(
                        0,
                        none.sends(),
                        none.lookups(),
                        Declines.none().reversals(1).because("insufficient-balance"))));

        assertThat(bank.transfer("T2", Bodies.TRANSFER).status()).isEqualTo(201);
        assertThat(bank.reverse("R1", Bodies.reversal("T2", "1.00", "EUR")).text("code"))
                .isEqualTo("insufficient-balance");
    }
}
