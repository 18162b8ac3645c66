package io.querent.examples.settlement.ledgerclient;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.querent.examples.settlement.ledger.message.LedgerBooks;
import io.querent.examples.settlement.ledger.message.Taken;
import io.querent.examples.settlement.sales.SalesBatch;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The ledger outside the saga: shops that tell what they have sold, and auditors that read its books. Thread-safe. */
public final class LedgerClient {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int REFUSED = 422;

    private final URI ledger;
    private final JsonMapper json = JsonMapper.builder().build();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();

    /** @param ledger where it listens */
    public LedgerClient(URI ledger) {
        this.ledger = ledger;
    }

    /** Where it listens. */
    public URI address() {
        return ledger;
    }

    /**
     * Tells what was sold. Telling it again under the same key changes nothing.
     *
     * @param key of this batch, at most 200 characters
     * @throws OtherSalesException when the ledger refuses them for good
     * @throws IOException when it is not known whether the ledger has it: tell it again
     */
    public Taken tell(String key, SalesBatch batch) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(ledger.resolve("/sales"))
                .timeout(LIMIT)
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(batch)))
                .build();
        HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() == REFUSED) {
            throw new OtherSalesException(key);
        }
        return read(answer, Taken.class);
    }

    /**
     * The ledger's books.
     *
     * @throws IOException when they cannot be read
     */
    public LedgerBooks books() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(ledger.resolve("/books"))
                .timeout(LIMIT)
                .GET()
                .build();
        return read(http.send(request, HttpResponse.BodyHandlers.ofByteArray()), LedgerBooks.class);
    }

    private <T> T read(HttpResponse<byte[]> answer, Class<T> type) throws IOException {
        if (answer.statusCode() != OK && answer.statusCode() != CREATED) {
            throw new IOException(
                    "the ledger answers " + answer.statusCode() + ": " + new String(answer.body(), UTF_8));
        }
        try {
            return json.readValue(answer.body(), type);
        } catch (JacksonException unreadable) {
            throw new IOException("the ledger's answer cannot be read", unreadable);
        }
    }
}
