package io.querent.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.admin.testing.AdminNode;
import io.querent.admin.testing.Caller;
import io.querent.admin.testing.Caller.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Sends to every operation that the API describes what nobody should send: into each parameter, header and body. Whatever comes, the server
 * does not fail, answers no HTML and nothing endless, and every refusal is a problem with a code. The same requests again with {@code
 * -Dquerent.fuzz.seed=…}; {@code -Dquerent.fuzz.seconds=…} for a longer run.
 */
@Tag("exhaustive")
class HostileInputTest {
    static final String SCRIPT = "<script>alert(1)</script>";

    private static final int MOST_ROUNDS = 300;
    /** However slow the machine is. */
    private static final int LEAST_ROUNDS = 20;

    private static final int LONGEST_ANSWER = 1_000_000;
    private static final int MOST_WRONG = 20;

    private final long seed = Long.getLong("querent.fuzz.seed", System.nanoTime());
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();

    @Test
    void nothingThatIsSentMakesTheServerFail() throws IOException, InterruptedException, ExecutionException {
        try (AdminNode node =
                AdminNode.start(List.of("querent.admin.patience=0s")).account("root", "admin")) {
            Caller caller = node.as("root");
            JsonNode description = caller.get("/api/v1/openapi").json();
            Map<String, String> there = there(caller);
            long end = System.nanoTime()
                    + Duration.ofSeconds(Integer.getInteger("querent.fuzz.seconds", 30))
                            .toNanos();
            ExecutorService callers = Executors.newFixedThreadPool(4);
            List<Future<?>> running = new ArrayList<>();
            description
                    .path("paths")
                    .properties()
                    .forEach(path -> path.getValue().properties().forEach(method -> {
                        String name = method.getKey() + " " + path.getKey();
                        HostileRequests requests = new HostileRequests(description, there, seed + name.hashCode());
                        running.add(callers.submit(() -> {
                            for (int round = 0; goesOn(round, end); round++) {
                                HostileRequests.Request request =
                                        requests.next(path.getKey(), method.getKey(), method.getValue());
                                judge(request, send(caller, request));
                            }
                        }));
                    }));
            for (Future<?> each : running) {
                each.get();
            }
            callers.shutdown();
            assertThat(wrong).as("with seed " + seed).isEmpty();
            assertThat(caller.get("/api/v1/sagas").status()).isEqualTo(200);
        }
    }

    private boolean goesOn(int round, long end) {
        return wrong.size() < MOST_WRONG
                && round < MOST_ROUNDS
                && (round < LEAST_ROUNDS || System.nanoTime() - end < 0);
    }

    /** A saga that waits for a person, and a bulk job. */
    private static Map<String, String> there(Caller caller) {
        String saga = caller.post(
                        "/api/v1/sagas",
                        "{\"definition\":\"payment\",\"input\":{\"number\":\"lost-1\",\"amount\":1,\"iban\":\"x\"}}",
                        "Idempotency-Key",
                        "fuzz-start")
                .text("id");
        assertThat(saga).isNotEmpty();
        return Map.of(
                "id", saga,
                "key", "default:payment:lost-1:transfer",
                "operation", "transfer",
                "name", "payment",
                "definition", "payment",
                "version", "1",
                "requestId", "fuzz-start");
    }

    private static Answer send(Caller caller, HostileRequests.Request request) {
        return caller.send(
                request.method(),
                request.target(),
                request.body(),
                request.headers().toArray(String[]::new));
    }

    private void judge(HostileRequests.Request sent, Answer answer) {
        String shown = sent + " -> " + answer.status() + " "
                + answer.body().substring(0, Math.min(300, answer.body().length()));
        String type = answer.header("Content-Type").orElse("");
        if (answer.status() >= 500 || type.contains("html") || answer.body().length() > LONGEST_ANSWER) {
            wrong.add(shown);
        } else if (answer.status() >= 400
                && (!type.equals("application/problem+json")
                        || !answer.text("code").startsWith("QRT-"))) {
            wrong.add("no problem: " + shown);
        } else if (answer.status() >= 400 && answer.body().contains(SCRIPT)) {
            wrong.add("reflected: " + shown);
        }
        if (answer.header("Set-Cookie").isPresent()) {
            wrong.add("a cookie: " + shown);
        }
    }
}
