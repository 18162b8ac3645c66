package io.querent.examples.payment.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.bank.BankUnderTest.Answer;
import io.querent.examples.payment.bank.faults.BankFaults;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransferTest {
    private final BankUnderTest bank = BankUnderTest.start(
            new BankSettings(0, 16, true, Set.of("CLOSED-1"), new BigDecimal("1000"), BankFaults.none()));

    @AfterEach
    void close() {
        bank.close();
    }

    @Test
    void firstIsBookedAndCreated() throws IOException {
        Answer answer = bank.transfer("K1", Bodies.TRANSFER);

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.isReplay()).isFalse();
        assertThat(answer.raw().headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.text("key")).isEqualTo("K1");
        assertThat(answer.text("status")).isEqualTo("BOOKED");
        assertThat(answer.text("amount")).isEqualTo("100.00");
        assertThat(answer.text("currency")).isEqualTo("EUR");
        assertThat(answer.text("debtorAccount")).isEqualTo("DE89370400440532013000");
        assertThat(answer.text("creditorBank")).isEqualTo("BUKBGB22");
        assertThat(answer.text("creditorAccount")).isEqualTo("GB33BUKB20201555555555");
        assertThat(answer.text("reference")).isEqualTo("order-123");
        assertThat(answer.text("bookedAt")).endsWith("Z");
    }

    @Test
    void repeatGetsTheFirstAnswer() throws IOException {
        Answer first = bank.transfer("K1", Bodies.TRANSFER);
        Answer repeat = bank.transfer("K1", Bodies.TRANSFER);

        assertThat(repeat.status()).isEqualTo(200);
        assertThat(repeat.isReplay()).isTrue();
        assertThat(repeat.raw().body()).isEqualTo(first.raw().body());
        assertThat(bank.bookings()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100", "100.0", "1e2", "10E+1", "100.0000", "\"100\"", "\"100.00\""})
    void anotherSpellingOfTheSameAmountIsARepeat(String amount) throws IOException {
        bank.transfer("K1", Bodies.TRANSFER);
        Answer repeat = bank.transfer("K1", Bodies.transfer(amount, "EUR"));

        assertThat(repeat.status()).isEqualTo(200);
        assertThat(bank.bookings()).isEqualTo(1);
        assertThat(bank.get("/sends/K1").body().path("distinctBodies").asInt()).isEqualTo(2);
    }

    @Test
    void orderOfMembersAndSpacesDoNotMatter() throws IOException {
        bank.transfer("K1", Bodies.TRANSFER);
        Answer repeat = bank.transfer("K1", """
                {
                  "reference": "order-123", "currency": "EUR", "amount": 100.00,
                  "creditorAccount": "GB33BUKB20201555555555", "creditorBank": "BUKBGB22",
                  "debtorAccount": "DE89370400440532013000"
                }
                """);

        assertThat(repeat.status()).isEqualTo(200);
    }

    @Test
    void sameKeyWithOtherAmountIsRefused() throws IOException {
        bank.transfer("K1", Bodies.TRANSFER);
        Answer other = bank.transfer("K1", Bodies.transfer("120.00", "EUR"));

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.text("code")).isEqualTo("idempotency-key-reused");
        assertThat(other.raw().headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(bank.get("/transfers/K1").text("amount")).isEqualTo("100.00");
        assertThat(bank.bookings()).isEqualTo(1);
    }

    @Test
    void keyOfATransferIsNoKeyForAReversal() throws IOException {
        bank.transfer("K1", Bodies.TRANSFER);
        Answer reversal = bank.reverse("K1", Bodies.reversal("K1", "100.00", "EUR"));

        assertThat(reversal.status()).isEqualTo(422);
        assertThat(reversal.text("code")).isEqualTo("idempotency-key-reused");
        assertThat(bank.get("/reversals/K1").status()).isEqualTo(404);
        assertThat(bank.bookings()).isEqualTo(1);
    }

    @Test
    void declineIsStoredAndReplayed() throws IOException {
        String body = Bodies.transferTo("CLOSED-1", "1.00", "EUR");
        Answer first = bank.transfer("K1", body);
        Answer repeat = bank.transfer("K1", body);
        Answer found = bank.get("/transfers/K1");

        assertThat(first.status()).isEqualTo(422);
        assertThat(first.isReplay()).isFalse();
        assertThat(first.text("code")).isEqualTo("account-closed");
        assertThat(first.text("message")).isNotBlank();
        assertThat(repeat.status()).isEqualTo(422);
        assertThat(repeat.isReplay()).isTrue();
        assertThat(repeat.raw().body()).isEqualTo(first.raw().body());
        assertThat(found.status()).isEqualTo(200);
        assertThat(found.text("status")).isEqualTo("DECLINED");
        assertThat(found.text("code")).isEqualTo("account-closed");
        assertThat(found.text("amount")).isEqualTo("1.00");
        assertThat(found.body().path("bookings").asInt()).isZero();
        assertThat(bank.bookings()).isZero();
    }

    @Test
    void amountAboveTheLimitIsDeclined() throws IOException {
        assertThat(bank.transfer("K1", Bodies.transfer("1000.00", "EUR")).status())
                .isEqualTo(201);
        assertThat(bank.transfer("K2", Bodies.transfer("1000.01", "EUR")).text("code"))
                .isEqualTo("insufficient-funds");
    }

    @Test
    void lookupFindsWhatWasBooked() throws IOException {
        Answer booked = bank.transfer("tenant:payment:order-1:transfer", Bodies.TRANSFER);
        Answer found = bank.get("/transfers/tenant:payment:order-1:transfer");
        Answer escaped = bank.get("/transfers/tenant%3Apayment%3Aorder-1%3Atransfer");

        assertThat(found.status()).isEqualTo(200);
        assertThat(found.text("status")).isEqualTo("BOOKED");
        assertThat(found.text("bookedAt")).isEqualTo(booked.text("bookedAt"));
        assertThat(found.body().path("bookings").asInt()).isEqualTo(1);
        assertThat(escaped.body()).isEqualTo(found.body());
    }

    @Test
    void unknownKeyAndUnknownPathAreToldApart() throws IOException {
        assertThat(bank.get("/transfers/K1").status()).isEqualTo(404);
        assertThat(bank.get("/transfers/K1").text("code")).isEqualTo("not-found");
        assertThat(bank.get("/v2/transfers/K1").status()).isEqualTo(404);
        assertThat(bank.get("/v2/transfers/K1").text("code")).isEqualTo("no-such-resource");
    }

    @Test
    void otherMethodsAreRefused() throws IOException {
        HttpResponse<String> delete =
                bank.exchange(bank.builder("/transfers/K1").DELETE().build());

        assertThat(delete.statusCode()).isEqualTo(405);
        assertThat(delete.headers().firstValue("Allow")).contains("GET");
    }

    @Test
    void everySendIsCounted() throws IOException {
        bank.transfer("K1", Bodies.TRANSFER);
        bank.transfer("K1", Bodies.TRANSFER);
        bank.transfer("K1", Bodies.transfer("7", "EUR"));
        bank.transfer("K1", "no json");
        bank.get("/transfers/K1");

        Answer calls = bank.get("/sends/K1");
        assertThat(calls.body().path("sends").asInt()).isEqualTo(4);
        assertThat(calls.body().path("distinctBodies").asInt()).isEqualTo(3);
        assertThat(calls.body().path("lookups").asInt()).isEqualTo(1);
        assertThat(bank.get("/sends/K2").body().path("sends").asInt(-1)).isZero();
    }
}
