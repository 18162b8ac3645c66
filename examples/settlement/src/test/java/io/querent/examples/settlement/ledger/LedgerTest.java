package io.querent.examples.settlement.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.querent.examples.settlement.ledger.message.BookSettlement;
import io.querent.examples.settlement.ledger.message.BookSettlement.Line;
import io.querent.examples.settlement.ledger.message.FreezeWindow;
import io.querent.examples.settlement.ledger.message.LedgerBooks;
import io.querent.examples.settlement.ledger.message.ReopenWindow;
import io.querent.examples.settlement.ledgerclient.LedgerClient;
import io.querent.examples.settlement.sales.Beneficiary;
import io.querent.examples.settlement.sales.Sale;
import io.querent.examples.settlement.sales.SalesBatch;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Over HTTP, on a real PostgreSQL, behind the receiver's filter. Each test has a merchant of its own. */
@Timeout(60)
class LedgerTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Instant END = Instant.parse("2026-11-29T17:00:00Z");
    private static final String WINDOW = "2026-11-29";

    @TempDir
    private static Path directory;

    private static RunningLedger ledger;
    private static LedgerClient client;
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        ledger = RunningLedger.start(directory, 0, null);
        client = new LedgerClient(URI.create("http://127.0.0.1:" + ledger.port()));
    }

    @AfterAll
    static void stop() {
        ledger.close();
    }

    private record Answer(int status, JsonNode body) {
        String code() {
            return body.path("code").asString("");
        }
    }

    private Answer post(String path, String key, long token, Object body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ledger.port() + path))
                .header("Idempotency-Key", key)
                .header("Fencing-Token", String.valueOf(token))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
                .build();
        HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        return new Answer(answer.statusCode(), JSON.readTree(answer.body()));
    }

    private static void sell(String merchant, String batch, long... amounts) throws Exception {
        List<Sale> sales = IntStream.range(0, amounts.length)
                .mapToObj(i -> new Sale(merchant + batch + i, "B" + i, amounts[i], END.minusSeconds(60)))
                .toList();
        List<Beneficiary> sellers = sales.stream()
                .map(sale -> new Beneficiary(sale.beneficiary(), "AB", "12345678"))
                .toList();
        client.tell("sales:" + merchant + batch, new SalesBatch(merchant, "EUR", sellers, sales));
    }

    private Answer freeze(String settlement, long token) throws Exception {
        String[] parts = settlement.split(":");
        return post(
                "/settlements/" + settlement + "/window",
                settlement + ":freeze",
                token,
                new FreezeWindow(settlement, parts[0], parts[1], END));
    }

    private Answer book(String settlement, long total, long fees, Line... paid) throws Exception {
        return post(
                "/settlements/" + settlement + "/booking",
                settlement + ":book:" + fees,
                1,
                new BookSettlement(
                        settlement, settlement.split(":")[0], WINDOW, "EUR", total, fees, List.of(paid), List.of()));
    }

    @Test
    void aFrozenWindowStaysAsItIsAndWhatIsKnownLaterIsNotInIt() throws Exception {
        sell("LATE", "-early", 100, 250);
        Answer frozen = freeze("LATE:2026-11-29:v1", 1);
        sell("LATE", "-late", 700);

        Answer again = freeze("LATE:2026-11-29:v1", 1);
        Answer next = freeze("LATE:2026-11-30:v1", 1);

        assertThat(frozen.status()).isEqualTo(201);
        assertThat(frozen.body().path("totalMinor").asLong()).isEqualTo(350);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(frozen.body());
        assertThat(next.body().path("totalMinor").asLong()).isEqualTo(700);
    }

    @Test
    void aWindowIsSettledByOneVersionOfTheRules() throws Exception {
        sell("RULES", "", 100);

        assertThat(freeze("RULES:2026-11-29:v1", 1).status()).isEqualTo(201);
        Answer other = freeze("RULES:2026-11-29:v2", 1);

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.code()).isEqualTo("WINDOW_TAKEN");
    }

    @Test
    void aWindowThatWasGivenBackMayBeSettledByAnother() throws Exception {
        String settlement = "BACK:2026-11-29:v1";
        sell("BACK", "", 100);
        freeze(settlement, 1);

        Answer back = post(
                "/settlements/" + settlement + "/reopening",
                settlement + ":reopen",
                1,
                new ReopenWindow(settlement, "BACK", WINDOW));

        assertThat(back.body().path("sales").asInt()).isEqualTo(1);
        assertThat(freeze("BACK:2026-11-29:v2", 1).body().path("totalMinor").asLong())
                .isEqualTo(100);
    }

    @Test
    void whoComesWithAnOlderTokenChangesNothing() throws Exception {
        String settlement = "STALE:2026-11-29:v1";
        sell("STALE", "", 100);
        freeze(settlement, 5);

        Answer stale = post(
                "/settlements/" + settlement + "/reopening",
                settlement + ":reopen",
                4,
                new ReopenWindow(settlement, "STALE", WINDOW));

        assertThat(stale.status()).isEqualTo(409);
        assertThat(stale.code()).isEqualTo("STALE_FENCING_TOKEN");
        assertThat(book(settlement, 100, 0).code()).isEqualTo("STALE_FENCING_TOKEN");
    }

    @Test
    void aBookingThatDoesNotAddUpIsRefusedAndOneThatDoesKeepsTheBooksInBalance() throws Exception {
        String settlement = "SUM:2026-11-29:v1";
        sell("SUM", "", 100, 50);
        freeze(settlement, 1);

        Answer wrong = book(settlement, 150, 2, new Line("B0", 99, "e2e-0"), new Line("B1", 50, "e2e-1"));
        Answer right = book(settlement, 150, 3, new Line("B0", 98, "e2e-0"), new Line("B1", 49, "e2e-1"));

        assertThat(wrong.code()).isEqualTo("DOES_NOT_ADD_UP");
        assertThat(right.status()).isEqualTo(201);
        LedgerBooks books = client.books();
        assertThat(books.unbalanced()).isEmpty();
        assertThat(books.accounts())
                .filteredOn(account -> account.merchant().equals("SUM"))
                .extracting(LedgerBooks.Account::account, LedgerBooks.Account::balanceMinor)
                .containsExactlyInAnyOrder(
                        tuple("acquirer", -150L), tuple("open", 0L), tuple("paid", 147L), tuple("fees", 3L));
    }
}
