package io.querent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.http.Bank.Transfer;
import io.querent.http.Bank.TransferRequest;
import io.querent.saga.Action;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.Query;
import io.querent.saga.QueryResult;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a declaration makes of an answer. */
class DeclaredAnswersTest {
    private static final String FUNDS = "{\"error\":{\"code\":\"insufficient_funds\",\"message\":\"no\"}}";

    @Test
    void aDeclaredCodeIsARefusal() throws Exception {
        assertThat(outcome(Http.json("422 No", FUNDS))).isInstanceOfSatisfying(Outcome.Rejected.class, refused -> {
            assertThat(refused.code()).isEqualTo("insufficient_funds");
            assertThat(refused.message()).startsWith("HTTP 422, application/json: {");
        });
        assertThat(outcome(Http.json("409 No", FUNDS))).isInstanceOf(Outcome.Rejected.class);
        assertThat(outcome(Http.answer("422 No", "Content-Type: application/problem+json\r\n", FUNDS)))
                .isInstanceOf(Outcome.Rejected.class);
    }

    @Test
    void aStatusDeclaredFinalNeedsABodyThatTheProviderWrote() throws Exception {
        assertThat(outcome(Http.json("404 No", "{}")))
                .isEqualTo(Outcome.rejected("http-404", "HTTP 404, application/json: {}"));
        assertThat(outcome(Http.html("404 No"))).isInstanceOf(Outcome.Unknown.class);
        assertThat(outcome(Http.empty("404 No"))).isInstanceOf(Outcome.Unknown.class);
        assertThat(outcome(Http.json("404 No", "\"text\""))).isInstanceOf(Outcome.Unknown.class);
    }

    @Test
    void aHostileErrorBodyIsShortenedAndEscaped() throws Exception {
        String hostile =
                "{\"error\":{\"code\":\"insufficient_funds\",\"message\":\"\u202e\\n fake\"}}" + " ".repeat(50_000);
        assertThat(outcome(Http.json("422 No", hostile)))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        refused -> assertThat(refused.message())
                                .hasSizeLessThan(500)
                                .doesNotContain("\u202e", "\n"));
        assertThat(outcome(Http.json("500 No", "line\r\n2026 INFO forged\u0000")))
                .isInstanceOfSatisfying(
                        Outcome.Unknown.class,
                        unknown ->
                                assertThat(unknown.evidence()).contains("line\\u000d\\u000a2026 INFO forged\\u0000"));
    }

    @ParameterizedTest
    @CsvSource({
        "'Retry-After: 120', 120",
        "'Retry-After: 99999999999', 86400",
        "'Retry-After: 0', 0",
        "'Date: Mon, 30 Nov 2026 10:00:00 GMT\r\nRetry-After: Mon, 30 Nov 2026 10:05:00 GMT', 300",
        "'Date: Mon, 30 Nov 2026 10:00:00 GMT\r\nRetry-After: Mon, 30 Nov 2020 10:05:00 GMT', 0",
        "'Retry-After: 5\r\nRetry-After: 60', 60"
    })
    void aWishToBeLeftAloneIsPassedOn(String headers, long seconds) throws Exception {
        assertThat(outcome(Http.empty("429 Slow Down", headers)))
                .isInstanceOfSatisfying(
                        Outcome.NotExecuted.class,
                        outcome -> assertThat(outcome.retryAfter()).isEqualTo(Duration.ofSeconds(seconds)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"X: y", "Retry-After: -5", "Retry-After: soon", "Retry-After:", "Retry-After: 1e9"})
    void whatIsNoWishIsNone(String header) throws Exception {
        assertThat(outcome(Http.empty("429 Slow Down", header)))
                .isInstanceOfSatisfying(
                        Outcome.NotExecuted.class,
                        outcome -> assertThat(outcome.retryAfter()).isNull());
    }

    @Test
    void whatProvesNonExecutionIsTheUsersToSay() throws Exception {
        try (RawServer server = RawServer.answering(Http.empty("429 Slow Down"))) {
            assertThat(Bank.transfer(Bank.at(server.url())
                            .answers(rules -> rules.notExecutedOn(403))
                            .build()))
                    .isInstanceOf(Outcome.Unknown.class);
        }
    }

    @Test
    void acceptedIsNotDone() throws Exception {
        assertThat(outcome(Http.json("202 Accepted", "{\"id\":\"t1\",\"status\":\"done\"}")))
                .isEqualTo(Outcome.pending(Bank.KEY.value()));
        assertThat(outcome(Http.empty("202 Accepted", "Location: /v1/transfers/tr_7?x=1")))
                .isEqualTo(Outcome.pending("tr_7"));
        assertThat(outcome(Http.empty("202 Accepted", "Location: /v1/transfers/" + "x".repeat(5_000))))
                .isEqualTo(Outcome.pending(Bank.KEY.value()));
        assertThat(outcome(
                        Http.json("202 Accepted", "{\"data\":[{\"id\":815}]}"),
                        rules -> rules.referenceAt("data.0.id")))
                .isEqualTo(Outcome.pending("815"));
    }

    @Test
    void theBodyOfASuccessMaySayOtherwise() throws Exception {
        try (RawServer server = RawServer.answering(Http.json("200 OK", "{\"id\":\"t1\",\"status\":\"processing\"}"))) {
            Action<TransferRequest, Transfer> action = Bank.at(server.url())
                    .build()
                    .post("/transfers", Transfer.class, read -> switch (read.status()) {
                        case "done" -> Outcome.succeeded(read);
                        case "failed" -> Outcome.rejected("failed", read.id());
                        default -> Outcome.pending(read.id());
                    });
            assertThat(action.perform(Bank.attempt(), Bank.REQUEST)).isEqualTo(Outcome.pending("t1"));

            Action<TransferRequest, Transfer> broken = Bank.at(server.url())
                    .build()
                    .post("/transfers", Transfer.class, read -> {
                        throw new IllegalStateException("bug");
                    });
            assertThat(broken.perform(Bank.attempt(), Bank.REQUEST)).isInstanceOf(Outcome.Unknown.class);
        }
    }

    @Test
    void aTextWithNulAndALoneSurrogateIsASuccessAllTheSame() throws Exception {
        String odd = "{\"id\":\"a\\u0000b\\ud800\",\"status\":\"done\"}";
        assertThat(outcome(Http.json("200 OK", odd))).isEqualTo(Outcome.succeeded(new Transfer("a\0b\ud800", "done")));
    }

    @Test
    void doneTakesNoBodyOrOneOfTheProviders() throws Exception {
        assertThat(done("HTTP/1.1 204 No Content\r\n\r\n")).isEqualTo(Outcome.done());
        assertThat(done(Http.json("200 OK", "{\"any\":1}"))).isEqualTo(Outcome.done());
        assertThat(done(Http.html("200 OK"))).isInstanceOf(Outcome.Unknown.class);
    }

    @Test
    void notFoundIsBelievedOnlyWhereItWasDeclared() throws Exception {
        String missing = Http.json("404 Not Found", "{\"error\":{\"code\":\"no_such_key\"}}");
        assertThat(found(missing, rules -> rules)).isInstanceOf(QueryResult.Unavailable.class);
        assertThat(found(missing, rules -> rules.notFoundOn(404))).isEqualTo(QueryResult.notFound());
        assertThat(found(missing, rules -> rules.codeAt("error.code").notFoundOn(404, "no_such_key")))
                .isEqualTo(QueryResult.notFound());
        assertThat(found(missing, rules -> rules.codeAt("error.code").notFoundOn(404, "other")))
                .isInstanceOf(QueryResult.Unavailable.class);
        for (String notTheirs :
                List.of(Http.html("404 Not Found"), Http.empty("404 Not Found"), Http.json("404 Not Found", "no"))) {
            assertThat(found(notTheirs, rules -> rules.notFoundOn(404))).isInstanceOf(QueryResult.Unavailable.class);
        }
    }

    @Test
    void whatIsNoAnswerToAQuestionIsUnavailable() throws Exception {
        for (String answer : List.of(
                Http.json("500 No", "{}"),
                Http.empty("429 No", "Retry-After: 1"),
                Http.empty("401 No"),
                Http.html("200 OK"),
                Http.json("400 No", FUNDS),
                Http.empty("301 Moved", "Location: /transfers/x"),
                Http.json("200 OK", ""),
                "HTTP/1.1 204 No Content\r\n\r\n",
                Http.json("206 Part", "{\"id\":\"t1\"}"),
                Http.html("202 Accepted"))) {
            assertThat(found(answer, rules -> rules)).as(answer).isInstanceOf(QueryResult.Unavailable.class);
        }
        assertThat(found(Http.json("202 Accepted", "{\"id\":\"t1\"}"), rules -> rules.referenceAt("id")))
                .isEqualTo(QueryResult.foundPending("t1"));
    }

    @Test
    void anEmptyListIsWhatTheUserSaysItIs() throws Exception {
        try (RawServer server = RawServer.answering(Http.json("200 OK", "[]"))) {
            Query<TransferRequest, Transfer> query = Bank.at(server.url())
                    .build()
                    .get(
                            "/transfers?ref={key}",
                            Transfer[].class,
                            page -> page.length == 1 ? QueryResult.found(page[0]) : QueryResult.notFound());
            assertThat(query.ask(Bank.attempt(), Bank.REQUEST)).isEqualTo(QueryResult.notFound());
        }
    }

    private static Outcome<Transfer> outcome(String answer) throws Exception {
        return outcome(
                answer,
                rules -> rules.codeAt("error.code")
                        .refusedOn(422, "insufficient_funds", "closed")
                        .refusedOn(404)
                        .refusedOn(409, "insufficient_funds"));
    }

    private static Outcome<Transfer> outcome(String answer, UnaryOperator<AnswerRules> rules) throws Exception {
        try (RawServer server = RawServer.answering(answer)) {
            return Bank.transfer(Bank.at(server.url()).answers(rules).build());
        }
    }

    private static Outcome<Done> done(String answer) throws Exception {
        try (RawServer server = RawServer.answering(answer)) {
            Action<TransferRequest, Done> action = Bank.at(server.url()).build().post("/transfers", Done.class);
            return action.perform(Bank.attempt(), Bank.REQUEST);
        }
    }

    private static QueryResult<Transfer> found(String answer, UnaryOperator<AnswerRules> rules) throws Exception {
        try (RawServer server = RawServer.answering(answer)) {
            QueryResult<Transfer> result =
                    Bank.find(Bank.at(server.url()).answers(rules).build());
            assertThat(server.arrived()).hasSize(1);
            return result;
        }
    }
}
