package io.querent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.querent.http.Bank.Transfer;
import io.querent.saga.Outcome;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every answer that a call may get, what it proves, and that it took exactly one request to get it. */
class AnswersToCallsTest {
    private static final String DONE = "{\"id\":\"t1\",\"status\":\"done\"}";
    private static final String FUNDS = "{\"error\":{\"code\":\"insufficient_funds\",\"message\":\"no\"}}";

    static Stream<Arguments> successes() {
        return Stream.of(
                arguments("200", Http.json("200 OK", DONE)),
                arguments("201", Http.json("201 Created", DONE)),
                arguments("problem type", Http.answer("200 OK", "Content-Type: application/hal+json\r\n", DONE)),
                arguments("charset", Http.answer("200 OK", "Content-Type: application/json;charset=UTF-8\r\n", DONE)),
                arguments("chunks", chunked("200 OK", DONE) + "0\r\n\r\n"),
                arguments("100 first", "HTTP/1.1 100 Continue\r\n\r\n" + Http.json("200 OK", DONE)),
                arguments("same length twice", Http.answer("200 OK", length(DONE) + type(), DONE)),
                arguments("unknown member", Http.json("200 OK", "{\"id\":\"t1\",\"status\":\"done\",\"more\":[1]}")),
                arguments("until closed", "HTTP/1.1 200 OK\r\n" + type() + "Connection: close\r\n\r\n" + DONE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("successes")
    void aReadableSuccessIsSuccess(String name, String answer) throws Exception {
        assertThat(outcomeOf(answer)).isEqualTo(Outcome.succeeded(new Transfer("t1", "done")));
    }

    static Stream<Arguments> unknowns() {
        return Stream.of(
                arguments("500", Http.json("500 Internal Server Error", FUNDS)),
                arguments("502", Http.html("502 Bad Gateway")),
                arguments("503", Http.empty("503 Service Unavailable")),
                arguments("503 with a wish", Http.empty("503 Service Unavailable", "Retry-After: 30")),
                arguments("504", Http.html("504 Gateway Timeout")),
                arguments("599", Http.empty("599 Odd")),
                arguments("999", Http.empty("999 Odder")),
                arguments("000", Http.empty("000 Oddest")),
                arguments("101", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
                arguments("301", Http.empty("301 Moved Permanently", "Location: /elsewhere")),
                arguments("302", Http.empty("302 Found", "Location: /elsewhere")),
                arguments("303", Http.empty("303 See Other", "Location: /elsewhere")),
                arguments("307", Http.empty("307 Temporary Redirect", "Location: /elsewhere")),
                arguments("308", Http.empty("308 Permanent Redirect", "Location: /elsewhere")),
                arguments("304", "HTTP/1.1 304 Not Modified\r\n\r\n"),
                arguments("400, not declared", Http.json("400 Bad Request", FUNDS)),
                arguments("403, not declared", Http.json("403 Forbidden", FUNDS)),
                arguments("404, not declared", Http.json("404 Not Found", FUNDS)),
                arguments("407", Http.empty("407 Proxy Authentication Required", "Proxy-Authenticate: Basic realm=x")),
                arguments("408", Http.empty("408 Request Timeout", "Connection: close")),
                arguments("409 in progress", Http.json("409 Conflict", FUNDS)),
                arguments("413", Http.empty("413 Content Too Large")),
                arguments("425", Http.empty("425 Too Early")),
                arguments(
                        "422, other code", Http.json("422 Unprocessable Content", "{\"error\":{\"code\":\"other\"}}")),
                arguments("422, no code", Http.json("422 Unprocessable Content", "{\"message\":\"no\"}")),
                arguments(
                        "422, code of another kind",
                        Http.json("422 Odd", "{\"error\":{\"code\":[\"insufficient_funds\"]}}")),
                arguments("422, unparsable", Http.json("422 Unprocessable Content", "{\"error\":{\"code\":\"insuff")),
                arguments("422, HTML that names the code", Http.answer("422 No", "Content-Type: text/html\r\n", FUNDS)),
                arguments("200, HTML", Http.html("200 OK")),
                arguments("200, JSON called HTML", Http.answer("200 OK", "Content-Type: text/html\r\n", DONE)),
                arguments("200, no type", Http.answer("200 OK", "", DONE)),
                arguments("200, two types", Http.answer("200 OK", type() + "Content-Type: text/html\r\n", DONE)),
                arguments("200, bad type", Http.answer("200 OK", "Content-Type: ;;\r\n", DONE)),
                arguments("200, empty", Http.json("200 OK", "")),
                arguments("200, null", Http.json("200 OK", "null")),
                arguments("200, other shape", Http.json("200 OK", "[1,2]")),
                arguments("200, two documents", Http.json("200 OK", DONE + DONE)),
                arguments("200, raw NUL", Http.json("200 OK", "{\"id\":\"t\0\",\"status\":\"done\"}")),
                arguments("200, gzip", Http.answer("200 OK", type() + "Content-Encoding: gzip\r\n", "\u001f\u008bxx")),
                arguments(
                        "200, unknown charset",
                        Http.answer("200 OK", "Content-Type: application/json;charset=x-none\r\n", DONE)),
                arguments("204", "HTTP/1.1 204 No Content\r\n\r\n"),
                arguments("204 with a body", "HTTP/1.1 204 No Content\r\n" + length(DONE) + type() + "\r\n" + DONE),
                arguments("203", Http.json("203 Non-Authoritative Information", DONE)),
                arguments("206", Http.json("206 Partial Content", DONE)),
                arguments("207", Http.json("207 Multi-Status", DONE)),
                arguments("202, HTML", Http.html("202 Accepted")),
                arguments("two lengths", Http.answer("200 OK", "Content-Length: 3\r\n" + type(), DONE)),
                arguments(
                        "length and chunks",
                        "HTTP/1.1 200 OK\r\n" + type() + length(DONE) + "Transfer-Encoding: chunked\r\n\r\n"
                                + chunk(DONE) + "0\r\n\r\n"),
                arguments("garbage", "SSH-2.0-OpenSSH_9.2\r\n\r\n"),
                arguments("garbage status", "HTTP/1.1 abc OK\r\n\r\n"),
                arguments("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
                arguments("folded garbage", "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n"),
                arguments("bad length", "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n" + DONE),
                arguments("negative length", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n" + DONE),
                arguments(
                        "bad chunk",
                        "HTTP/1.1 200 OK\r\n" + type() + "Transfer-Encoding: chunked\r\n\r\nzz\r\n" + DONE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unknowns")
    void whatProvesNothingIsUnknown(String name, String answer) throws Exception {
        assertThat(outcomeOf(answer)).isInstanceOf(Outcome.Unknown.class);
    }

    static Stream<Arguments> notExecuted() {
        return Stream.of(
                arguments("401", "http-401", Http.empty("401 Unauthorized", "WWW-Authenticate: Basic realm=x")),
                arguments("401 without challenge", "http-401", Http.empty("401 Unauthorized")),
                arguments("429", "http-429", Http.empty("429 Too Many Requests")),
                arguments("429 of a proxy", "http-429", Http.html("429 Too Many Requests")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("notExecuted")
    void whatIsSaidBeforeTheBusinessLayerIsNotExecuted(String name, String code, String answer) throws Exception {
        assertThat(outcomeOf(answer))
                .isInstanceOfSatisfying(
                        Outcome.NotExecuted.class,
                        outcome -> assertThat(outcome.code()).isEqualTo(code));
    }

    private static Outcome<Transfer> outcomeOf(String answer) throws Exception {
        try (RawServer server = new RawServer(connection -> {
            connection.write(answer);
            if (answer.contains("close")
                    || !answer.contains("Content-Length")
                    || answer.contains("Odd")
                    || answer.contains("-1")) {
                connection.end();
            }
        })) {
            HttpDownstream bank = Bank.at(server.url())
                    .answers(rules -> rules.codeAt("error.code").refusedOn(422, "insufficient_funds"))
                    .build();
            Outcome<Transfer> outcome = Bank.transfer(bank);
            assertThat(server.arrived()).as("requests that arrived").hasSize(1);
            return outcome;
        }
    }

    private static String type() {
        return "Content-Type: application/json\r\n";
    }

    private static String length(String body) {
        return "Content-Length: " + body.length() + "\r\n";
    }

    private static String chunked(String status, String body) {
        return "HTTP/1.1 " + status + "\r\n" + type() + "Transfer-Encoding: chunked\r\n\r\n" + chunk(body);
    }

    private static String chunk(String body) {
        return Integer.toHexString(body.length()) + "\r\n" + body + "\r\n";
    }
}
