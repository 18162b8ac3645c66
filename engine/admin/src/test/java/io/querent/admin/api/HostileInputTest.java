package io.querent.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.admin.testing.AdminNode;
import io.querent.admin.testing.Caller;
import io.querent.admin.testing.Caller.Answer;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Sends to every operation that the API describes what nobody should send: into each parameter, header and body. Whatever comes, the server
 * does not fail, answers no HTML and nothing endless, and every refusal is a problem with a code.
 */
class HostileInputTest {
    private static final int ROUNDS = 40;
    private static final int LONGEST_ANSWER = 1_000_000;
    private static final String SCRIPT = "<script>alert(1)</script>";
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "x".repeat(5_000),
            "../../etc/passwd",
            "' OR 1=1 --",
            SCRIPT,
            "\u0000",
            "\uD800",
            "\u202Eabc",
            "😀".repeat(100),
            "-1",
            "99999999999999999999",
            "NaN",
            "1e999",
            "%00",
            "${jndi:ldap://x}",
            "{\"a\":1}",
            "a\"b",
            "default:payment:x:y",
            "8b5f6c1e-4e0a-8c1d-9a53-0d4c7a1f2b3c",
            "2026-13-45T99:99:99Z",
            "+1000000000-01-01T00:00:00Z");
    private static final List<String> BODIES = List.of(
            "",
            "null",
            "[]",
            "\"text\"",
            "{",
            "{}",
            "[".repeat(5_000),
            "{\"reason\":".repeat(300),
            "{\"action\":1}",
            "{\"action\":\"pause\",\"action\":\"abandon\"}",
            "{\"action\":null}",
            "{\"action\":\"pause\",\"reason\":{}}",
            "{\"definition\":\"payment\",\"input\":{\"number\":\"a\\u0000b\",\"amount\":1e999999999}}",
            "{\"definition\":\"payment\",\"input\":\"\\uD800\"}",
            "{\"definition\":\"payment\",\"input\":[1,2,3]}",
            "{\"definition\":\"" + SCRIPT + "\",\"input\":{}}",
            "{\"definition\":\"payment\",\"version\":99999999999999999999,\"input\":{}}",
            "{\"text\":\"\\u0000\"}",
            "{\"comment\":" + "9".repeat(2_000) + "}",
            "{\"selection\":{\"status\":\"" + SCRIPT + "\"},\"action\":\"wake\",\"reason\":\"x\"}",
            "{\"selection\":{},\"action\":\"wake\",\"reason\":\"x\",\"ratePerSecond\":-1}",
            "{\"action\":\"compensate-part\",\"operation\":\"transfer\",\"reason\":\"x\",\"amount\":{\"value\":\"1e99\",\"currency\":\"€\"}}");

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void nothingThatIsSentMakesTheServerFail() throws IOException {
        try (AdminNode node = AdminNode.start(List.of()).account("root", "admin")) {
            Caller caller = node.as("root");
            JsonNode paths = caller.get("/api/v1/openapi").json().path("paths");
            List<String> wrong = new ArrayList<>();
            paths.properties()
                    .forEach(path -> path.getValue().properties().forEach(method -> {
                        for (int round = 0; round < ROUNDS && wrong.size() < 20; round++) {
                            hold(caller, path.getKey(), method.getKey(), method.getValue(), wrong);
                        }
                    }));
            assertThat(wrong).as("with seed " + seed).isEmpty();
        }
    }

    private void hold(Caller caller, String path, String method, JsonNode operation, List<String> wrong) {
        String target = path;
        StringBuilder query = new StringBuilder();
        List<String> headers = new ArrayList<>();
        for (JsonNode parameter : operation.path("parameters")) {
            String name = parameter.path("name").asString();
            String value = TEXTS.get(random.nextInt(TEXTS.size()));
            switch (parameter.path("in").asString()) {
                case "path" ->
                    target = target.replace(
                            "{" + name + "}",
                            value.isBlank() ? "x" : encoded(value).replaceAll("%2F|%5C|%00|^\\.\\.", "_"));
                case "query" ->
                    query.append(query.isEmpty() ? "?" : "&")
                            .append(name)
                            .append('=')
                            .append(encoded(value));
                default -> header(headers, name, value);
            }
        }
        if (random.nextInt(10) == 0) {
            query.append(query.isEmpty() ? "?" : "&").append("limit=%C3%28");
        }
        String body = BODIES.get(random.nextInt(BODIES.size()));
        byte[] bytes = random.nextInt(10) == 0
                ? new byte[] {'{', '"', (byte) 0xC3, (byte) 0x28, '"', ':', '1', '}'}
                : body.getBytes(StandardCharsets.UTF_8);
        Answer answer = caller.send(
                method.toUpperCase(java.util.Locale.ROOT),
                target + query,
                operation.has("requestBody") ? bytes : null,
                headers.toArray(String[]::new));
        judge(method + " " + target + query + " " + headers + " " + body, answer, wrong);
    }

    private void header(List<String> headers, String name, String value) {
        String fit = value.replaceAll("[^\\x20-\\x7E]", "?").strip();
        if (!fit.isEmpty() && random.nextBoolean()) {
            headers.add(name);
            headers.add(name.equals("If-Match") && random.nextBoolean() ? "\"1\"" : fit);
        }
    }

    private static void judge(String sent, Answer answer, List<String> wrong) {
        String shown = sent.substring(0, Math.min(300, sent.length())) + " -> " + answer.status() + " "
                + answer.body().substring(0, Math.min(300, answer.body().length()));
        String type = answer.header("Content-Type").orElse("");
        if (answer.status() >= 500 || type.contains("html") || answer.body().length() > LONGEST_ANSWER) {
            wrong.add(shown);
        } else if (answer.status() >= 400
                && (!type.equals("application/problem+json")
                        || !answer.text("code").startsWith("QRT-"))) {
            wrong.add("no problem: " + shown);
        } else if (answer.body().contains(SCRIPT)) {
            wrong.add("reflected: " + shown);
        }
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
