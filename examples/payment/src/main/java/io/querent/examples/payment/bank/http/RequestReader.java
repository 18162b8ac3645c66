package io.querent.examples.payment.bank.http;

import com.sun.net.httpserver.HttpExchange;
import io.querent.examples.payment.bank.iso20022.PaymentInitiationReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a request off its connection, within limits. */
final class RequestReader {
    /** The path whose bodies may be long. */
    static final String PAYMENT_FILES = "payment-files";

    /** Longest body elsewhere, in bytes. */
    private static final int LONGEST_BODY = 64 * 1024;

    /** A sender of a body somewhat too long can read the refusal; one of much more has its connection cut. */
    private static final int LONGEST_DRAINED = 1024 * 1024;

    private RequestReader() {}

    /** The request, or empty where its body is too long. */
    static Optional<Request> read(HttpExchange exchange) throws IOException {
        InputStream stream = exchange.getRequestBody();
        int longest = longestBody(exchange);
        byte[] body = stream.readNBytes(longest + 1);
        if (body.length > longest) {
            stream.readNBytes(LONGEST_DRAINED);
            return Optional.empty();
        }
        URI uri = exchange.getRequestURI();
        return Optional.of(new Request(
                exchange.getRequestMethod(),
                path(uri),
                name -> values(exchange, name),
                query(uri),
                new Request.Body(body)));
    }

    /** Longest body that this request may have, in bytes. */
    static int longestBody(HttpExchange exchange) {
        boolean file = path(exchange.getRequestURI()).equals(List.of(PAYMENT_FILES));
        return file ? PaymentInitiationReader.MOST_BYTES : LONGEST_BODY;
    }

    private static List<String> values(HttpExchange exchange, String name) {
        List<String> values = exchange.getRequestHeaders().get(name);
        return values == null ? List.of() : List.copyOf(values);
    }

    private static List<String> path(URI uri) {
        String path = uri.getPath();
        return path == null || path.length() < 2
                ? List.of()
                : List.of(path.substring(1).split("/", -1));
    }

    /** A parameter given twice counts as the last. */
    private static Map<String, String> query(URI uri) {
        Map<String, String> parameters = new LinkedHashMap<>();
        String query = uri.getRawQuery();
        if (query != null) {
            Arrays.stream(query.split("&"))
                    .map(pair -> pair.split("=", 2))
                    .filter(pair -> pair.length == 2)
                    .forEach(pair -> parameters.put(decoded(pair[0]), decoded(pair[1])));
        }
        return parameters;
    }

    /** {@link URI} has refused broken escapes before. */
    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
