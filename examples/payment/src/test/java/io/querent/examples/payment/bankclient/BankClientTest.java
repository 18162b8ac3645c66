package io.querent.examples.payment.bankclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.saga.Outcome;
import io.querent.saga.Outcome.NotExecuted;
import io.querent.saga.Outcome.Pending;
import io.querent.saga.Outcome.Rejected;
import io.querent.saga.Outcome.Succeeded;
import io.querent.saga.Outcome.Unknown;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way in which a bank can answer a send, or not: what it proves, and that nothing is ever sent twice. */
class BankClientTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of(201, Calls.entry("BOOKED", "2452.00", ""), Succeeded.class),
                Arguments.of(200, Calls.entry("BOOKED", "2452.0", ""), Succeeded.class),
                Arguments.of(202, Calls.entry("PENDING", "2452.00", ""), Pending.class),
                Arguments.of(422, Calls.problem("insufficient-funds"), Rejected.class),
                Arguments.of(429, Calls.problem("too-many-requests"), NotExecuted.class),
                Arguments.of(401, "", NotExecuted.class),
                Arguments.of(400, Calls.problem("invalid-instruction"), NotExecuted.class),
                Arguments.of(404, Calls.problem("no-such-resource"), NotExecuted.class),
                // From here on: a status says nothing by itself.
                Arguments.of(200, Calls.entry("BOOKED", "2452.01", ""), Unknown.class),
                Arguments.of(200, Calls.entry("BOOKED", "2452.00", "").replace(Calls.KEY, "another"), Unknown.class),
                Arguments.of(200, Calls.entry("BOOKED", "2452.00", "").replace("CZK", "EUR"), Unknown.class),
                Arguments.of(200, Calls.entry("BOOKED", "2452.00", "").replace("YZ", "AB"), Unknown.class),
                Arguments.of(200, Calls.entry("PENDING", "2452.00", ""), Unknown.class),
                Arguments.of(200, Calls.entry("BOOKED", "2452.00", "").substring(0, 60), Unknown.class),
                Arguments.of(200, Calls.entry("BOOKED", "2452.00", ",\"status\":\"BOOKED\""), Unknown.class),
                Arguments.of(200, "", Unknown.class),
                Arguments.of(200, "<html>Welcome to the hotel's WLAN</html>", Unknown.class),
                Arguments.of(204, "", Unknown.class),
                Arguments.of(202, "{}", Unknown.class),
                Arguments.of(409, Calls.problem("in-progress"), Unknown.class),
                Arguments.of(422, Calls.problem("idempotency-key-reused"), Unknown.class),
                Arguments.of(422, "{\"code\":\"insufficient-funds\"}", Unknown.class),
                Arguments.of(422, "<html>Unprocessable</html>", Unknown.class),
                Arguments.of(400, "<html>Bad Request</html>", Unknown.class),
                Arguments.of(404, "", Unknown.class),
                Arguments.of(403, "", Unknown.class),
                Arguments.of(500, Calls.problem("internal-error"), Unknown.class),
                Arguments.of(500, Calls.problem("insufficient-funds"), Unknown.class),
                Arguments.of(503, Calls.problem("unavailable"), Unknown.class));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void anAnswerProvesThisMuchAndIsAskedForOnce(int status, String body, Class<?> outcome) throws Exception {
        try (RawBank bank = RawBank.answering(status, body)) {
            assertThat(transfer(bank)).isInstanceOf(outcome);
            assertThat(bank.requests()).hasSize(1);
        }
    }

    @Test
    void aDeclineKeepsItsCodeAndARateLimitItsWish() throws Exception {
        try (RawBank bank = RawBank.answering(422, Calls.problem("account-closed"))) {
            assertThat(transfer(bank)).isEqualTo(Outcome.rejected("account-closed", "no"));
        }
        try (RawBank bank = RawBank.answering(429, Calls.problem("too-many-requests"), "Retry-After: 3")) {
            assertThat(transfer(bank))
                    .isInstanceOfSatisfying(
                            NotExecuted.class,
                            refused -> assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(3)));
        }
    }

    @Test
    void keyAndBytesGoOutAsTheEngineFrozeThem() throws Exception {
        try (RawBank bank = RawBank.answering(201, Calls.entry("BOOKED", "2452.00", ""))) {
            transfer(bank);

            assertThat(bank.requests())
                    .singleElement()
                    .asString()
                    .startsWith("POST /transfers HTTP/1.1\r\n")
                    .containsOnlyOnce("\r\nIdempotency-Key: " + Calls.KEY + "\r\n")
                    .endsWith("\r\n\r\n" + Calls.BODY);
        }
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        try (RawBank elsewhere = RawBank.answering(201, Calls.entry("BOOKED", "2452.00", ""));
                RawBank bank = RawBank.answering(307, "", "Location: " + elsewhere.current() + "/transfers")) {
            assertThat(transfer(bank)).isInstanceOf(Unknown.class);
            assertThat(bank.requests()).hasSize(1);
            assertThat(elsewhere.connections()).isZero();
        }
    }

    static Stream<Arguments> breakdowns() {
        String whole = RawBank.answer(201, Calls.entry("BOOKED", "2452.00", ""));
        return Stream.of(
                breakdown("reset before the first byte", (connection, request) -> RawBank.reset(connection)),
                breakdown("closed before the first byte", (connection, request) -> connection.close()),
                breakdown("reset within the headers", (connection, request) -> {
                    RawBank.write(connection, whole.substring(0, 20));
                    RawBank.reset(connection);
                }),
                breakdown("closed within the body", (connection, request) -> {
                    RawBank.write(connection, whole.substring(0, whole.length() - 10));
                    connection.close();
                }),
                breakdown("no HTTP", (connection, request) -> RawBank.write(connection, "220 smtp ready\r\n\r\n")),
                breakdown("an endless body", (connection, request) -> {
                    RawBank.write(connection, "HTTP/1.1 201 Created\r\nContent-Length: 1000000000\r\n\r\n");
                    String much = "x".repeat(100_000);
                    while (true) {
                        RawBank.write(connection, much);
                    }
                }));
    }

    private static Arguments breakdown(String name, RawBank.Conduct conduct) {
        return Arguments.of(name, conduct);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("breakdowns")
    void aBrokenConnectionIsUnknownAndNothingIsSentAgain(String name, RawBank.Conduct conduct) throws Exception {
        try (RawBank bank = RawBank.with(conduct)) {
            assertThat(transfer(bank)).isInstanceOf(Unknown.class);
            assertThat(bank.requests()).hasSize(1);
            assertThat(bank.connections()).isEqualTo(1);
        }
    }

    /** The deadline is a time of the database's clock; ours may be minutes ahead of it. */
    @Test
    void aWrongClockShortensNoCall() throws Exception {
        try (RawBank bank = RawBank.answering(201, Calls.entry("BOOKED", "2452.00", ""))) {
            Duration past = Duration.ofMinutes(-2);
            assertThat(Calls.outcome(() -> new BankClient(bank).transfer(Calls.within(past), Calls.REQUEST)))
                    .isInstanceOf(Succeeded.class);
        }
    }

    @Test
    void anAnswerThatNeverComesIsUnknownSoonAfterTheDeadline() throws Exception {
        try (RawBank bank = RawBank.with((connection, request) -> {})) {
            assertThat(transfer(bank, Duration.ofMillis(100)))
                    .isInstanceOfSatisfying(
                            Unknown.class,
                            unknown -> assertThat(unknown.evidence()).contains("no complete answer"));
            assertThat(bank.requests()).hasSize(1);
        }
    }

    @Test
    void aBodyThatStopsHalfwayIsUnknownSoonAfterTheDeadline() throws Exception {
        String whole = RawBank.answer(201, Calls.entry("BOOKED", "2452.00", ""));
        try (RawBank bank = RawBank.with(
                (connection, request) -> RawBank.write(connection, whole.substring(0, whole.length() - 10)))) {
            assertThat(transfer(bank, Duration.ofMillis(100))).isInstanceOf(Unknown.class);
            assertThat(bank.requests()).hasSize(1);
        }
    }

    @Test
    void aConnectionThatWasClosedWhileItWasIdleDoesNotCarryARequestTwice() throws Exception {
        try (RawBank bank = RawBank.with((connection, request) -> {
            RawBank.write(connection, RawBank.answer(201, Calls.entry("BOOKED", "2452.00", "")));
            connection.close();
        })) {
            BankClient client = new BankClient(bank);
            for (int send = 1; send <= 20; send++) {
                Outcome<Transfer> outcome = Calls.outcome(() -> client.transfer(Calls.within(LIMIT), Calls.REQUEST));
                assertThat(outcome).isInstanceOfAny(Succeeded.class, Unknown.class);
                assertThat(bank.requests()).hasSizeLessThanOrEqualTo(send);
            }
        }
    }

    @Test
    void aRefusedConnectionProvesThatNothingWasSent() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }

        assertThat(transfer(() -> URI.create("http://127.0.0.1:" + closed))).isInstanceOf(NotExecuted.class);
        assertThat(transfer(() -> {
                    throw new ConnectException("not running");
                }))
                .isInstanceOf(NotExecuted.class);
    }

    private static Outcome<Transfer> transfer(BankAddress bank) {
        return transfer(bank, LIMIT);
    }

    private static Outcome<Transfer> transfer(BankAddress bank, Duration limit) {
        return Calls.outcome(() -> new BankClient(bank, limit).transfer(Calls.within(limit), Calls.REQUEST));
    }
}
