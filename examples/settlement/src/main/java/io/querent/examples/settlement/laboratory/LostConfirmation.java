package io.querent.examples.settlement.laboratory;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.querent.receiver.Execution;
import io.querent.receiver.OperationRecord;
import io.querent.receiver.OperationStatus;
import io.querent.receiver.jdbc.JdbcOperationGuard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A service commits and the connection ends before it has answered. The caller does not know, asks by the operation's key, and is told;
 * a repeat of the call is a replay.
 */
final class LostConfirmation implements Experiment {
    static final String KEY = "debit-3";
    static final long AMOUNT = 100;
    private static final int OK = 200;

    @Override
    public String run(Bench bench) throws Exception {
        AtomicBoolean loses = new AtomicBoolean(true);
        JdbcOperationGuard guard = bench.node("service");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/debits", exchange -> {
            String told = debit(guard);
            if (loses.getAndSet(false)) {
                exchange.close();
            } else {
                answer(exchange, told);
            }
        });
        server.createContext("/operations/" + KEY, exchange -> answer(exchange, state(guard)));
        server.start();
        try {
            return call(server.getAddress());
        } finally {
            server.stop(0);
        }
    }

    private static String call(InetSocketAddress address) throws Exception {
        URI base = URI.create("http://127.0.0.1:" + address.getPort() + "/");
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest debit = HttpRequest.newBuilder(base.resolve("debits"))
                .timeout(Duration.ofSeconds(30))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        HttpRequest ask =
                HttpRequest.newBuilder(base.resolve("operations/" + KEY)).build();
        String result;
        try {
            result = "answered:" + send(client, debit);
        } catch (IOException lost) {
            String known = send(client, ask);
            result =
                    known.equals(OperationStatus.SUCCEEDED.name()) ? "resolvedByOperationKey" : "stillUnknown:" + known;
        }
        return "unknownResult=" + result + " retry=" + send(client, debit);
    }

    private static String send(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private static String debit(JdbcOperationGuard guard) {
        try {
            Execution execution = guard.execute(Bench.debit(KEY, AMOUNT), new DebitWork(AMOUNT));
            return DebitWork.inWords(execution);
        } catch (Exception failure) {
            return "failed: " + failure.getMessage();
        }
    }

    private static String state(JdbcOperationGuard guard) {
        Optional<OperationRecord> found = guard.find(Bench.CALLER, KEY);
        return found.map(each -> each.status().name()).orElse("NOT_FOUND");
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(OK, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
