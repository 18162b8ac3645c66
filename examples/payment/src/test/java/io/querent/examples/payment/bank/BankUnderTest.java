package io.querent.examples.payment.bank;

import io.querent.examples.payment.bank.faults.BankFaults;
import io.querent.examples.payment.bank.faults.LookupFaults;
import io.querent.examples.payment.bank.faults.SendFaults;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real bank on a real database, called through real sockets. */
final class BankUnderTest implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TestDatabase database = TestDatabase.create();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private BankSettings settings;
    private BankDatabase pool;
    private BankServer server;

    private BankUnderTest(BankSettings settings) {
        this.settings = settings;
        open();
    }

    static BankUnderTest start(BankSettings settings) {
        return new BankUnderTest(settings);
    }

    static BankUnderTest wellBehaved() {
        return start(BankSettings.wellBehaved());
    }

    static BankUnderTest with(SendFaults sends) {
        BankFaults none = BankFaults.none();
        return start(
                BankSettings.wellBehaved().with(new BankFaults(none.seed(), sends, none.lookups(), none.declines())));
    }

    static BankUnderTest with(LookupFaults lookups) {
        BankFaults none = BankFaults.none();
        return start(
                BankSettings.wellBehaved().with(new BankFaults(none.seed(), none.sends(), lookups, none.declines())));
    }

    private void open() {
        pool = BankDatabase.at(database.url(), database.user(), database.password(), settings.workers() + 2);
        server = BankServer.start(settings, pool.source());
    }

    /** Another process on the same books, with other settings. */
    void restart(BankSettings otherSettings) {
        stop();
        settings = otherSettings;
        open();
    }

    /** From now on no connection to the database can be had. */
    void loseDatabase() {
        pool.close();
    }

    void stop() {
        server.close();
        pool.close();
    }

    @Override
    public void close() {
        stop();
    }

    int port() {
        return server.port();
    }

    /** What hangs in the network or is pending becomes due, and what was decided becomes two hours older. */
    void letTwoHoursPass() {
        database.run("""
                UPDATE bank.parked_request SET due_at = due_at - interval '2 hours';
                UPDATE bank.instruction
                SET received_at = received_at - interval '2 hours',
                    settle_at = settle_at - interval '2 hours',
                    decided_at = decided_at - interval '2 hours'
                """);
    }

    /** An answer, its body read as JSON. */
    record Answer(int status, JsonNode body, HttpResponse<String> raw) {
        static Answer of(HttpResponse<String> raw) {
            return new Answer(raw.statusCode(), JSON.readTree(raw.body()), raw);
        }

        String text(String member) {
            return body.path(member).asString();
        }

        boolean isReplay() {
            return raw.headers().firstValue("Idempotency-Replayed").equals(Optional.of("true"));
        }
    }

    Answer transfer(String key, String body) throws IOException {
        return Answer.of(post("/transfers", key, body));
    }

    Answer reverse(String key, String body) throws IOException {
        return Answer.of(post("/reversals", key, body));
    }

    /** Another process on the same books. */
    BankServer another() {
        return BankServer.start(settings, pool.source());
    }

    Answer transferAt(int port, String key, String body) throws IOException {
        return Answer.of(exchange(request(port, "/transfers", key, body)));
    }

    CompletableFuture<Answer> transferMeanwhile(String key, String body) {
        return client.sendAsync(request(port(), "/transfers", key, body), BodyHandlers.ofString())
                .thenApply(Answer::of);
    }

    HttpResponse<String> post(String path, String key, String body) throws IOException {
        return exchange(request(port(), path, key, body));
    }

    Answer get(String path) throws IOException {
        return Answer.of(exchange(builder(path).GET().build()));
    }

    HttpResponse<String> exchange(HttpRequest request) throws IOException {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
    }

    HttpRequest.Builder builder(String path) {
        return builder(port(), path);
    }

    private static HttpRequest.Builder builder(int port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(PATIENCE);
    }

    private static HttpRequest request(int port, String path, String key, String body) {
        return builder(port, path)
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    long bookings() throws IOException {
        JsonNode summary = get("/books/summary").body();
        return summary.at("/transfers/count").asLong()
                + summary.at("/reversals/count").asLong();
    }

    long parked() throws IOException {
        return get("/books/summary").body().path("parked").asLong();
    }

    long sends(String key) throws IOException {
        return get("/sends/" + key).body().path("sends").asLong();
    }
}
