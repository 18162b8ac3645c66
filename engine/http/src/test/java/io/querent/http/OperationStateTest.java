package io.querent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.http.Bank.Transfer;
import io.querent.http.Bank.TransferRequest;
import io.querent.saga.Done;
import io.querent.saga.Query;
import io.querent.saga.QueryResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a service that uses the receiver says of an operation, as the engine takes it. */
class OperationStateTest {

    @Test
    void whatWasDoneIsFound() throws Exception {
        assertThat(found(ok("SUCCEEDED", null, "{\"id\":\"t1\",\"status\":\"booked\"}"), Transfer.class))
                .isEqualTo(QueryResult.found(new Transfer("t1", "booked")));
        assertThat(found(ok("SUCCEEDED", null, "null"), Done.class)).isEqualTo(QueryResult.found(Done.DONE));
    }

    @Test
    void aRefusalIsFoundWithItsCode() throws Exception {
        assertThat(found(ok("FAILED", "NO_FUNDS", "{\"detail\":\"empty\"}"), Transfer.class))
                .isInstanceOfSatisfying(
                        QueryResult.FoundRejected.class,
                        refused -> assertThat(refused.code()).isEqualTo("NO_FUNDS"));
    }

    @Test
    void whatIsWorkedOnIsPending() throws Exception {
        assertThat(found(ok("PROCESSING", null, "null"), Transfer.class)).isEqualTo(QueryResult.foundPending("k-1"));
    }

    @Test
    void whatTookNoEffectIsNotFoundSoThatItIsSentAgain() throws Exception {
        assertThat(found(ok("RETRYABLE_FAILED", null, "null"), Transfer.class)).isEqualTo(QueryResult.notFound());
    }

    @ParameterizedTest
    @CsvSource({"UNKNOWN, null", "SUCCEEDED, null", "done, null", "'', null"})
    void whatSaysNothingIsNoAnswer(String status, String answer) throws Exception {
        assertThat(found(ok(status, null, answer), Transfer.class)).isInstanceOf(QueryResult.Unavailable.class);
    }

    @Test
    void onlyTheReceiversOwnWordIsNotFound() throws Exception {
        String own = "{\"type\":\"about:blank\",\"status\":404,\"code\":\"OPERATION_NOT_FOUND\",\"detail\":\"none\"}";
        assertThat(found(Http.answer("404 No", "Content-Type: application/problem+json\r\n", own), Transfer.class))
                .isEqualTo(QueryResult.notFound());
        assertThat(found(Http.json("404 No", "{\"status\":404,\"error\":\"Not Found\"}"), Transfer.class))
                .isInstanceOf(QueryResult.Unavailable.class);
        assertThat(found(Http.html("404 No"), Transfer.class)).isInstanceOf(QueryResult.Unavailable.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[]", "\"text\"", "{", "{\"status\":{}}", "{\"status\":\"SUCCEEDED\",\"answer\":\"no transfer\"}"
            })
    void whatCannotBeReadIsNoAnswer(String body) throws Exception {
        assertThat(found(Http.json("200 OK", body), Transfer.class)).isInstanceOf(QueryResult.Unavailable.class);
    }

    private static String ok(String status, String code, String answer) {
        return Http.json(
                "200 OK",
                "{\"key\":\"k-1\",\"status\":\"" + status + "\",\"code\":" + (code == null ? null : "\"" + code + "\"")
                        + ",\"answerKept\":" + !answer.equals("null")
                        + ",\"contentType\":\"application/json\",\"headers\":{\"Location\":\"/transfers/t1\"},\"answer\":"
                        + answer
                        + ",\"answerBase64\":null,\"attempts\":1,\"firstAt\":\"2026-11-30T10:00:00Z\",\"endedAt\":null}");
    }

    private static <R> QueryResult<R> found(String answer, Class<R> type) throws Exception {
        try (RawServer server = RawServer.answering(answer)) {
            Query<TransferRequest, R> query = Bank.at(server.url()).build().operation(type);
            return query.ask(Bank.attempt(), Bank.REQUEST);
        }
    }
}
