package io.querent.admin.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.admin.testing.AdminNode;
import io.querent.admin.testing.Caller.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the API says of itself is checked in, so that every change of it is seen: {@code docs/api.md} says how to write it anew. */
class OpenApiTest {
    private static final Path CHECKED_IN = Path.of("..", "..", "docs", "openapi.yaml");

    @Test
    void theDescriptionIsTheOneThatIsCheckedInAndSaysEverything() throws IOException {
        try (AdminNode node = AdminNode.start(List.of()).account("vera", "viewer")) {
            Answer described = node.as("vera").get("/api/v1/openapi.yaml");
            assertThat(described.status()).as(described.body()).isEqualTo(200);
            saysEverything(node.as("vera").get("/api/v1/openapi").json());
            if (Boolean.getBoolean("querent.openapi.write")) {
                Files.writeString(CHECKED_IN, described.body());
            }
            assertThat(described.body())
                    .as("the API has changed: write docs/openapi.yaml anew if that is meant")
                    .isEqualTo(Files.readString(CHECKED_IN));
        }
    }

    private static void saysEverything(JsonNode description) {
        Set<String> ids = new HashSet<>();
        List<String> lacking = new ArrayList<>();
        description
                .path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    JsonNode operation = method.getValue();
                    String name = method.getKey() + " " + path.getKey();
                    if (!ids.add(operation.path("operationId").asString(""))) {
                        lacking.add(name + " has no operation id of its own");
                    }
                    if (operation.path("summary").isMissingNode()
                            || operation.path("description").isMissingNode()) {
                        lacking.add(name + " is not described");
                    }
                    operation.path("parameters").forEach(parameter -> {
                        if (parameter.path("description").isMissingNode()) {
                            lacking.add(name + " does not describe "
                                    + parameter.path("name").asString());
                        }
                    });
                    operation.path("responses").properties().forEach(response -> {
                        boolean refused = response.getKey().charAt(0) >= '4';
                        if (refused && !response.getValue().path("content").has("application/problem+json")) {
                            lacking.add(name + " refuses with " + response.getKey() + " and no problem");
                        }
                    });
                }));
        assertThat(lacking).isEmpty();
        assertThat(ids.size()).isGreaterThan(30);
    }
}
