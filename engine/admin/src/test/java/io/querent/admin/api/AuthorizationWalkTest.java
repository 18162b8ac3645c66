package io.querent.admin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.admin.testing.AdminNode;
import io.querent.admin.testing.Caller;
import io.querent.admin.testing.Caller.Answer;
import io.querent.admin.testing.Routes;
import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.runtime.admin.AdminStorage;
import io.querent.runtime.admin.BulkJobs;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.SagaSearch;
import io.querent.saga.SagaKey;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Walks every route of the API that is mapped, as everybody. What is not in the table fails: a new route is denied until somebody has said who may use
 * it. Requests lack what they need beyond permission, where that keeps them from changing anything: 400 and 428 mean that it was allowed.
 */
@Tag("exhaustive")
class AuthorizationWalkTest {
    private static final List<String> EVERYBODY =
            List.of("nobody", "viewer", "operator", "approver", "admin", "stranger");

    /** Statuses for nobody, viewer, operator, approver, admin, and a viewer of another definition. */
    private static final Map<String, String> TABLE = table();

    private static AdminNode node;
    private static String saga;

    private static Map<String, String> table() {
        Map<String, String> table = new LinkedHashMap<>();
        String looks = "401 200 200 200 200 404";
        table.put("POST /api/v1/sagas", "401 403 400 403 400 403");
        table.put("GET /api/v1/sagas", "401 200 200 200 200 200");
        table.put("GET /api/v1/sagas/{id}", looks);
        table.put("GET /api/v1/sagas/by-key", looks);
        table.put("GET /api/v1/sagas/{id}/history", looks);
        table.put("GET /api/v1/sagas/{id}/operations", looks);
        table.put("GET /api/v1/sagas/{id}/events", looks);
        table.put("GET /api/v1/sagas/{id}/export", looks);
        table.put("GET /api/v1/sagas/{id}/evidence", looks);
        table.put("GET /api/v1/operations/{key}", looks);
        table.put("POST /api/v1/sagas/{id}/actions", "401 403 428 403 428 404");
        table.put("POST /api/v1/sagas/{id}/preview", "401 403 200 403 200 404");
        table.put("GET /api/v1/sagas/{id}/actions/{requestId}", "401 202 202 202 202 404");
        table.put("GET /api/v1/approvals", "401 200 200 200 200 200");
        table.put("GET /api/v1/approvals/{requestId}", looks);
        table.put("POST /api/v1/approvals/{requestId}/approve", "401 403 403 400 400 404");
        table.put("POST /api/v1/approvals/{requestId}/decline", "401 403 403 400 400 404");
        table.put("GET /api/v1/reviews", "401 200 200 200 200 200");
        table.put("GET /api/v1/reviews/{id}/comments", looks);
        table.put("POST /api/v1/reviews/{id}/{operation}/claim", "401 403 400 403 400 404");
        table.put("POST /api/v1/reviews/{id}/{operation}/release", "401 403 400 403 400 404");
        table.put("POST /api/v1/reviews/{id}/{operation}/comments", "401 403 400 403 400 404");
        table.put("POST /api/v1/bulk-jobs", "401 403 400 403 400 403");
        table.put("GET /api/v1/bulk-jobs", "401 200 200 200 200 200");
        table.put("GET /api/v1/bulk-jobs/{id}", looks);
        table.put("GET /api/v1/bulk-jobs/{id}/items", looks);
        table.put("GET /api/v1/bulk-jobs/{id}/dry-run", looks);
        table.put("POST /api/v1/bulk-jobs/{id}/start", "401 403 400 403 400 404");
        table.put("POST /api/v1/bulk-jobs/{id}/pause", "401 403 400 403 400 404");
        table.put("POST /api/v1/bulk-jobs/{id}/cancel", "401 403 400 403 400 404");
        table.put("POST /api/v1/bulk-jobs/{id}/approve", "401 403 403 400 400 404");
        table.put("GET /api/v1/audit", "401 403 403 200 200 403");
        table.put("GET /api/v1/audit/verify", "401 403 403 200 200 403");
        table.put("GET /api/v1/definitions", "401 200 200 200 200 200");
        table.put("GET /api/v1/definitions/{name}/{version}", looks);
        table.put("GET /api/v1/overview", "401 200 200 200 200 403");
        table.put("GET /api/v1/nodes", "401 200 200 200 200 403");
        table.put("GET /api/v1/openapi", "401 200 200 200 200 200");
        table.put("GET /api/v1/openapi.yaml", "401 200 200 200 200 200");
        return table;
    }

    @BeforeAll
    static void start() throws IOException {
        node = AdminNode.start(List.of())
                .account("viewer", "viewer")
                .account("operator", "operator")
                .account("approver", "approver")
                .account("admin", "admin")
                .account("stranger", "viewer:refund");
        Caller admin = node.as("admin");
        Answer started = admin.post(
                "/api/v1/sagas",
                "{\"definition\":\"payment\",\"input\":{\"number\":\"lost-1\",\"amount\":1,\"iban\":\"x\"}}",
                "Idempotency-Key",
                "walk-start");
        assertThat(started.status()).as(started.body()).isEqualTo(201);
        saga = started.text("id");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> admin.get("/api/v1/sagas/" + saga).text("status").equals("IN_REVIEW"));
        SagaKey key = SagaKey.of("payment", "lost-1");
        AdminStorage storage = node.bean(AdminStorage.class);
        storage.approvals()
                .ask(
                        new Letter(
                                key,
                                "walk-approval",
                                new Letter.Decided(
                                        new OperatorDecision.Compensate(),
                                        new Authority("somebody", "a reason", 1, "walk-approval"))),
                        "always",
                        Duration.ofHours(1));
        storage.bulkJobs()
                .freeze(new BulkJobs.NewJob(
                        "walk-job",
                        SagaSearch.Filter.all().ofDefinition("payment"),
                        new OperatorDecision.Pause(),
                        "somebody",
                        "a reason",
                        1));
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void everyRouteOfTheApiAnswersEverybodyAsTheTableSays() {
        List<String> wrong = new ArrayList<>();
        Set<String> routes = Routes.under(node, "/api/");
        assertThat(routes).as("routes that are mapped: add each to the table").isEqualTo(new TreeSet<>(TABLE.keySet()));
        routes.forEach(route -> {
            String[] expected = TABLE.get(route).split(" ");
            for (int i = 0; i < EVERYBODY.size(); i++) {
                Answer answer = call(EVERYBODY.get(i), route);
                if (answer.status() != Integer.parseInt(expected[i])) {
                    wrong.add(route + " as " + EVERYBODY.get(i) + ": " + answer.status() + " " + answer.body());
                }
                if (answer.header("Content-Security-Policy").isEmpty()
                        || answer.header("X-Content-Type-Options").isEmpty()
                        || answer.header("Set-Cookie").isPresent()) {
                    wrong.add(route + " as " + EVERYBODY.get(i) + ": headers "
                            + answer.response().headers().map());
                }
            }
        });
        assertThat(wrong).isEmpty();
    }

    private static Answer call(String who, String route) {
        Caller caller = who.equals("nobody") ? node.asNobody() : node.as(who);
        String query = route.endsWith("by-key") ? "?key=default:payment:lost-1" : "";
        String path = path(route) + query;
        return route.startsWith("GET") ? caller.get(path) : caller.post(path, body(route));
    }

    private static String body(String route) {
        if (route.equals("POST /api/v1/sagas")) {
            return "{\"definition\":\"payment\",\"input\":{}}";
        } else if (route.endsWith("/preview")) {
            return "{\"action\":\"compensate\"}";
        }
        return "{}";
    }

    private static String path(String route) {
        String path = route.substring(route.indexOf(' ') + 1);
        return path.replace("/bulk-jobs/{id}", "/bulk-jobs/walk-job")
                .replace("{id}", saga)
                .replace("{requestId}", "walk-approval")
                .replace("{key}", "default:payment:lost-1:transfer")
                .replace("{operation}", "transfer")
                .replace("{name}", "payment")
                .replace("{version}", "1");
    }
}
