package io.querent.examples.settlement.iso20022;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.examples.payment.bank.BankServer;
import io.querent.examples.payment.bank.BankSettings;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;

/** A real bank on a real database, called through real sockets. */
final class BankSite implements AutoCloseable {
    private final EmbeddedPostgresServer database;
    private final HikariDataSource pool = new HikariDataSource();
    private final BankServer bank;
    private final HttpClient client = HttpClient.newHttpClient();

    BankSite(Path directory, BankSettings settings) {
        database = EmbeddedPostgresServer.start(
                EmbeddedPostgresSettings.in(directory).withServerSettings(Map.of("fsync", "off")));
        pool.setJdbcUrl(database.jdbcUrl());
        pool.setUsername(database.username());
        pool.setPassword(database.password());
        bank = BankServer.start(settings, pool);
    }

    HttpResponse<byte[]> post(PaymentFile file) throws IOException, InterruptedException {
        return client.send(
                request("/payment-files")
                        .header("Content-Type", "application/xml")
                        .POST(BodyPublishers.ofByteArray(file.toXml()))
                        .build(),
                BodyHandlers.ofByteArray());
    }

    /** Has a payment given back, under a key of its own. */
    HttpResponse<byte[]> reverse(String key, String original, String amount, String currency)
            throws IOException, InterruptedException {
        String body = """
                {"originalKey": "%s", "amount": %s, "currency": "%s", "reason": "it cannot be completed"}
                """.formatted(original, amount, currency);
        return client.send(
                request("/reversals")
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", key)
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofByteArray());
    }

    HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), BodyHandlers.ofByteArray());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + bank.port() + path));
    }

    @Override
    public void close() {
        bank.close();
        pool.close();
        database.close();
    }
}
