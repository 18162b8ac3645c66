package io.querent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.querent.http.Bank.Transfer;
import io.querent.http.RawServer.Misdeed;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Connections that die, hang and lie after the request has arrived. The test JVM runs with {@code
 * jdk.httpclient.enableAllMethodRetry}: a client that could send again would.
 */
class BrokenConnectionsTest {
    private static final String DONE = "{\"id\":\"t1\",\"status\":\"done\"}";
    private static final String JSON = "Content-Type: application/json\r\n";

    static Stream<Arguments> deaths() {
        return Stream.of(
                arguments("reset before the first byte", (Misdeed) RawServer.Connection::reset),
                arguments("end before the first byte", (Misdeed) RawServer.Connection::end),
                arguments("reset after the first byte", after("H", RawServer.Connection::reset)),
                arguments("end after the first byte", after("H", RawServer.Connection::end)),
                arguments("half a status line", after("HTTP/1.1 20", RawServer.Connection::end)),
                arguments("half a head", after("HTTP/1.1 200 OK\r\nContent-Ty", RawServer.Connection::end)),
                arguments(
                        "a head without its last line", after("HTTP/1.1 200 OK\r\n" + JSON, RawServer.Connection::end)),
                arguments("a head and no body", after(head(), RawServer.Connection::end)),
                arguments("a head, then a reset", after(head(), RawServer.Connection::reset)),
                arguments("one byte short", after(head() + DONE.substring(1), RawServer.Connection::end)),
                arguments(
                        "a body that parses, but is short",
                        after(
                                "HTTP/1.1 200 OK\r\n" + JSON + "Content-Length: 99\r\n\r\n" + DONE,
                                RawServer.Connection::end)),
                arguments("chunks without the last one", after(chunks(), RawServer.Connection::end)),
                arguments("chunks, then a reset", after(chunks(), RawServer.Connection::reset)),
                arguments(
                        "half a chunk",
                        after(
                                "HTTP/1.1 200 OK\r\n" + JSON + "Transfer-Encoding: chunked\r\n\r\nff\r\n" + DONE,
                                RawServer.Connection::end)),
                arguments(
                        "a page cut where nobody counts",
                        after(
                                "HTTP/1.1 200 OK\r\n" + JSON + "Connection: close\r\n\r\n{\"id\":\"t1\"",
                                RawServer.Connection::end)),
                arguments("only 100", after("HTTP/1.1 100 Continue\r\n\r\n", RawServer.Connection::end)),
                arguments(
                        "only 103", after("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", RawServer.Connection::end)),
                arguments(
                        "429, but cut",
                        after("HTTP/1.1 429 No\r\nContent-Length: 9\r\n\r\nx", RawServer.Connection::end)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("deaths")
    void aConnectionThatDiesLeavesTheCallUnknownAndIsNotTriedAgain(String name, Misdeed death) throws Exception {
        try (RawServer server = new RawServer(death)) {
            assertThat(Bank.transfer(Bank.at(server.url()).build())).isInstanceOf(Outcome.Unknown.class);
            assertThat(server.arrived()).hasSize(1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("deaths")
    void aConnectionThatDiesLeavesTheQuestionOpenAndIsNotTriedAgain(String name, Misdeed death) throws Exception {
        try (RawServer server = new RawServer(death)) {
            assertThat(Bank.find(Bank.at(server.url()).build())).isInstanceOf(QueryResult.Unavailable.class);
            assertThat(server.arrived()).hasSize(1);
        }
    }

    /** The server closes while the connection idles in the pool, at the very moment that the next request is written. */
    @Test
    void aConnectionThatDiedWhileIdleIsNotMadeUpForByASecondSend() throws Exception {
        String ok = Http.json("200 OK", DONE);
        try (RawServer server = new RawServer(RawServer.Connection::end).then(each -> each.write(ok))) {
            HttpDownstream bank = Bank.at(server.url()).build();

            assertThat(Bank.transfer(bank)).isInstanceOf(Outcome.Succeeded.class);
            assertThat(Bank.transfer(bank)).isInstanceOf(Outcome.Unknown.class);

            assertThat(server.arrived()).hasSize(2);
        }
    }

    @Test
    void aQuestionOnAConnectionThatDiedWhileIdleIsNotSentAgainEither() throws Exception {
        String ok = Http.json("200 OK", DONE);
        try (RawServer server = new RawServer(RawServer.Connection::end).then(each -> each.write(ok))) {
            HttpDownstream bank = Bank.at(server.url()).build();

            assertThat(Bank.find(bank)).isInstanceOf(QueryResult.Found.class);
            assertThat(Bank.find(bank)).isInstanceOf(QueryResult.Unavailable.class);

            assertThat(server.arrived()).hasSize(2);
        }
    }

    /** The control: what the tests above would count if the permit were not there. */
    @Test
    void theJdksClientAloneWouldSendAgain() throws Exception {
        String ok = Http.json("200 OK", DONE);
        try (RawServer server = new RawServer(RawServer.Connection::end).then(each -> each.write(ok))) {
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest post = HttpRequest.newBuilder(URI.create(server.url()))
                    .POST(HttpRequest.BodyPublishers.ofString("pay"))
                    .build();

            client.send(post, HttpResponse.BodyHandlers.ofString());
            assertThatThrownBy(() -> client.send(post, HttpResponse.BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);

            assertThat(server.arrived()).hasSizeGreaterThan(2);
        }
    }

    /** Bytes that nobody asked for must never become the answer to the next request. */
    @Test
    void anAnswerTooManyIsNotTakenForTheNextCalls() throws Exception {
        String stray = Http.json("200 OK", "{\"id\":\"somebody-else\",\"status\":\"done\"}");
        String ok = Http.json("200 OK", DONE);
        try (RawServer server = new RawServer(each -> each.write(ok)).then(each -> each.write(ok + stray))) {
            HttpDownstream bank = Bank.at(server.url()).build();
            for (int call = 0; call < 5; call++) {
                assertThat(Bank.transfer(bank)).isEqualTo(Outcome.succeeded(new Transfer("t1", "done")));
            }
        }
    }

    @Test
    void theBodyOfA204IsNotTakenForTheNextCalls() throws Exception {
        String stray = "HTTP/1.1 204 No Content\r\n\r\n"
                + Http.json("200 OK", "{\"id\":\"somebody-else\",\"status\":\"done\"}");
        String ok = Http.json("200 OK", DONE);
        try (RawServer server = new RawServer(each -> each.write(ok)).then(each -> each.write(stray))) {
            HttpDownstream bank = Bank.at(server.url()).build();
            assertThat(Bank.transfer(bank)).isInstanceOf(Outcome.Unknown.class);
            assertThat(Bank.transfer(bank)).isEqualTo(Outcome.succeeded(new Transfer("t1", "done")));
        }
    }

    @Test
    void aServerThatHangsIsLeftAtTheDeadlineAndItsSocketClosed() throws Exception {
        try (RawServer server = new RawServer(RawServer.Connection::hang)) {
            Outcome<Transfer> outcome =
                    Bank.transfer(Bank.at(server.url()).build(), Bank.attempt(Duration.ofMillis(300)));

            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Outcome.Unknown.class,
                            unknown -> assertThat(unknown.evidence()).contains("no answer", "no whole answer within"));
            assertThat(server.sawClientGo()).isTrue();
            assertThat(server.arrived()).hasSize(1);
        }
    }

    @Test
    void aBodyThatDripsIsLeftAtTheDeadlineAlthoughBytesKeepComing() throws Exception {
        String slow = "HTTP/1.1 200 OK\r\n" + JSON + "Content-Length: 9999\r\n\r\n";
        try (RawServer server = new RawServer(each -> {
            each.write(slow);
            each.drip("x".repeat(2_000));
        })) {
            Outcome<Transfer> outcome =
                    Bank.transfer(Bank.at(server.url()).build(), Bank.attempt(Duration.ofMillis(500)));

            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Outcome.Unknown.class,
                            unknown -> assertThat(unknown.evidence()).contains("HTTP 200, but no whole answer"));
            assertThat(server.sawClientGo()).isTrue();
            assertThat(server.arrived()).hasSize(1);
        }
    }

    @Test
    void aHeadThatDripsIsLeftAtTheDeadline() throws Exception {
        try (RawServer server = new RawServer(each -> each.drip("HTTP/1.1 200 OK\r\nX-" + "x".repeat(2_000)))) {
            assertThat(Bank.transfer(Bank.at(server.url()).build(), Bank.attempt(Duration.ofMillis(500))))
                    .isInstanceOf(Outcome.Unknown.class);
            assertThat(server.sawClientGo()).isTrue();
        }
    }

    @Test
    void anInterruptClosesTheSocketAndIsKept() throws Exception {
        try (RawServer server = new RawServer(RawServer.Connection::hang)) {
            HttpDownstream bank = Bank.at(server.url()).build();
            AtomicReference<Outcome<Transfer>> outcome = new AtomicReference<>();
            CountDownLatch interrupted = new CountDownLatch(1);
            Thread caller = new Thread(() -> {
                try {
                    outcome.set(Bank.transfer(bank));
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                if (Thread.currentThread().isInterrupted()) {
                    interrupted.countDown();
                }
            });
            caller.start();
            Awaitility.await().until(() -> !server.arrived().isEmpty());
            caller.interrupt();
            caller.join(10_000);

            assertThat(outcome.get()).isInstanceOf(Outcome.Unknown.class);
            assertThat(interrupted.getCount()).isZero();
            assertThat(server.sawClientGo()).isTrue();
        }
    }

    @Test
    void aBodyWithoutEndIsCutAtTheLimit() throws Exception {
        String huge = "HTTP/1.1 200 OK\r\n" + JSON + "Content-Length: 100000000\r\n\r\n{\"id\":\"";
        try (RawServer server = new RawServer(each -> {
            each.write(huge);
            for (int part = 0; part < 2_000; part++) {
                each.write("x".repeat(10_000));
            }
        })) {
            assertThat(Bank.transfer(Bank.at(server.url()).longestAnswer(5_000).build()))
                    .isInstanceOfSatisfying(
                            Outcome.Unknown.class,
                            unknown -> assertThat(unknown.evidence())
                                    .contains("longer than the limit")
                                    .hasSizeLessThan(1_000));
            assertThat(server.arrived()).hasSize(1);
        }
    }

    @Test
    void aRefusalToExecuteStandsHoweverLongItsPage() throws Exception {
        String page = Http.answer(
                "429 Too Many Requests", "Content-Type: text/html\r\nRetry-After: 7\r\n", "x".repeat(100_000));
        try (RawServer server = RawServer.answering(page)) {
            assertThat(Bank.transfer(Bank.at(server.url()).longestAnswer(5_000).build()))
                    .isInstanceOfSatisfying(
                            Outcome.NotExecuted.class,
                            outcome -> assertThat(outcome.retryAfter()).isEqualTo(Duration.ofSeconds(7)));
        }
    }

    private static Misdeed after(String bytes, Misdeed then) {
        return connection -> {
            connection.write(bytes);
            then.commit(connection);
        };
    }

    private static String head() {
        return "HTTP/1.1 200 OK\r\n" + JSON + "Content-Length: " + DONE.length() + "\r\n\r\n";
    }

    private static String chunks() {
        return "HTTP/1.1 200 OK\r\n" + JSON + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(DONE.length())
                + "\r\n" + DONE + "\r\n";
    }
}
