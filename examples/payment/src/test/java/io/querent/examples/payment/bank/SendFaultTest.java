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
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Each fault on the first send, and what the second send then gets. */
class SendFaultTest {
    private BankUnderTest bank;

    @AfterEach
    void close() {
        bank.close();
    }

    private void bankWith(SendFault fault) {
        bank = BankUnderTest.with(SendFaults.none().with(fault, 1));
    }

    @Test
    void lostRequestIsNotBooked() throws IOException {
        bankWith(SendFault.REQUEST_LOST);
        assertThatThrownBy(() -> bank.transfer("K1", Bodies.TRANSFER)).isInstanceOf(IOException.class);
        assertThat(bank.get("/transfers/K1").status()).isEqualTo(404);
        assertThat(bank.sends("K1")).isEqualTo(1);

        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(201);
    }

    @Test
    void lostReplyIsBooked() throws IOException {
        bankWith(SendFault.REPLY_LOST);
        assertThatThrownBy(() -> bank.transfer("K1", Bodies.TRANSFER)).isInstanceOf(IOException.class);
        assertThat(bank.get("/transfers/K1").text("status")).isEqualTo("BOOKED");

        Answer second = bank.transfer("K1", Bodies.TRANSFER);
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.isReplay()).isTrue();
        assertThat(bank.bookings()).isEqualTo(1);
        assertThat(bank.sends("K1")).isEqualTo(2);
    }

    @Test
    void lostReplyMayHaveBeenADecline() throws IOException {
        BankFaults none = BankFaults.none();
        bank = BankUnderTest.start(BankSettings.wellBehaved()
                .with(new BankFaults(
                        0,
                        SendFaults.none().with(SendFault.REPLY_LOST, 1),
                        none.lookups(),
                        Declines.none().transfers(1).because("insufficient-funds"))));
        assertThatThrownBy(() -> bank.transfer("K1", Bodies.TRANSFER)).isInstanceOf(IOException.class);

        Answer found = bank.get("/transfers/K1");
        assertThat(found.text("status")).isEqualTo("DECLINED");
        assertThat(found.text("code")).isEqualTo("insufficient-funds");
        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(422);
        assertThat(bank.bookings()).isZero();
    }

    @Test
    void errorAfterBookingIsBooked() throws IOException {
        bankWith(SendFault.ERROR_AFTER_BOOKING);
        Answer first = bank.transfer("K1", Bodies.TRANSFER);
        assertThat(first.status()).isEqualTo(500);
        assertThat(first.text("code")).isEqualTo("internal-error");
        assertThat(bank.get("/transfers/K1").text("status")).isEqualTo("BOOKED");

        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(200);
    }

    @Test
    void garbledAnswerIsBooked() throws IOException {
        bankWith(SendFault.GARBLED_ANSWER);
        HttpResponse<String> first = bank.post("/transfers", "K1", Bodies.TRANSFER);
        assertThat(first.statusCode()).isEqualTo(201);
        assertThatThrownBy(() -> new JsonMapper().readTree(first.body())).isInstanceOf(JacksonException.class);

        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(200);
    }

    @Test
    void unavailableIsNotBooked() throws IOException {
        bankWith(SendFault.UNAVAILABLE);
        Answer first = bank.transfer("K1", Bodies.TRANSFER);
        assertThat(first.status()).isEqualTo(503);
        assertThat(first.raw().headers().firstValue("Retry-After")).contains("1");
        assertThat(bank.bookings()).isZero();

        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(201);
    }

    @Test
    void tooManyRequestsIsNotBooked() throws IOException {
        bankWith(SendFault.TOO_MANY_REQUESTS);
        Answer first = bank.transfer("K1", Bodies.TRANSFER);
        assertThat(first.status()).isEqualTo(429);
        assertThat(first.raw().headers().firstValue("Retry-After")).contains("1");
        assertThat(bank.bookings()).isZero();

        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(201);
    }

    @Test
    void slowAnswerIsBookedBeforeItComes() throws IOException {
        bank = BankUnderTest.with(
                SendFaults.none().with(SendFault.SLOW_ANSWER, 1).slow(DelayRange.exactly(Duration.ofSeconds(2))));
        CompletableFuture<Answer> first = bank.transferMeanwhile("K1", Bodies.TRANSFER);

        await().until(() -> bank.get("/transfers/K1").status() == 200);
        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(200);
        assertThat(first).isNotDone();
        assertThat(first.join().status()).isEqualTo(201);
    }

    @Test
    void slowBookingIsInProgressUntilItIsBooked() throws IOException {
        bank = BankUnderTest.with(
                SendFaults.none().with(SendFault.SLOW_BOOKING, 1).slow(DelayRange.exactly(Duration.ofSeconds(2))));
        CompletableFuture<Answer> first = bank.transferMeanwhile("K1", Bodies.TRANSFER);
        await().until(() -> bank.sends("K1") == 1);

        Answer second = bank.transfer("K1", Bodies.TRANSFER);
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.text("code")).isEqualTo("in-progress");
        assertThat(bank.bookings()).isZero();
        assertThat(first.join().status()).isEqualTo(201);
        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(200);
    }

    @Test
    void callersKeptWaitingTakeNoWorkerFromOthers() throws IOException {
        bank = BankUnderTest.with(
                SendFaults.none().with(SendFault.SLOW_BOOKING, 1).slow(DelayRange.exactly(Duration.ofMinutes(2))));
        List<CompletableFuture<Answer>> waiting = IntStream.range(0, 100)
                .mapToObj(i -> bank.transferMeanwhile("K" + i, Bodies.TRANSFER))
                .toList();
        await().atMost(Duration.ofMinutes(1)).until(() -> sendsOfKeysUpTo(waiting.size()) == waiting.size());

        assertThat(bank.get("/transfers/K1").status()).isEqualTo(404);
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
    }

    private long sendsOfKeysUpTo(int keys) throws IOException {
        long sends = 0;
        for (int i = 0; i < keys; i++) {
            sends += bank.sends("K" + i);
        }
        return sends;
    }

    @Test
    void faultsAreMetByTheFirstSendsOfAKeyOnly() throws IOException {
        bank = BankUnderTest.with(
                SendFaults.none().with(SendFault.UNAVAILABLE, 1).onFirst(3));

        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(503);
        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(503);
        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(503);
        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(201);
        assertThat(bank.transfer("K2", Bodies.TRANSFER).status()).isEqualTo(503);
    }

    @Test
    void theNumberOfSendsSurvivesARestart() throws IOException {
        SendFaults faults = SendFaults.none().with(SendFault.UNAVAILABLE, 1);
        bank = BankUnderTest.with(faults);
        bank.transfer("K1", Bodies.TRANSFER);

        BankFaults none = BankFaults.none();
        bank.restart(
                BankSettings.wellBehaved().with(new BankFaults(none.seed(), faults, none.lookups(), none.declines())));
        assertThat(bank.transfer("K1", Bodies.TRANSFER).status()).isEqualTo(201);
        assertThat(bank.sends("K1")).isEqualTo(2);
    }

    @Test
    void reversalsMeetFaultsToo() throws IOException {
        bankWith(SendFault.REPLY_LOST);
        assertThatThrownBy(() -> bank.transfer("T1", Bodies.TRANSFER)).isInstanceOf(IOException.class);
        String reversal = Bodies.reversal("T1", "100.00", "EUR");
        assertThatThrownBy(() -> bank.reverse("R1", reversal)).isInstanceOf(IOException.class);

        assertThat(bank.get("/reversals/R1").text("status")).isEqualTo("BOOKED");
        assertThat(bank.reverse("R1", reversal).status()).isEqualTo(200);
        assertThat(bank.bookings()).isEqualTo(2);
    }

    @Test
    void malformedRequestsMeetNoFaults() throws IOException {
        bankWith(SendFault.REPLY_LOST);

        assertThat(bank.transfer("K1", "{}").status()).isEqualTo(400);
    }
}
