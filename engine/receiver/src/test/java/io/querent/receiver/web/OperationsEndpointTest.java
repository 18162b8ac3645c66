package io.querent.receiver.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What callers are told who ask what became of a key. */
class OperationsEndpointTest {
    private static final String HUNDRED = "{\"account\":\"A\",\"amount\":100}";

    private static ReceiverDatabase database;
    private static ConfigurableApplicationContext bank;
    private static int port;
    private static Caller shop;

    @BeforeAll
    static void open() {
        database = ReceiverServer.newDatabase();
        bank = Bank.open(database);
        port = Integer.parseInt(bank.getEnvironment().getProperty("local.server.port"));
        shop = new Caller(port, "shop");
    }

    @AfterAll
    static void close() {
        bank.close();
        database.close();
    }

    @BeforeEach
    void fresh() {
        Bank.Debits.CALLS.set(0);
    }

    @Test
    void whatBecameOfAKeyIsTold() throws Exception {
        assertThat(shop.get("/operations/never").statusCode()).isEqualTo(404);
        assertThat(shop.get("/operations/never").body()).contains("OPERATION_NOT_FOUND");
        assertThat(new Caller(port, null).get("/operations/never").statusCode()).isEqualTo(401);
        shop.post("/debits", "k-10", HUNDRED);
        HttpResponse<String> known = shop.get("/operations/k-10");
        assertThat(known.statusCode()).isEqualTo(200);
        assertThat(known.body())
                .contains(
                        "\"key\":\"k-10\"",
                        "\"status\":\"SUCCEEDED\"",
                        "\"contentType\":\"application/json\"",
                        "\"headers\":{}",
                        "\"answer\":{\"id\":\"d-1\"}",
                        "\"attempts\":1");
    }

    @Test
    void whatBecameOfAKeyIsToldWithItsHeaders() throws Exception {
        shop.post("/odd/made", "told-made", HUNDRED);
        JsonNode headers = state("told-made").path("headers");
        assertThat(headers.propertyNames()).containsExactlyInAnyOrder("Content-Language", "ETag", "Link", "Location");
        assertThat(headers.path("Location").stringValue()).isEqualTo("/debits/d-1");
    }

    @ParameterizedTest
    @CsvSource({"empty, 0", "container-elsewhere, 1"})
    void anAnswerWithoutContentHasNoContentType(String what, int headers) throws Exception {
        shop.post("/odd/" + what, "told-" + what, HUNDRED);
        JsonNode told = state("told-" + what);
        assertThat(told.path("answerKept").booleanValue()).isTrue();
        assertThat(told.path("contentType").isNull()).isTrue();
        assertThat(told.path("answer").isNull()).isTrue();
        assertThat(told.path("answerBase64").isNull()).isTrue();
        assertThat(told.path("headers").size()).isEqualTo(headers);
    }

    private JsonNode state(String key) throws Exception {
        return JsonMapper.shared().readTree(shop.get("/operations/" + key).body());
    }
}
