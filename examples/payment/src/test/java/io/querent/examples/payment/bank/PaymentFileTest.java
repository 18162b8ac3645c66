package io.querent.examples.payment.bank;

import static io.querent.examples.payment.bank.PaymentFiles.file;
import static io.querent.examples.payment.bank.PaymentFiles.get;
import static io.querent.examples.payment.bank.PaymentFiles.post;
import static io.querent.examples.payment.bank.PaymentFiles.statuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.examples.payment.bank.PaymentFiles.Item;
import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.faults.SendFault;
import io.querent.examples.payment.bank.faults.SendFaults;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaymentFileTest {
    private BankUnderTest bank = BankUnderTest.start(
            new BankSettings(0, 16, true, Set.of("CLOSED1"), new BigDecimal("1000"), BankFaults.none()));

    @AfterEach
    void close() {
        bank.close();
    }

    private void bankWith(SendFault fault, double rate) {
        bank.close();
        bank = BankUnderTest.with(SendFaults.none().with(fault, rate));
    }

    @Test
    void eachPaymentOfAFileHasItsOwnOutcome() throws IOException {
        Item closed = new Item("p2", "7.50", "EUR", "CLOSED1", "a2");

        HttpResponse<String> answer = post(bank, file("M1", "20.00", Item.of("p1"), closed));

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/xml");
        assertThat(statuses(answer.body())).isEqualTo(Map.of("p1", "ACSC", "p2", "RJCT"));
        assertThat(answer.body())
                .contains("<GrpSts>PART</GrpSts>", "<Prtry>account-closed</Prtry>", "<OrgnlMsgId>M1</OrgnlMsgId>");
        assertThat(bank.get("/transfers/p1").text("status")).isEqualTo("BOOKED");
        assertThat(bank.get("/transfers/p1").text("uetr")).isEqualTo("235d1eb5-8dd7-4c1a-8ece-559df8c67da1");
        assertThat(bank.get("/transfers/p1").text("reference")).isEqualTo("for p1");
        assertThat(bank.bookings()).isEqualTo(1);
    }

    @Test
    void aMessageIdThatCameBeforeIsADuplicateAndLinksToWhatBecameOfTheFirst() throws IOException {
        post(bank, file("M1", "12.50", Item.of("p1")));

        HttpResponse<String> again = post(bank, file("M1", "12.50", Item.of("p1")));

        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.headers().firstValue("Location")).contains("/payment-files/M1");
        assertThat(again.body()).contains("duplicate-message");
        HttpResponse<String> report = get(bank, "/payment-files/M1");
        assertThat(report.statusCode()).isEqualTo(200);
        assertThat(statuses(report.body())).isEqualTo(Map.of("p1", "ACSC"));
        assertThat(bank.bookings()).isEqualTo(1);
        assertThat(get(bank, "/payment-files/M2").statusCode()).isEqualTo(404);
    }

    @Test
    void aPaymentIsBookedOnceInWhateverFileItComes() throws IOException {
        post(bank, file("M1", "12.50", Item.of("p1")));

        HttpResponse<String> second = post(bank, file("M2", "25.00", Item.of("p1"), Item.of("p2")));

        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(statuses(second.body())).isEqualTo(Map.of("p1", "ACSC", "p2", "ACSC"));
        assertThat(bank.bookings()).isEqualTo(2);
        assertThat(bank.get("/sends/p1").body().path("distinctBodies").asInt()).isEqualTo(1);
    }

    @Test
    void anEndToEndIdOfAnotherPaymentIsRefused() throws IOException {
        post(bank, file("M1", "12.50", Item.of("p1")));

        HttpResponse<String> other =
                post(bank, file("M2", "12.51", new Item("p1", "12.51", "EUR", "GB33BUKB20201555555555", "a1")));

        assertThat(other.body()).contains("idempotency-key-reused");
        assertThat(get(bank, "/payment-files/M2").body()).contains("idempotency-key-reused");
        assertThat(bank.bookings()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"REQUEST_LOST, 0", "REPLY_LOST, 2", "LATE_BOOKING, 0"})
    void ofAFileWhoseAnswerIsLostNothingIsKnownAndItsPaymentsAreFoundOrNot(SendFault fault, int booked)
            throws IOException {
        bankWith(fault, 1);
        String file = file("M1", "25.00", Item.of("p1"), Item.of("p2"));

        if (fault == SendFault.LATE_BOOKING) {
            assertThat(statuses(post(bank, file).body())).isEmpty();
            assertThat(bank.parked()).isEqualTo(2);
        } else {
            assertThatThrownBy(() -> post(bank, file)).isInstanceOf(IOException.class);
        }
        assertThat(bank.bookings()).isEqualTo(booked);
        assertThat(bank.get("/transfers/p1").status()).isEqualTo(booked > 0 ? 200 : 404);
    }

    @Test
    void aPendingPaymentIsSettledLater() throws IOException {
        bankWith(SendFault.PENDING, 1);

        assertThat(statuses(post(bank, file("M1", "12.50", Item.of("p1"))).body()))
                .isEqualTo(Map.of("p1", "PDNG"));
        assertThat(bank.get("/transfers/p1").text("status")).isEqualTo("PENDING");
    }

    @ParameterizedTest
    @CsvSource({"ERROR_AFTER_BOOKING, 500, 1", "UNAVAILABLE, 503, 0", "TOO_MANY_REQUESTS, 429, 0"})
    void aFileMeetsTheFaultsOfASend(SendFault fault, int status, int booked) throws IOException {
        bankWith(fault, 1);

        assertThat(post(bank, file("M1", "12.50", Item.of("p1"))).statusCode()).isEqualTo(status);
        assertThat(bank.bookings()).isEqualTo(booked);
    }

    @Test
    void partOfAFileMayBeLostAndTheAnswerIsSilentAboutIt() throws IOException {
        bankWith(SendFault.REQUEST_LOST, 0.3);
        Item[] items =
                IntStream.range(0, 40).mapToObj(number -> Item.of("p" + number)).toArray(Item[]::new);
        HttpResponse<String> answer = firstThatIsAnswered(items);

        Map<String, String> statuses = statuses(answer.body());

        assertThat(statuses.size()).isBetween(1, 39);
        assertThat(bank.bookings()).isEqualTo(statuses.size());
        for (Item item : items) {
            assertThat(bank.get("/transfers/" + item.key()).status())
                    .isEqualTo(statuses.containsKey(item.key()) ? 200 : 404);
        }
    }

    private HttpResponse<String> firstThatIsAnswered(Item... items) throws IOException {
        try {
            return post(bank, file("M1", "500.00", items));
        } catch (IOException lost) {
            return post(bank, file("M1", "500.00", items));
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "wrong number, <NbOfTxs>1<, <NbOfTxs>2<, 6",
        "wrong sum, <CtrlSum>12.50<, <CtrlSum>12.51<, 6",
        "another version, pain.001.001.09, pain.001.001.03, 2",
        "unknown currency, EUR, EUX, 12",
        "too many decimals, 12.50</InstdAmt>, 12.501</InstdAmt>, 12",
        "bad id, >p1<, >p 1<, 11",
        "bad UETR, a1</UETR>, zz</UETR>, 10",
        "no account, GB33BUKB20201555555555, '', 15",
        "truncated, </Document>, '', 21",
    })
    void aFileThatIsNotWhatItSaysIsRefusedWithItsLineAndNothingIsRemembered(
            String what, String from, String to, int line) throws IOException {
        String good = file("M1", "12.50", Item.of("p1"));
        assertThat(good).contains(from);

        HttpResponse<String> answer = post(bank, good.replace(from, to));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains("invalid-payment-file", "\"line\":" + line);
        assertThat(post(bank, good).statusCode()).isEqualTo(201);
    }

    @Test
    void aPaymentTwiceInAFileAndADocumentTypeAreRefused() throws IOException {
        assertThat(post(bank, file("M1", "25.00", Item.of("p1"), Item.of("p1"))).body())
                .contains("p1 again");
        String file = file("M1", "12.50", Item.of("p1"));
        String laughs = file.replace("<Document ", "<!DOCTYPE Document [<!ENTITY a 'a'>]><Document ");
        assertThat(post(bank, laughs).statusCode()).isEqualTo(400);
        assertThat(post(bank, "x".repeat(17 * 1024 * 1024)).statusCode()).isEqualTo(413);
        assertThat(bank.bookings()).isZero();
    }
}
