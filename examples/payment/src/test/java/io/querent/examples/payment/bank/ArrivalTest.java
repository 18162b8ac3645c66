package io.querent.examples.payment.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.querent.examples.payment.bank.BankUnderTest.Answer;
import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.faults.Declines;
import io.querent.examples.payment.bank.faults.DelayRange;
import io.querent.examples.payment.bank.faults.SendFault;
import io.querent.examples.payment.bank.faults.SendFaults;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What reaches the books when its sender has given up, and what stays pending. */
class ArrivalTest {
    private static final DelayRange AN_HOUR = DelayRange.exactly(Duration.ofHours(1));

    private BankUnderTest bank;

    @AfterEach
    void close() {
        bank.close();
    }

    private static BankSettings settings(SendFault fault, DelayRange delay) {
        BankFaults none = BankFaults.none();
        SendFaults sends = SendFaults.none().with(fault, 1).late(delay).pending(delay);
        return BankSettings.wellBehaved().with(new BankFaults(0, sends, none.lookups(), none.declines()));
    }

    @Test
    void lateBookingIsNotFoundUntilItArrives() throws IOException {
        bank = BankUnderTest.start(settings(SendFault.LATE_BOOKING, AN_HOUR));
        assertThatThrownBy(() -> bank.transfer("K1", Bodies.TRANSFER)).isInstanceOf(IOException.class);
        assertThat(bank.get("/transfers/K1").status()).isEqualTo(404);
        assertThat(bank.parked()).isEqualTo(1);

        bank.letTwoHoursPass();
        await().until(() -> bank.parked() == 0);
        assertThat(bank.get("/transfers/K1").text("status")).isEqualTo("BOOKED");
        assertThat(bank.bookings()).isEqualTo(1);
        assertThat(bank.sends("K1")).isEqualTo(1);
    }

    @Test
    void lateBookingArrivesByItself() throws IOException {
        bank = BankUnderTest.start(
                settings(SendFault.LATE_BOOKING, new DelayRange(Duration.ofMillis(100), Duration.ofMillis(300))));
        for (int i = 0; i < 20; i++) {
            String key = "K" + i;
            assertThatThrownBy(() -> bank.transfer(key, Bodies.TRANSFER)).isInstanceOf(IOException.class);
        }

        await().until(() -> bank.bookings() == 20);
    }

    @Test
    void lateBookingArrivesAfterARestart() throws IOException {
        bank = BankUnderTest.start(settings(SendFault.LATE_BOOKING, AN_HOUR));
        assertThatThrownBy(() -> bank.transfer("K1", Bodies.TRANSFER)).isInstanceOf(IOException.class);

        bank.restart(BankSettings.wellBehaved());
        assertThat(bank.parked()).isEqualTo(1);
        bank.letTwoHoursPass();
        await().until(() -> bank.bookings() == 1);
    }

    @Test
    void lateBookingOfAKeyBookedMeanwhileChangesNothing() throws IOException {
        bank = BankUnderTest.start(settings(SendFault.LATE_BOOKING, AN_HOUR));
        assertThatThrownBy(() -> bank.transfer("K1", Bodies.TRANSFER)).isInstanceOf(IOException.class);
        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(201);

        bank.letTwoHoursPass();
        await().until(() -> bank.parked() == 0);
        assertThat(bank.bookings()).isEqualTo(1);
    }

    @Test
    void lateBookingAtABankThatIgnoresKeysBooksAgain() throws IOException {
        bank = BankUnderTest.start(settings(SendFault.LATE_BOOKING, AN_HOUR).ignoringKeys());
        assertThatThrownBy(() -> bank.transfer("K1", Bodies.TRANSFER)).isInstanceOf(IOException.class);
        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(201);

        bank.letTwoHoursPass();
        await().until(() -> bank.parked() == 0);
        Answer found = bank.get("/transfers/K1");
        Answer summary = bank.get("/books/summary");
        assertThat(bank.bookings()).isEqualTo(2);
        assertThat(found.body().path("bookings").asInt()).isEqualTo(2);
        assertThat(summary.body().at("/duplicates/0/key").asString()).isEqualTo("K1");
        assertThat(summary.body().at("/duplicates/0/bookings").asInt()).isEqualTo(2);
    }

    @Test
    void bankThatIgnoresKeysReversesAllThatItBooked() throws IOException {
        bank = BankUnderTest.start(BankSettings.wellBehaved().ignoringKeys());
        bank.transfer("K1", Bodies.TRANSFER);
        bank.transfer("K1", Bodies.TRANSFER);

        assertThat(bank.reverse("R1", Bodies.reversal("K1", "200.00", "EUR")).status())
                .isEqualTo(201);
        assertThat(bank.reverse("R1", Bodies.reversal("K1", "0.01", "EUR")).text("code"))
                .isEqualTo("amount-exceeds-transfer");
    }

    @Test
    void lateReversalArrives() throws IOException {
        bank = BankUnderTest.wellBehaved();
        bank.transfer("T1", Bodies.TRANSFER);
        bank.restart(settings(SendFault.LATE_BOOKING, AN_HOUR));
        String reversal = Bodies.reversal("T1", "100.00", "EUR");
        assertThatThrownBy(() -> bank.reverse("R1", reversal)).isInstanceOf(IOException.class);

        bank.letTwoHoursPass();
        await().until(() -> bank.get("/reversals/R1").status() == 200);
        assertThat(bank.reverse("R1", reversal).status()).isEqualTo(200);
    }

    @Test
    void pendingIsNoBookingUntilItIsSettled() throws IOException {
        bank = BankUnderTest.start(settings(SendFault.PENDING, AN_HOUR));
        Answer first = bank.transfer("K1", Bodies.TRANSFER);
        Answer repeat = bank.transfer("K1", Bodies.TRANSFER);

        assertThat(first.status()).isEqualTo(202);
        assertThat(first.text("status")).isEqualTo("PENDING");
        assertThat(repeat.status()).isEqualTo(202);
        assertThat(repeat.isReplay()).isTrue();
        assertThat(bank.get("/transfers/K1").text("status")).isEqualTo("PENDING");
        assertThat(bank.reverse("R1", Bodies.reversal("K1", "1.00", "EUR")).status())
                .isEqualTo(202);
        assertThat(bank.bookings()).isZero();

        bank.restart(BankSettings.wellBehaved());
        bank.letTwoHoursPass();
        await().until(() -> bank.get("/books/summary").body().path("pending").asInt() == 0);
        assertThat(bank.get("/transfers/K1").text("status")).isEqualTo("BOOKED");
        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(200);
        assertThat(bank.get("/reversals/R1").text("status")).isEqualTo("BOOKED");
    }

    @Test
    void pendingMayEndInADecline() throws IOException {
        BankFaults pending = settings(SendFault.PENDING, AN_HOUR).faults();
        bank = BankUnderTest.start(BankSettings.wellBehaved()
                .with(new BankFaults(
                        0, pending.sends(), pending.lookups(), Declines.none().transfers(1))));
        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(202);

        bank.letTwoHoursPass();
        await().until(() -> bank.get("/transfers/K1").text("status").equals("DECLINED"));
        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(422);
        assertThat(bank.bookings()).isZero();
    }
}
