package io.querent.admin.api;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes requests out of a description of an API: some values that are there, among what nobody should send. Same seed, same requests. */
final class HostileRequests {
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "x".repeat(5_000),
            "../../etc/passwd",
            "' OR 1=1 --",
            HostileInputTest.SCRIPT,
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
            "+1000000000-01-01T00:00:00Z",
            "P99999999999999D",
            "..",
            "a/b\\c;d",
            "\u00C3(\uFFFF",
            "\r\nSet-Cookie: a=b");
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
            "{\"definition\":\"" + HostileInputTest.SCRIPT + "\",\"input\":{}}",
            "{\"definition\":\"payment\",\"version\":99999999999999999999,\"input\":{}}",
            "{\"text\":\"\\u0000\"}",
            "{\"comment\":" + "9".repeat(2_000) + "}",
            "{\"selection\":{\"status\":\"" + HostileInputTest.SCRIPT + "\"},\"action\":\"wake\",\"reason\":\"x\"}",
            "{\"selection\":{},\"action\":\"wake\",\"reason\":\"x\",\"ratePerSecond\":-1}",
            "{\"action\":\"compensate-part\",\"operation\":\"transfer\",\"reason\":\"x\",\"amount\":{\"value\":\"1e99\",\"currency\":\"€\"}}");

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEEPEST = 4;

    private final JsonNode description;
    private final Map<String, String> there;
    private final Random random;

    /** @param there what is there, by the names of parameters */
    HostileRequests(JsonNode description, Map<String, String> there, long seed) {
        this.description = description;
        this.there = there;
        this.random = new Random(seed);
    }

    /** A request; {@code body} is null where the operation takes none. */
    record Request(String method, String target, List<String> headers, byte @Nullable [] body) {
        @Override
        public String toString() {
            String text = body == null ? "" : new String(body, StandardCharsets.UTF_8);
            return shortened(method + " " + target) + " " + shortened(headers.toString()) + " " + shortened(text);
        }

        private static String shortened(String text) {
            return text.substring(0, Math.min(300, text.length()));
        }
    }

    Request next(String path, String method, JsonNode operation) {
        String target = path;
        StringBuilder query = new StringBuilder();
        List<String> headers = new ArrayList<>();
        for (JsonNode parameter : operation.path("parameters")) {
            String name = parameter.path("name").asString();
            switch (parameter.path("in").asString()) {
                case "path" -> target = target.replace("{" + name + "}", segment(name));
                case "query" -> query(query, name);
                default -> header(headers, name);
            }
        }
        if (random.nextInt(20) == 0) {
            query.append(query.isEmpty() ? "?" : "&").append("limit=%C3%28");
        }
        return new Request(
                method.toUpperCase(Locale.ROOT),
                target + query,
                headers,
                operation.has("requestBody") ? body(operation) : null);
    }

    private String segment(String name) {
        String value = random.nextInt(3) > 0 ? there.getOrDefault(name, text()) : text();
        return value.isEmpty() ? "%20" : encoded(value);
    }

    /** Most are left out, so that one that is refused does not keep all others from being read. */
    private void query(StringBuilder query, String name) {
        if (random.nextInt(3) == 0) {
            query.append(query.isEmpty() ? "?" : "&").append(name).append('=').append(encoded(text()));
        }
    }

    private void header(List<String> headers, String name) {
        String fit = text().replaceAll("[^\\x20-\\x7E]", "?").strip();
        int chance = random.nextInt(4);
        if (chance > 0) {
            String good = name.equals("If-Match") ? "\"1\"" : "fuzz-" + random.nextLong();
            headers.add(name);
            headers.add(chance == 1 && !fit.isEmpty() ? fit : good);
        }
    }

    private byte[] body(JsonNode operation) {
        int chance = random.nextInt(10);
        if (chance == 0) {
            return new byte[] {'{', '"', (byte) 0xC3, (byte) 0x28, '"', ':', '1', '}'};
        } else if (chance < 4) {
            return pick(BODIES).getBytes(StandardCharsets.UTF_8);
        }
        JsonNode schema = operation
                .path("requestBody")
                .path("content")
                .path("application/json")
                .path("schema");
        return MAPPER.writeValueAsBytes(value("", schema, 0));
    }

    /** Something like what the schema says. */
    private JsonNode value(String name, JsonNode schema, int depth) {
        String reference = schema.path("$ref").asString("");
        if (!reference.isEmpty()) {
            String type = reference.substring(reference.lastIndexOf('/') + 1);
            return value(name, description.path("components").path("schemas").path(type), depth);
        } else if (schema.has("properties") && depth < DEEPEST) {
            ObjectNode object = NODES.objectNode();
            schema.path("properties").properties().forEach(member -> {
                if (random.nextInt(4) > 0) {
                    object.set(member.getKey(), value(member.getKey(), member.getValue(), depth + 1));
                }
            });
            return object;
        }
        return leaf(name, schema);
    }

    private JsonNode leaf(String name, JsonNode schema) {
        JsonNode allowed = schema.path("enum");
        switch (random.nextInt(8)) {
            case 0:
                return NODES.numberNode(random.nextLong());
            case 1:
                return NODES.nullNode();
            case 2:
                ArrayNode array = NODES.arrayNode();
                return array.add(text()).add(true);
            case 3:
                return NODES.stringNode(text());
            default:
                if (!allowed.isEmpty()) {
                    return allowed.get(random.nextInt(allowed.size()));
                } else if (there.containsKey(name)) {
                    return NODES.stringNode(there.get(name));
                }
                return schema.has("example") ? schema.path("example") : NODES.stringNode(text());
        }
    }

    private String text() {
        return pick(TEXTS);
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
