package io.querent.examples.payment.bankclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.saga.QueryResult;
import io.querent.saga.QueryResult.Found;
import io.querent.saga.QueryResult.FoundPending;
import io.querent.saga.QueryResult.FoundRejected;
import io.querent.saga.QueryResult.NotFound;
import io.querent.saga.QueryResult.Unavailable;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the answer to a question says. An answer that says nothing must never read as "not found". */
class BankLookupTest {
    private static final String ONCE = ",\"bookings\":1";
    private static final String NEVER = ",\"bookings\":0";

    static Stream<Arguments> answers() {
        String declined = Calls.entry("DECLINED", "2452.00", NEVER + ",\"code\":\"account-closed\",\"message\":\"no\"");
        return Stream.of(
                Arguments.of(200, Calls.entry("BOOKED", "2452.00", ONCE), Found.class),
                Arguments.of(200, declined, FoundRejected.class),
                Arguments.of(200, Calls.entry("PENDING", "2452.00", NEVER), FoundPending.class),
                Arguments.of(404, Calls.problem("not-found"), NotFound.class),
                Arguments.of(404, Calls.problem("no-such-resource"), Unavailable.class),
                Arguments.of(404, Calls.problem("not-found").replace(Calls.KEY, "another"), Unavailable.class),
                Arguments.of(404, "<html>Not Found</html>", Unavailable.class),
                Arguments.of(200, "", Unavailable.class),
                Arguments.of(200, Calls.entry("BOOKED", "2452.00", ""), Unavailable.class),
                Arguments.of(200, Calls.entry("BOOKED", "2452.00", ONCE).substring(0, 80), Unavailable.class),
                Arguments.of(200, Calls.entry("LOST", "2452.00", ONCE), Unavailable.class),
                Arguments.of(500, Calls.problem("not-found"), Unavailable.class),
                Arguments.of(503, Calls.problem("unavailable"), Unavailable.class),
                Arguments.of(301, "", Unavailable.class));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void anAnswerSaysThisMuch(int status, String body, Class<?> result) throws Exception {
        try (RawBank bank = RawBank.answering(status, body)) {
            assertThat(find(bank)).isInstanceOf(result);
            assertThat(bank.requests())
                    .singleElement()
                    .asString()
                    .startsWith("GET /transfers/" + Calls.KEY + " HTTP/1.1\r\n");
        }
    }

    static Stream<String> strangers() {
        return Stream.of(
                Calls.entry("BOOKED", "2452.01", ONCE),
                Calls.entry("BOOKED", "2452.00", ONCE).replace("CZK", "EUR"),
                Calls.entry("BOOKED", "2452.00", ONCE).replace("87144583", "87144584"),
                Calls.entry("BOOKED", "2452.00", ",\"bookings\":2"),
                Calls.entry("DECLINED", "9.99", NEVER + ",\"code\":\"account-closed\",\"message\":\"no\""),
                Calls.entry("PENDING", "9.99", NEVER));
    }

    /** It goes to the engine's match check, which shows it to a person. */
    @ParameterizedTest
    @MethodSource("strangers")
    void somethingElseUnderOurKeyIsFoundAndDoesNotMatch(String body) throws Exception {
        try (RawBank bank = RawBank.answering(200, body)) {
            assertThat(find(bank))
                    .isInstanceOfSatisfying(
                            Found.class,
                            found -> assertThat(Calls.REQUEST.isMetBy((Transfer) found.result()))
                                    .isFalse());
        }
    }

    /** The engine hands a question the deadline of the attempt it asks about. */
    @Test
    void aQuestionMayBeAskedAfterTheAttemptsDeadline() throws Exception {
        try (RawBank bank = RawBank.answering(404, Calls.problem("not-found"))) {
            assertThat(new BankClient(bank).findTransfer(Calls.within(Duration.ofSeconds(-30)), Calls.REQUEST))
                    .isInstanceOf(NotFound.class);
        }
    }

    private static QueryResult<Transfer> find(RawBank bank) throws Exception {
        return new BankClient(bank).findTransfer(Calls.within(Duration.ofSeconds(10)), Calls.REQUEST);
    }
}
