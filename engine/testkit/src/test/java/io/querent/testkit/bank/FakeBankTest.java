package io.querent.testkit.bank;

import static io.querent.testkit.bank.QueryWord.notFound;
import static io.querent.testkit.bank.QueryWord.qerr;
import static io.querent.testkit.bank.SendWord.apply;
import static io.querent.testkit.bank.SendWord.decline;
import static io.querent.testkit.bank.SendWord.http;
import static io.querent.testkit.bank.SendWord.late;
import static io.querent.testkit.bank.SendWord.pending;
import static io.querent.testkit.bank.SendWord.reset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.saga.OperationKey;
import io.querent.saga.SagaKey;
import io.querent.testkit.store.TestClock;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The bank does what it is told, and its books say what it did; seen over HTTP. */
class FakeBankTest {
    private static final OperationKey KEY = SagaKey.of("payment", "A:1").operation("transfer");

    private final TestClock clock = new TestClock(Instant.now());
    private final HttpClient client = HttpClient.newHttpClient();
    private FakeBank bank = FakeBank.by(clock);

    @AfterEach
    void close() {
        bank.close();
    }

    @Test
    void aRequestIsBookedOnceUnderItsKeyHoweverOftenItIsSent() throws Exception {
        HttpResponse<String> first = send("{\"amount\":1}");
        HttpResponse<String> again = send("{\"amount\":1}");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body())
                .contains("\"reference\":\"ref-" + KEY + "-1\"")
                .contains("\"request\":\"{\\\"amount\\\":1}\"");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(ask().body()).isEqualTo(first.body());
        assertThat(bank.effects(KEY)).isEqualTo(1);
        assertThat(bank.sends(KEY)).isEqualTo(2);
        assertThat(bank.queries(KEY)).isEqualTo(1);
        assertThat(bank.bytes(KEY)).isEqualTo(1);
        assertThat(bank.keys("transfer")).containsExactly(KEY.value());
    }

    @Test
    void aBankThatIgnoresKeysBooksEverySend() throws Exception {
        bank = FakeBank.ignoringKeys(clock);

        send("1");
        send("2");

        assertThat(bank.effects(KEY)).isEqualTo(2);
        assertThat(bank.bytes(KEY)).isEqualTo(2);
    }

    @Test
    void aConnectionThatDiesTellsNothingOfTheEffect() throws Exception {
        bank.next(apply(), reset());

        assertThatThrownBy(() -> send("1")).isInstanceOf(IOException.class);

        assertThat(bank.effects(KEY)).isEqualTo(1);
        assertThat(ask().statusCode()).isEqualTo(200);
    }

    @Test
    void whatIsHeldUpArrivesInItsTimeAndCountsOnceAmongRepetitions() throws Exception {
        bank.next(late(Duration.ofMinutes(5)));
        assertThatThrownBy(() -> send("1")).isInstanceOf(IOException.class);
        assertThat(ask().statusCode()).isEqualTo(404);
        assertThat(bank.effects(KEY)).isZero();
        send("1");

        clock.move(Duration.ofMinutes(5));

        assertThat(bank.effects(KEY)).isEqualTo(1);
    }

    @Test
    void whatWasDeclinedStaysDeclined() throws Exception {
        bank.next("transfer", decline("51"));

        assertThat(send("1").statusCode()).isEqualTo(422);
        assertThat(send("1").body()).isEqualTo("{\"code\":\"51\"}");
        assertThat(ask().statusCode()).isEqualTo(422);
        assertThat(bank.effects(KEY)).isZero();
    }

    @Test
    void whatIsPendingIsDoneOrRefusedLater() throws Exception {
        bank.next(pending());
        assertThat(send("1").statusCode()).isEqualTo(202);
        assertThat(ask().statusCode()).isEqualTo(202);
        assertThat(bank.effects(KEY)).isZero();

        bank.complete(KEY);

        assertThat(ask().statusCode()).isEqualTo(200);
        assertThat(bank.effects(KEY)).isEqualTo(1);
    }

    @Test
    void anEffectIsFoundWhenTheBooksShowIt() throws Exception {
        bank = FakeBank.lagging(clock, true, Duration.ofSeconds(90));
        send("1");
        assertThat(ask().statusCode()).isEqualTo(404);

        clock.move(Duration.ofSeconds(90));

        assertThat(ask().statusCode()).isEqualTo(200);
    }

    @Test
    void scriptsAreForOneOperationOrForAllAndForOneCallOrForEver() throws Exception {
        bank.always("transfer", http(500));
        bank.next("other", http(418));
        bank.next(http(429));

        assertThat(send("1").statusCode()).isEqualTo(429);
        assertThat(send("1").statusCode()).isEqualTo(500);
        assertThat(send("1").statusCode()).isEqualTo(500);
        bank.next(notFound()).next("transfer", qerr(503));
        assertThat(ask().statusCode()).isEqualTo(503);
        assertThat(ask().statusCode()).isEqualTo(404);
    }

    @Test
    void aSendWithoutAKeyIsRefused() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(bank.url().resolve("/operations"))
                .POST(HttpRequest.BodyPublishers.ofString("1"))
                .build();

        assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(400);
    }

    private HttpResponse<String> send(String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(bank.url().resolve("/operations"))
                .header("Idempotency-Key", KEY.value())
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> ask() throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(bank.url().resolve("/operations/" + KEY)).build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
