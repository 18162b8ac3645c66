package io.querent.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.saga.Outcome;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.RestClient;

/** What a user's client may do in front of a send, and what it may not. */
class InterceptorsTest {
    private final RawServer server = RawServer.answering(Http.json("200 OK", "{\"id\":\"t1\",\"status\":\"done\"}"));

    @AfterEach
    void close() throws Exception {
        server.close();
    }

    @Test
    void aRetryingInterceptorCannotSendTwice() throws Exception {
        HttpDownstream bank = with(client -> client.requestInterceptor((request, body, execution) -> {
            execution.execute(request, body).close();
            return execution.execute(request, body);
        }));

        assertThat(Bank.transfer(bank))
                .isInstanceOfSatisfying(
                        Outcome.Unknown.class,
                        unknown -> assertThat(unknown.evidence()).contains("QRT-7009"));
        assertThat(server.arrived()).hasSize(1);
    }

    @Test
    void whatThrowsInFrontOfTheSendProvesThatNothingWasSent() throws Exception {
        HttpDownstream bank = with(client -> client.requestInterceptor((request, body, execution) -> {
            throw new IllegalStateException("no token to be had");
        }));

        NothingSentTest.assertNotSent("not-sent", Bank.transfer(bank));
        assertThat(server.arrived()).isEmpty();
    }

    @Test
    void whatThrowsAfterTheSendDoesNot() throws Exception {
        HttpDownstream bank = with(client -> client.requestInterceptor((request, body, execution) -> {
            execution.execute(request, body).close();
            throw new ConnectException("a lie");
        }));

        assertThat(Bank.transfer(bank)).isInstanceOf(Outcome.Unknown.class);
    }

    @Test
    void anAnswerMadeUpInFrontIsNoSuccess() throws Exception {
        HttpDownstream bank = with(client -> client.requestInterceptor((request, body, execution) -> cached()));

        NothingSentTest.assertNotSent("not-sent", Bank.transfer(bank));
        assertThat(server.arrived()).isEmpty();
    }

    @Test
    void bodyKeyAndTokenCannotBeChanged() throws Exception {
        HttpDownstream bank = with(client -> client.requestInterceptor((request, body, execution) -> {
            assertThat(new String(body, StandardCharsets.UTF_8))
                    .as("what may be signed")
                    .isEqualTo(Bank.BODY);
            assertThat(request.getHeaders().getFirst("Idempotency-Key")).isEqualTo(Bank.KEY.value());
            request.getHeaders().set("Idempotency-Key", "another");
            request.getHeaders().set("Fencing-Token", "1");
            request.getHeaders().set("Authorization", "Bearer secret");
            return execution.execute(request, "{}".getBytes(StandardCharsets.UTF_8));
        }));

        assertThat(Bank.transfer(bank)).isInstanceOf(Outcome.Succeeded.class);
        RawServer.Arrived sent = server.arrived().get(0);
        assertThat(sent.body()).asString(StandardCharsets.UTF_8).isEqualTo(Bank.BODY);
        assertThat(sent.header("idempotency-key")).isEqualTo(Bank.KEY.value());
        assertThat(sent.header("fencing-token")).isEqualTo("42");
        assertThat(sent.header("authorization")).isEqualTo("Bearer secret");
    }

    @Test
    void aTraceThatIsThereIsKept() throws Exception {
        String theirs = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";
        HttpDownstream bank = with(client -> client.requestInterceptor((request, body, execution) -> {
            request.getHeaders().set("traceparent", theirs);
            request.getHeaders().set("tracestate", "vendor=1");
            return execution.execute(request, body);
        }));

        Bank.transfer(bank);
        assertThat(server.arrived().get(0).header("traceparent")).isEqualTo(theirs);
        assertThat(server.arrived().get(0).header("tracestate")).isEqualTo("vendor=1");
    }

    @Test
    void theClientsOwnTransportIsNotUsedAndItsHeadersAre() throws Exception {
        HttpDownstream bank = with(client -> client.defaultHeader("Api-Version", "7")
                .baseUrl("http://elsewhere.invalid")
                .requestFactory((uri, method) -> {
                    throw new AssertionError("used");
                }));

        assertThat(Bank.transfer(bank)).isInstanceOf(Outcome.Succeeded.class);
        assertThat(server.arrived().get(0).header("api-version")).isEqualTo("7");
    }

    private HttpDownstream with(Consumer<RestClient.Builder> change) {
        RestClient.Builder client = RestClient.builder();
        change.accept(client);
        return Bank.at(server.url()).restClient(client).build();
    }

    private static ClientHttpResponse cached() {
        return new ClientHttpResponse() {
            @Override
            public HttpStatusCode getStatusCode() {
                return HttpStatusCode.valueOf(200);
            }

            @Override
            public String getStatusText() {
                return "OK";
            }

            @Override
            public HttpHeaders getHeaders() {
                HttpHeaders headers = new HttpHeaders();
                headers.setContentType(MediaType.APPLICATION_JSON);
                return headers;
            }

            @Override
            public InputStream getBody() {
                return new ByteArrayInputStream("{\"id\":\"old\"}".getBytes(StandardCharsets.UTF_8));
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
    }
}
