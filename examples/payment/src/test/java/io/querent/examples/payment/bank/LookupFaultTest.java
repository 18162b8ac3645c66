package io.querent.examples.payment.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.examples.payment.bank.BankUnderTest.Answer;
import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.faults.Declines;
import io.querent.examples.payment.bank.faults.LookupFault;
import io.querent.examples.payment.bank.faults.LookupFaults;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LookupFaultTest {
    private BankUnderTest bank;

    @AfterEach
    void close() {
        bank.close();
    }

    @Test
    void bookingIsInvisibleUntilTheLagHasPassed() throws IOException {
        bank = BankUnderTest.with(LookupFaults.none().lag(Duration.ofHours(1), 1));
        bank.transfer("K1", Bodies.TRANSFER);

        assertThat(bank.get("/transfers/K1").text("code")).isEqualTo("not-found");
        assertThat(bank.bookings()).isEqualTo(1);
        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(200);

        bank.letTwoHoursPass();
        assertThat(bank.get("/transfers/K1").text("status")).isEqualTo("BOOKED");
    }

    @Test
    void declineIsInvisibleUntilTheLagHasPassed() throws IOException {
        bank = BankUnderTest.start(BankSettings.wellBehaved()
                .with(new BankFaults(
                        0,
                        BankFaults.none().sends(),
                        LookupFaults.none().lag(Duration.ofHours(1), 1),
                        Declines.none().transfers(1))));
        bank.transfer("K1", Bodies.TRANSFER);
        assertThat(bank.get("/transfers/K1").status()).isEqualTo(404);

        bank.letTwoHoursPass();
        assertThat(bank.get("/transfers/K1").text("status")).isEqualTo("DECLINED");
    }

    @Test
    void onlyAShareOfKeysLags() throws IOException {
        bank = BankUnderTest.with(LookupFaults.none().lag(Duration.ofHours(1), 0.5));
        int visible = 0;
        for (int i = 0; i < 40; i++) {
            bank.transfer("K" + i, Bodies.TRANSFER);
            visible += bank.get("/transfers/K" + i).status() == 200 ? 1 : 0;
        }

        assertThat(visible).isBetween(5, 35);
    }

    @Test
    void unavailableLookupSaysNothing() throws IOException {
        bank = BankUnderTest.with(
                LookupFaults.none().with(LookupFault.UNAVAILABLE, 1).onFirst(2));
        bank.transfer("K1", Bodies.TRANSFER);

        Answer first = bank.get("/transfers/K1");
        assertThat(first.status()).isEqualTo(503);
        assertThat(first.raw().headers().firstValue("Retry-After")).isPresent();
        assertThat(bank.get("/transfers/K1").status()).isEqualTo(503);
        assertThat(bank.get("/transfers/K1").status()).isEqualTo(200);
        assertThat(bank.get("/sends/K1").body().path("lookups").asInt()).isEqualTo(3);
    }

    @Test
    void hangingLookupEndsWithoutAnAnswer() {
        // On every lookup, because the JDK's client asks again by itself when a GET gets no answer.
        bank = BankUnderTest.with(LookupFaults.none()
                .with(LookupFault.HANG, 1)
                .hang(Duration.ofMillis(300))
                .onFirst(Integer.MAX_VALUE));

        assertThatThrownBy(() -> bank.get("/transfers/K1")).isInstanceOf(IOException.class);
    }
}
