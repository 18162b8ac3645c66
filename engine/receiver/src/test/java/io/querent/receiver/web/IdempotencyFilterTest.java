package io.querent.receiver.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverServer;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** A real service on a real Tomcat and a real database, as callers see it. */
class IdempotencyFilterTest {
    private static final String HUNDRED = "{\"account\":\"A\",\"amount\":100}";
    private static final String TOO_MUCH = "{\"account\":\"A\",\"amount\":5000}";

    private static ReceiverDatabase database;
    private static ConfigurableApplicationContext bank;
    private static Caller shop;
    private static Caller rival;
    private static Caller nobody;

    @BeforeAll
    static void open() {
        database = ReceiverServer.newDatabase();
        bank = Bank.open(database);
        int port = Integer.parseInt(bank.getEnvironment().getProperty("local.server.port"));
        shop = new Caller(port, "shop");
        rival = new Caller(port, "rival@example.org");
        nobody = new Caller(port, null);
    }

    @AfterAll
    static void close() {
        bank.close();
        database.close();
    }

    @BeforeEach
    void fresh() {
        database.execute("UPDATE account SET balance = 1000; DELETE FROM ledger");
        Bank.Debits.CALLS.set(0);
    }

    @Test
    void aRepeatIsGivenTheFirstAnswerAndHasNoEffect() throws Exception {
        HttpResponse<String> first = shop.post("/debits", "k-1", HUNDRED);
        HttpResponse<String> repeat = shop.post("/debits", "k-1", "{ \"amount\": 1e2, \"account\": \"A\" }");
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(repeat.statusCode()).isEqualTo(200);
        assertThat(repeat.body()).isEqualTo(first.body()).isEqualTo("{\"id\":\"d-1\"}");
        assertThat(repeat.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(repeat.headers().firstValue("Content-Type"))
                .isEqualTo(first.headers().firstValue("Content-Type"));
        assertBalance(900, 1);
    }

    @Test
    void otherParametersUnderTheKeyAreAConflict() throws Exception {
        shop.post("/debits", "k-2", HUNDRED);
        HttpResponse<String> other = shop.post("/debits", "k-2", "{\"account\":\"A\",\"amount\":101}");
        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(other.body()).contains("IDEMPOTENCY_PARAMETER_CONFLICT").doesNotContain("d-1");
        assertThat(shop.post("/slow-debits", "k-2", HUNDRED).statusCode()).isEqualTo(422);
        assertThat(shop.post("/debits?fast=1", "k-2", HUNDRED).statusCode()).isEqualTo(422);
        assertBalance(900, 1);
    }

    @Test
    void twoCallersMayUseOneKeyAndNeverSeeEachOthers() throws Exception {
        assertThat(shop.post("/debits", "k-3", HUNDRED).statusCode()).isEqualTo(201);
        assertThat(rival.get("/operations/k-3").statusCode()).isEqualTo(404);
        assertThat(rival.post("/debits", "k-3", "{\"account\":\"A\",\"amount\":7}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(shop.get("/operations/k-3").body()).contains("\"answer\":{\"id\":\"d-1\"}");
        assertBalance(893, 2);
    }

    @Test
    void aRefusalOfTheBusinessIsRepeatedAndItsWritesAreUndone() throws Exception {
        HttpResponse<String> first = shop.post("/debits", "k-4", TOO_MUCH);
        database.execute("UPDATE account SET balance = 9000");
        HttpResponse<String> repeat = shop.post("/debits", "k-4", TOO_MUCH);
        assertThat(first.statusCode()).isEqualTo(422);
        assertThat(repeat.statusCode()).isEqualTo(422);
        assertThat(repeat.body()).isEqualTo(first.body()).isEqualTo("{\"code\":\"NO_FUNDS\"}");
        assertThat(repeat.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(shop.get("/operations/k-4").body()).contains("\"status\":\"FAILED\"", "\"code\":\"NO_FUNDS\"");
        assertBalance(9000, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"500-after-write", "throws", "400-after-write", "large", "redirect"})
    void whatIsNoLastWordUndoesEverythingAndLeavesTheKeyFree(String what) throws Exception {
        HttpResponse<String> failed = shop.post("/odd/" + what, "free-" + what, HUNDRED);
        assertThat(failed.statusCode()).isIn(500, 400, 302);
        assertThat(shop.get("/operations/free-" + what).statusCode()).isEqualTo(404);
        assertBalance(1000, 0);
        assertThat(shop.post("/debits", "free-" + what, HUNDRED).statusCode()).isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"conflict-once", "conflict-mapped-to-409"})
    void whateverAHandlerMakesOfADeadlockTheTransactionRunsAgain(String what) throws Exception {
        HttpResponse<String> answer = shop.post("/odd/" + what, "again-" + what, HUNDRED);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"calls\":2}");
        assertThat(answer.headers().allValues("Access-Control-Allow-Origin")).containsExactly("*");
        assertBalance(900, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"status-exception", "odd-code"})
    void aRefusalMadeInAnyWayIsRepeatedAsItWas(String what) throws Exception {
        HttpResponse<String> first = shop.post("/odd/" + what, "refused-" + what, HUNDRED);
        HttpResponse<String> repeat = shop.post("/odd/" + what, "refused-" + what, HUNDRED);
        assertThat(first.statusCode()).isEqualTo(409);
        assertThat(repeat.statusCode()).isEqualTo(409);
        assertThat(repeat.headers().firstValue("Content-Type"))
                .isEqualTo(first.headers().firstValue("Content-Type"));
        assertThat(repeat.body()).hasSameSizeAs(first.body()).isNotEmpty();
        assertThat(shop.get("/operations/refused-" + what).body()).contains("\"status\":\"FAILED\"");
        assertBalance(1000, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"long-type", "no-json", "writer"})
    void whatTheEndpointSaidCanBeReadByWhoAsksWhatBecameOfIt(String what) throws Exception {
        HttpResponse<String> first = shop.post("/odd/" + what, "said-" + what, HUNDRED);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(shop.post("/odd/" + what, "said-" + what, HUNDRED).body()).isEqualTo(first.body());
        assertThat(JsonMapper.shared()
                        .readTree(shop.get("/operations/said-" + what).body())
                        .path("status")
                        .stringValue())
                .isEqualTo("SUCCEEDED");
        assertBalance(900, 1);
    }

    @Test
    void aRepeatIsGivenTheHeadersThatBelongToTheAnswerAndNoneOfItsExchange() throws Exception {
        HttpResponse<String> first = shop.post("/odd/made", "made", HUNDRED);
        HttpResponse<String> repeat = shop.post("/odd/made", "made", HUNDRED);
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.headers().firstValue("Location")).contains("/debits/d-1");
        assertThat(first.headers().firstValue("Set-Cookie")).isPresent();
        assertThat(repeat.statusCode()).isEqualTo(200);
        assertThat(repeat.body()).isEqualTo(first.body());
        for (String kept : List.of("Location", "ETag", "Content-Language", "Content-Type")) {
            assertThat(repeat.headers().allValues(kept))
                    .as(kept)
                    .isEqualTo(first.headers().allValues(kept))
                    .hasSize(1);
        }
        assertThat(repeat.headers().allValues("Link"))
                .containsExactly(String.join(", ", first.headers().allValues("Link")));
        assertThat(repeat.headers().map())
                .doesNotContainKeys("set-cookie", "x-trace", "retry-after", "Set-Cookie", "X-Trace", "Retry-After");
        assertBalance(900, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"made-elsewhere", "container-elsewhere"})
    void aRepeatOfARefusalIsGivenItsHeadersToo(String what) throws Exception {
        HttpResponse<String> first = shop.post("/odd/" + what, what, HUNDRED);
        HttpResponse<String> repeat = shop.post("/odd/" + what, what, HUNDRED);
        assertThat(first.statusCode()).isEqualTo(repeat.statusCode()).isEqualTo(409);
        assertThat(first.headers().firstValue("Location")).contains("/debits/d-0");
        assertThat(repeat.headers().firstValue("Location")).contains("/debits/d-0");
        assertBalance(1000, 0);
    }

    @Test
    void aHeaderIsKeptAsItIsSent() throws Exception {
        HttpResponse<String> first = shop.post("/odd/odd-header", "odd-header", HUNDRED);
        HttpResponse<String> repeat = shop.post("/odd/odd-header", "odd-header", HUNDRED);
        assertThat(first.statusCode()).isEqualTo(repeat.statusCode()).isEqualTo(200);
        assertThat(repeat.headers().firstValue("Content-Disposition"))
                .isEqualTo(first.headers().firstValue("Content-Disposition"))
                .isPresent();
    }

    @Test
    void anAnswerWhoseHeadersCannotBeKeptUndoesEverything() throws Exception {
        HttpResponse<String> failed = shop.post("/odd/large-header", "large-header", HUNDRED);
        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.body()).contains("ANSWER_TOO_LARGE");
        assertThat(shop.get("/operations/large-header").statusCode()).isEqualTo(404);
        assertBalance(1000, 0);
    }

    @Test
    void theBodyIsReadOnceAndEnds() throws Exception {
        assertThat(shop.post("/odd/read-by-line", "lines", HUNDRED).body()).isEqualTo(HUNDRED);
    }

    @Test
    void whatFiltersFurtherOutSaidStays() throws Exception {
        assertThat(shop.post("/debits", null, HUNDRED).headers().allValues("Access-Control-Allow-Origin"))
                .containsExactly("*");
        shop.post("/debits", "outer", HUNDRED);
        assertThat(shop.post("/debits", "outer", HUNDRED).headers().allValues("Access-Control-Allow-Origin"))
                .containsExactly("*");
    }

    @Test
    void aPathThatIsNobodysIsNoRefusalOfTheBusiness() throws Exception {
        assertThat(shop.post("/nobodys", "nobodys", HUNDRED).statusCode()).isEqualTo(404);
        assertThat(shop.get("/operations/nobodys").statusCode()).isEqualTo(404);
    }

    @Test
    void aHeadRunsNothingWithoutAKey() throws Exception {
        assertThat(shop.head("/sight").statusCode()).isEqualTo(400);
        assertThat(Bank.Debits.CALLS).hasValue(0);
    }

    @Test
    void aResourceOfAnyNameIsFenced() throws Exception {
        String path = "/accounts/a@b.example/debits";
        assertThat(shop.post(path, "named-1", HUNDRED, "Fencing-Token", "9000000000000000000")
                        .statusCode())
                .isEqualTo(201);
        assertThat(shop.post(path, "named-2", HUNDRED, "Fencing-Token", "8999999999999999999")
                        .body())
                .contains("STALE_FENCING_TOKEN");
        assertThat(shop.post(path, "named-3", HUNDRED, "Fencing-Token", "9999999999999999999")
                        .body())
                .contains("FENCING_TOKEN_MALFORMED");
    }

    @ParameterizedTest
    @CsvSource({"text, plain", "empty, ''"})
    void anAnswerOfAnyTypeIsReplayed(String what, String body) throws Exception {
        HttpResponse<String> first = shop.post("/odd/" + what, "type-" + what, HUNDRED);
        HttpResponse<String> repeat = shop.post("/odd/" + what, "type-" + what, HUNDRED);
        assertThat(repeat.body()).isEqualTo(first.body()).isEqualTo(body);
        assertBalance(900, 1);
    }

    @Test
    void whileTheFirstIsWorkedOnARepeatIsToldSo() throws Exception {
        Bank.Debits.entered = new CountDownLatch(1);
        Bank.Debits.held = new CountDownLatch(1);
        CompletableFuture<HttpResponse<String>> first = shop.posting("/slow-debits", "k-6", HUNDRED);
        Bank.Debits.entered.await();
        HttpResponse<String> repeat = shop.post("/slow-debits", "k-6", HUNDRED);
        assertThat(repeat.statusCode()).isEqualTo(409);
        assertThat(repeat.body()).contains("OPERATION_IN_PROGRESS");
        assertThat(Integer.parseInt(repeat.headers().firstValue("Retry-After").orElseThrow()))
                .isPositive();
        Bank.Debits.held.countDown();
        assertThat(first.join().statusCode()).isEqualTo(201);
        assertThat(shop.post("/slow-debits", "k-6", HUNDRED).statusCode()).isEqualTo(200);
        assertBalance(900, 1);
    }

    @Test
    void manyAtOnceHaveOneEffect() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            all.add(shop.posting("/debits", "k-7", HUNDRED));
        }
        List<Integer> statuses =
                all.stream().map(each -> each.join().statusCode()).toList();
        assertThat(statuses).isSubsetOf(200, 201, 409).containsOnlyOnce(201);
        assertBalance(900, 1);
    }

    @Test
    void anOlderTokenIsRefused() throws Exception {
        assertThat(fenced("f-1", "7").statusCode()).isEqualTo(201);
        assertThat(fenced("f-2", "6").statusCode()).isEqualTo(409);
        assertThat(fenced("f-2", "6").body()).contains("STALE_FENCING_TOKEN");
        assertThat(fenced("f-3", "7").statusCode()).isEqualTo(201);
        assertThat(fenced("f-4", "8").statusCode()).isEqualTo(201);
        assertThat(shop.post("/accounts/A/debits", "f-no", TOO_MUCH, "Fencing-Token", "9")
                        .statusCode())
                .isEqualTo(422);
        assertThat(fenced("f-6", "8").statusCode()).isEqualTo(409);
        assertThat(fenced("f-5", "").statusCode()).isEqualTo(400);
        assertThat(fenced("f-5", "-1").statusCode()).isEqualTo(400);
        assertBalance(700, 3);
    }

    @ParameterizedTest
    @CsvSource({"inside-refused, 409", "inside-throws, 500", "inside, 200"})
    void aTokenThatWasInsideKeepsOlderOnesOutWhateverTheEndpointAnswered(String what, int status) throws Exception {
        assertThat(inside(what, "new-" + what, what, "5").statusCode()).isEqualTo(status);
        HttpResponse<String> older = inside("inside", "old-" + what, what, "4");
        assertThat(older.statusCode()).isEqualTo(409);
        assertThat(older.body()).contains("STALE_FENCING_TOKEN");
        assertThat(shop.get("/operations/old-" + what).statusCode()).isEqualTo(404);
        assertThat(inside("inside", "same-" + what, what, "5").statusCode()).isEqualTo(200);
        assertThat(inside(what, "new-" + what, what, "5").statusCode()).isEqualTo(status);
    }

    private HttpResponse<String> inside(String what, String key, String resource, String token) throws Exception {
        return shop.post("/odd/" + what, key, HUNDRED, "Test-Resource", resource, "Test-Token", token);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a/b", "'; DROP TABLE ledger", "k\u00e9y"})
    void aKeyOutsideTheFormatIsRefused(String key) throws Exception {
        assertRefused(400, shop.post("/debits", key, HUNDRED));
    }

    @Test
    void whatCannotBeOneOperationIsRefusedBeforeAnythingIsDone() throws Exception {
        assertRefused(400, shop.post("/debits", null, HUNDRED));
        assertRefused(400, shop.post("/debits", "a".repeat(201), HUNDRED));
        assertRefused(400, shop.post("/debits", "k-8", HUNDRED, "Idempotency-Key", "k-9"));
        assertRefused(401, nobody.post("/debits", "k-8", HUNDRED));
        assertRefused(400, shop.post("/debits", "k-8", "{\"account\":\"A\",\"amount\":1,\"amount\":100}"));
        assertRefused(400, shop.post("/debits", "k-8", "{\"account\":\"A\"},{\"amount\":1}"));
        assertRefused(413, shop.post("/debits", "k-8", "\"" + "x".repeat(1_040_000) + "\""));
        assertRefused(415, shop.post("/debits", "k-8", "a=1", "Content-Type", "application/x-www-form-urlencoded"));
        assertThat(shop.post("/debits", "k-8", HUNDRED).statusCode()).isEqualTo(201);
        assertThat(shop.post("/debits", "\"k-8\"", HUNDRED).statusCode()).isEqualTo(200);
    }

    private HttpResponse<String> fenced(String key, String token) throws Exception {
        return shop.post("/accounts/A/debits", key, HUNDRED, "Fencing-Token", token);
    }

    private static void assertRefused(int status, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertBalance(1000, 0);
    }

    private static void assertBalance(long balance, long rows) {
        assertThat(database.count("SELECT balance FROM account WHERE name = 'A'"))
                .isEqualTo(balance);
        assertThat(database.count("SELECT count(*) FROM ledger")).isEqualTo(rows);
    }
}
