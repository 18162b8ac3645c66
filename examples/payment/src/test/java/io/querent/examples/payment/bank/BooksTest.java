package io.querent.examples.payment.bank;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.examples.payment.bank.BankUnderTest.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class BooksTest {
    private static final int TRANSFERS = 25;
    private static BankUnderTest bank;

    @BeforeAll
    static void open() throws IOException {
        bank = BankUnderTest.wellBehaved();
        for (int i = 0; i < TRANSFERS; i++) {
            bank.transfer("T" + i, Bodies.transfer("1.10", "EUR"));
        }
        bank.transfer("YEN", Bodies.transfer("500", "JPY"));
        bank.transfer("DINAR", Bodies.transfer("12.345", "KWD"));
        bank.reverse("R0", Bodies.reversal("T0", "0.10", "EUR"));
        bank.reverse("R1", Bodies.reversal("unknown", "0.10", "EUR"));
    }

    @AfterAll
    static void close() {
        bank.close();
    }

    @Test
    void pagesHoldEveryBookingOnceInOrder() throws IOException {
        List<String> keys = new ArrayList<>();
        long after = 0;
        JsonNode next;
        do {
            JsonNode page = bank.get("/books?after=" + after + "&limit=10").body();
            assertThat(page.path("bookings").size()).isLessThanOrEqualTo(10);
            page.path("bookings")
                    .forEach(booking -> keys.add(booking.path("key").asString()));
            next = page.path("next");
            after = next.asLong(0);
        } while (!next.isNull());

        assertThat(keys)
                .hasSize(TRANSFERS + 3)
                .doesNotHaveDuplicates()
                .startsWith("T0", "T1")
                .endsWith("R0");
    }

    @Test
    void bookingsShowWhatMoved() throws IOException {
        JsonNode yen = bank.get("/books?after=" + TRANSFERS + "&limit=1").body().at("/bookings/0");

        assertThat(yen.path("kind").asString()).isEqualTo("TRANSFER");
        assertThat(yen.path("key").asString()).isEqualTo("YEN");
        assertThat(yen.path("amount").asString()).isEqualTo("500");
        assertThat(yen.path("currency").asString()).isEqualTo("JPY");
        assertThat(yen.path("originalKey").isNull()).isTrue();
    }

    @Test
    void summaryAddsUpPerKindAndCurrency() throws IOException {
        JsonNode summary = bank.get("/books/summary").body();

        assertThat(summary.at("/transfers/count").asInt()).isEqualTo(TRANSFERS + 2);
        assertThat(summary.at("/transfers/sums/EUR").asString()).isEqualTo("27.50");
        assertThat(summary.at("/transfers/sums/JPY").asString()).isEqualTo("500");
        assertThat(summary.at("/transfers/sums/KWD").asString()).isEqualTo("12.345");
        assertThat(summary.at("/reversals/count").asInt()).isEqualTo(1);
        assertThat(summary.at("/reversals/sums/EUR").asString()).isEqualTo("0.10");
        assertThat(summary.path("declined").asInt()).isEqualTo(1);
        assertThat(summary.path("pending").asInt(-1)).isZero();
        assertThat(summary.path("parked").asInt(-1)).isZero();
        assertThat(summary.path("duplicates").size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=1001",
                "limit=x",
                "limit=-1",
                "limit=",
                "after=-1",
                "after=x",
                "after=1e3",
                "limit=9999999999999999999999"
            })
    void pageParametersAreChecked(String query) throws IOException {
        Answer answer = bank.get("/books?" + query);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("code")).isEqualTo("invalid-parameter");
    }
}
