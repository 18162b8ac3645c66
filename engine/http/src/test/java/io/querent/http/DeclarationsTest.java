package io.querent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.http.Bank.Transfer;
import io.querent.http.Bank.TransferRequest;
import io.querent.saga.Downstream;
import io.querent.saga.OperationKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be declared, and what is derived from what was. */
class DeclarationsTest {
    private static final String URL = "https://bank.example";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bank",
                "ftp://bank",
                "https://",
                "https://bank/?q=1",
                "https://bank/#f",
                "https://u:p@bank",
                "https://ba nk"
            })
    void aBaseUrlThatCannotBe(String url) {
        refused("QRT-7001", () -> Bank.at(url).build());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "transfers", "//evil.example/x", "/a b", "/a#f", "/{unclosed", "/{account}"})
    void aPathThatCannotBe(String path) {
        refused("QRT-7002", () -> Bank.at(URL).build().post(path, Transfer.class));
    }

    @Test
    void aQuestionThatNamesNoOperation() {
        refused("QRT-7002", () -> Bank.at(URL).build().get("/transfers", Transfer.class));
        refused(
                "QRT-7002",
                () -> Bank.at(URL).build().at("/{x}", TransferRequest.class).get(Transfer.class));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 202, 301, 408, 409, 425, 429, 500, 503})
    void aRefusalThatTheRulesForbid(int status) {
        refused("QRT-7003", () -> AnswerRules.PESSIMISTIC.refusedOn(status));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 301, 408, 409, 500, 503})
    void aProofThatTheRulesForbid(int status) {
        refused("QRT-7003", () -> AnswerRules.PESSIMISTIC.notExecutedOn(status));
    }

    @Test
    void codesThatNothingCouldRead() {
        refused("QRT-7003", () -> AnswerRules.PESSIMISTIC.refusedOn(422, "code"));
        refused("QRT-7003", () -> AnswerRules.PESSIMISTIC.notFoundOn(500));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "X Key", "X-Key\r\nEvil", "Host", "content-length", "Connection"})
    void aHeaderNameThatCannotBe(String name) {
        refused("QRT-7004", () -> Bank.at(URL).keyHeader(name));
        refused("QRT-7004", () -> Bank.at(URL).fencingHeader(name));
        refused("QRT-7004", () -> Bank.at(URL).traceHeader(name));
    }

    @Test
    void limitsThatCannotBe() {
        refused("QRT-7005", () -> Bank.at(URL).longestAnswer(0).build());
        refused("QRT-7005", () -> Bank.at(URL).connectTimeout(Duration.ZERO).build());
        refused(
                "QRT-7005",
                () -> Bank.at(URL).connectTimeout(Duration.ofDays(1)).build());
    }

    @Test
    void formsOfAKeyAreStableAndFit() {
        OperationKey key = new OperationKey("main:payment:order-1:transfer");
        Downstream narrow = Downstream.named("narrow")
                .ignoresOperationKey()
                .visibleWithin(Duration.ZERO)
                .keyLength(22)
                .build();

        assertThat(KeyForm.PLAIN.of(key, Bank.PROFILE)).isEqualTo(key.value());
        assertThat(KeyForm.PLAIN.of(key, narrow)).isEqualTo(key.encodedTo(22));
        // frozen: operations under way have been sent under these
        assertThat(KeyForm.DIGEST.of(key, Bank.PROFILE)).isEqualTo("EVjZ5qn-XfW-IhuSE1EKbGbVkd3jXqIC0FrDHmpRYB4");
        assertThat(KeyForm.DIGEST.of(key, narrow))
                .hasSize(22)
                .isSubstringOf("EVjZ5qn-XfW-IhuSE1EKbGbVkd3jXqIC0FrDHmpRYB4");
        assertThat(KeyForm.HEX.of(key, Bank.PROFILE)).isEqualTo("1158d9e6a9fe5df5be221b9213510a6c");
        assertThat(KeyForm.NAMED_UUID.of(key, Bank.PROFILE)).isEqualTo("b24de5d1-3308-5b78-80db-2dd53133d983");
    }

    @Test
    void datesAreReadInAllFormsOfHttp() {
        Instant then = Instant.parse("1994-11-06T08:49:37Z");
        assertThat(List.of("Sun, 06 Nov 1994 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"))
                .allSatisfy(date -> assertThat(RetryAfter.date(date)).contains(then));
        assertThat(RetryAfter.date("Monday, 30-Nov-26 10:00:00 GMT")).contains(Instant.parse("2026-11-30T10:00:00Z"));
        assertThat(RetryAfter.date("x".repeat(100))).isEmpty();
        assertThat(RetryAfter.read(List.of("Fri, 31 Dec 9999 23:59:59 GMT"), then))
                .contains(RetryAfter.LONGEST);
        assertThat(RetryAfter.read(List.of("Sun, 06 Nov +999999999 08:49:37 GMT"), then))
                .isEmpty();
    }

    private static void refused(String code, ThrowingCallable declaration) {
        assertThatThrownBy(declaration).isInstanceOf(HttpStepException.class).hasMessageStartingWith(code + " ");
    }
}
