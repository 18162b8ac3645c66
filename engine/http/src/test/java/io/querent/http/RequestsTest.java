package io.querent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.http.Bank.Transfer;
import io.querent.http.Bank.TransferRequest;
import io.querent.saga.Action;
import io.querent.saga.Call;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.Query;
import io.querent.saga.QueryResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;

/** What goes out. */
class RequestsTest {
    private final RawServer server = RawServer.answering(Http.json("200 OK", "{\"id\":\"t1\",\"status\":\"done\"}"));

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    @Test
    void aCallSendsTheFrozenBytesUnderTheKeyWithTokenAndTrace() throws Exception {
        Bank.transfer(Bank.at(server.url() + "/v1/").build());

        RawServer.Arrived sent = server.arrived().get(0);
        assertThat(sent.line()).isEqualTo("POST /v1/transfers HTTP/1.1");
        assertThat(sent.body()).isEqualTo(Bank.BODY.getBytes(StandardCharsets.UTF_8));
        assertThat(sent.header("content-type")).isEqualTo("application/json");
        assertThat(sent.header("accept")).isEqualTo("application/json, application/*+json");
        assertThat(sent.header("idempotency-key")).isEqualTo(Bank.KEY.value());
        assertThat(sent.header("fencing-token")).isEqualTo("42");
        assertThat(sent.header("traceparent")).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
    }

    @Test
    void attemptsShareATraceAndHaveASpanEach() throws Exception {
        HttpDownstream bank = Bank.at(server.url()).build();
        Bank.transfer(bank);
        Bank.transfer(bank);
        Bank.find(Bank.at(server.url()).build());

        List<String> traces = server.arrived().stream()
                .map(each -> each.header("traceparent"))
                .toList();
        assertThat(traces.stream().map(each -> each.substring(0, 36)).distinct())
                .hasSize(1);
        assertThat(traces).doesNotHaveDuplicates();
    }

    @Test
    void headersHaveTheNamesThatWereAskedFor() throws Exception {
        Bank.transfer(Bank.at(server.url())
                .keyHeader("X-Key")
                .fencingHeader("X-Token")
                .traceHeader("X-Trace")
                .build());
        Bank.transfer(Bank.at(server.url())
                .withoutFencingHeader()
                .withoutTraceHeader()
                .build());

        RawServer.Arrived named = server.arrived().get(0);
        assertThat(named.header("x-key")).isEqualTo(Bank.KEY.value());
        assertThat(named.header("x-token")).isEqualTo("42");
        assertThat(named.header("x-trace")).startsWith("00-");
        assertThat(named.headers()).doesNotContainKeys("idempotency-key", "fencing-token", "traceparent");
        assertThat(server.arrived().get(1).headers()).doesNotContainKeys("fencing-token", "traceparent");
    }

    @Test
    void aQuestionHasNeitherBodyNorKeyHeader() throws Exception {
        assertThat(Bank.find(Bank.at(server.url()).build())).isInstanceOf(QueryResult.Found.class);

        RawServer.Arrived asked = server.arrived().get(0);
        assertThat(asked.line()).isEqualTo("GET /transfers/main%3Apayment%3Aorder-1%3Atransfer HTTP/1.1");
        assertThat(asked.body()).isEmpty();
        assertThat(asked.headers()).doesNotContainKeys("idempotency-key", "fencing-token", "content-type");
    }

    @Test
    void aVariableCannotLeaveItsPlace() throws Exception {
        Action<TransferRequest, Transfer> action = Bank.at(server.url())
                .build()
                .at("/accounts/{account}/transfers?ref={key}&for={account}", TransferRequest.class)
                .variable("account", TransferRequest::account)
                .put(Transfer.class);
        assertThat(action.perform(Bank.attempt(), Bank.REQUEST)).isInstanceOf(Outcome.Succeeded.class);

        String account = "DE01%2F..%2Fx%3Fy%3D1%23z";
        assertThat(server.arrived().get(0).line())
                .isEqualTo("PUT /accounts/" + account + "/transfers?ref=main%3Apayment%3Aorder-1%3Atransfer&for="
                        + account + " HTTP/1.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", ".."})
    void aValueThatNamesNoResourceIsNotSent(String account) throws Exception {
        Action<TransferRequest, Transfer> action = Bank.at(server.url())
                .build()
                .at("/accounts/{account}/transfers", TransferRequest.class)
                .variable("account", TransferRequest::account)
                .post(Transfer.class);

        NothingSentTest.assertNotSent("not-sent", action.perform(Bank.attempt(), new TransferRequest(account)));
        NothingSentTest.assertNotSent("not-sent", action.perform(Bank.attempt(), new TransferRequest(null)));
        assertThat(server.arrived()).isEmpty();
    }

    @Test
    void aReferenceIsSentWhereThereIsOne() throws Exception {
        Query<TransferRequest, Transfer> query =
                Bank.at(server.url()).build().get("/transfers/{reference}", Transfer.class);
        Call pending = new Bank.Attempted(Bank.attempt().timeLeft(), "tr/1");

        assertThat(query.ask(pending, Bank.REQUEST)).isInstanceOf(QueryResult.Found.class);
        assertThat(query.ask(Bank.attempt(), Bank.REQUEST)).isInstanceOf(QueryResult.Unavailable.class);
        assertThat(server.arrived()).hasSize(1);
        assertThat(server.arrived().get(0).line()).isEqualTo("GET /transfers/tr%2F1 HTTP/1.1");
    }

    @Test
    void aDeletionSendsNoBody() throws Exception {
        Action<TransferRequest, Done> cancel = Bank.at(server.url())
                .build()
                .at("/transfers/{key}", TransferRequest.class)
                .delete(Done.class);

        assertThat(cancel.perform(Bank.attempt(), Bank.REQUEST)).isEqualTo(Outcome.done());
        assertThat(server.arrived().get(0).line()).startsWith("DELETE ");
        assertThat(server.arrived().get(0).body()).isEmpty();
        assertThat(server.arrived().get(0).header("idempotency-key")).isEqualTo(Bank.KEY.value());
    }

    @Test
    void aBodyWithoutTheKeyIsNotSentWhereTheKeyBelongsThere() throws Exception {
        HttpDownstream bank = Bank.at(server.url()).keyInBody().build();
        NothingSentTest.assertNotSent("not-sent", Bank.transfer(bank));
        assertThat(server.arrived()).isEmpty();
    }

    @Test
    void aTextIsSentAsItWasFrozenWhereTheContentIsNoJson() throws Exception {
        HttpDownstream bank = Bank.at(server.url())
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .build();
        Action<String, Transfer> pay = bank.post("/charges", Transfer.class);
        assertThat(pay.perform(Bank.attempt(), "amount=100&memo=M%C3%BCller+\u00fc"))
                .isInstanceOf(Outcome.Succeeded.class);

        assertThat(server.arrived().get(0).header("content-type")).isEqualTo("application/x-www-form-urlencoded");
        assertThat(server.arrived().get(0).body())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("amount=100&memo=M%C3%BCller+\u00fc");
        NothingSentTest.assertNotSent("not-sent", Bank.transfer(bank));
        assertThat(server.arrived()).hasSize(1);
    }

    @Test
    void theKeyIsSentInTheFormThatWasChosen() throws Exception {
        Bank.transfer(Bank.at(server.url()).keyForm(KeyForm.NAMED_UUID).build());
        Bank.find(Bank.at(server.url()).keyForm(KeyForm.HEX).build());

        assertThat(server.arrived().get(0).header("idempotency-key"))
                .isEqualTo(KeyForm.NAMED_UUID.of(Bank.KEY, Bank.PROFILE));
        assertThat(server.arrived().get(1).line())
                .isEqualTo("GET /transfers/" + KeyForm.HEX.of(Bank.KEY, Bank.PROFILE) + " HTTP/1.1");
    }
}
