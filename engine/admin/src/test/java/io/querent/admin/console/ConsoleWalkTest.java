package io.querent.admin.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.admin.testing.AdminNode;
import io.querent.admin.testing.Caller;
import io.querent.admin.testing.Caller.Answer;
import io.querent.admin.testing.ConsoleSession;
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
import org.junit.jupiter.api.Test;

/**
 * Walks every page and form of the console, as everybody. What is not in the table fails: a new page is denied until somebody has said who may
 * see it. Forms are filled in so that they change nothing where they are allowed: 200 is then the form again, 400 a refusal for another
 * reason than permission.
 */
class ConsoleWalkTest {
    private static final List<String> EVERYBODY =
            List.of("nobody", "viewer", "operator", "approver", "admin", "stranger");

    /** What stands for one of {@code {verb}}: each is a door of its own. */
    private static final List<String> VERBS = List.of("approve", "start", "pause", "resume", "cancel");

    private static final Map<String, ConsoleSession> BROWSERS = new LinkedHashMap<>();

    /** Statuses for nobody, viewer, operator, approver, admin, and a viewer of another definition. */
    private static final Map<String, String> TABLE = table();

    private static AdminNode node;
    private static String saga;

    private static Map<String, String> table() {
        Map<String, String> table = new LinkedHashMap<>();
        String looks = "302 200 200 200 200 404";
        String acts = "302 403 200 403 200 404";
        table.put("GET /console/sign-in", "200 200 200 200 200 200");
        table.put("GET /console/assets/{version}/{name}", "404 404 404 404 404 404");
        table.put("GET /console/**", "302 404 404 404 404 404");
        table.put("GET /console/refused", "302 403 403 403 403 403");
        table.put("GET /console/password", "302 200 200 200 200 200");
        table.put("POST /console/password", "302 200 200 200 200 200");
        table.put("GET /console", "302 200 200 200 200 302");
        table.put("GET /console/", "302 200 200 200 200 302");
        table.put("GET /console/overview/figures", "302 200 200 200 200 403");
        table.put("GET /console/sagas", "302 200 200 200 200 200");
        table.put("POST /console/sagas/views", "302 302 302 302 302 302");
        table.put("POST /console/sagas/views/forget", "302 302 302 302 302 302");
        table.put("GET /console/sagas/{id}", looks);
        table.put("GET /console/sagas/{id}/state", looks);
        table.put("GET /console/sagas/{id}/live", looks);
        table.put("GET /console/sagas/{id}/operations/{name}", looks);
        table.put("GET /console/sagas/{id}/events", looks);
        table.put("GET /console/sagas/{id}/export", looks);
        table.put("GET /console/sagas/{id}/evidence", looks);
        table.put("GET /console/sagas/{id}/actions/new/{label}", acts);
        table.put("POST /console/sagas/{id}/actions/confirm", acts);
        table.put("POST /console/sagas/{id}/actions", acts);
        table.put("GET /console/sagas/{id}/actions/{requestId}", looks);
        table.put("GET /console/operations", "302 302 302 302 302 404");
        table.put("GET /console/definitions", "302 200 200 200 200 200");
        table.put("GET /console/definitions/{name}/{version}", "302 200 200 200 200 403");
        table.put("GET /console/reviews", "302 200 200 200 200 403");
        table.put("POST /console/reviews/claim", "302 403 302 403 302 403");
        table.put("POST /console/reviews/release", "302 403 302 403 302 403");
        table.put("POST /console/reviews/comment", "302 403 302 403 302 403");
        table.put("GET /console/approvals", "302 200 200 200 200 200");
        table.put("POST /console/approvals/{id}/approve", "302 403 403 302 400 404");
        table.put("POST /console/approvals/{id}/decline", "302 403 403 400 400 404");
        table.put("GET /console/bulk", "302 200 200 200 200 200");
        table.put("GET /console/bulk/new", "302 403 200 403 200 403");
        table.put("POST /console/bulk", "302 403 200 403 200 403");
        table.put("GET /console/bulk/{id}", looks);
        table.put("GET /console/bulk/{id}/progress", looks);
        table.put("GET /console/bulk/{id}/live", looks);
        table.put("POST /console/bulk/{id}/approve", "302 403 403 302 400 404");
        table.put("POST /console/bulk/{id}/start", "302 403 400 403 400 404");
        table.put("POST /console/bulk/{id}/pause", "302 403 400 403 400 404");
        table.put("POST /console/bulk/{id}/resume", "302 403 400 403 400 404");
        table.put("POST /console/bulk/{id}/cancel", "302 403 302 403 400 404");
        table.put("GET /console/audit", "302 403 403 200 200 403");
        table.put("POST /console/audit/verify", "302 403 403 200 200 403");
        table.put("GET /console/accounts", "302 403 403 403 200 403");
        table.put("POST /console/accounts", "302 403 403 403 200 403");
        table.put("POST /console/accounts/change", "302 403 403 403 200 403");
        table.put("POST /console/accounts/reset", "302 403 403 403 200 403");
        return table;
    }

    /** What forms hold; they are fit for every one of them. */
    private static final String FORM = "name=there-is-none&query=&current=x&fresh=x&again=y&grants=viewer"
            + "&definition=payment&action=pause&revision=1&text=seen";

    /** Where {@code operation} is a step's name, and not the key that a search takes. */
    private static final String CASE = FORM + "&saga=default:payment:lost-1&operation=transfer";

    @BeforeAll
    static void start() throws IOException {
        node = AdminNode.start(List.of("querent.admin.patience=0s"));
        for (String who : EVERYBODY) {
            if (!who.equals("nobody")) {
                node.account(who, who.equals("stranger") ? "viewer:refund" : who);
            }
            ConsoleSession browser = new ConsoleSession(node);
            Answer in = browser.signIn(who, AdminNode.PASSWORD);
            assertThat(in.header("Location").orElse("").contains("?wrong")).isEqualTo(who.equals("nobody"));
            BROWSERS.put(who, browser);
        }
        Caller admin = node.as("admin");
        saga = started(admin, "lost-1");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> admin.get("/api/v1/sagas/" + saga).text("status").equals("IN_REVIEW"));
        String done = started(admin, "walk-2");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> admin.get("/api/v1/sagas/" + done).text("status").equals("COMPLETED"));
        AdminStorage storage = node.bean(AdminStorage.class);
        asked(storage, "lost-1", "walk-shown");
        asked(storage, "walk-2", "walk-answered");
        storage.bulkJobs()
                .freeze(new BulkJobs.NewJob(
                        "walk-job",
                        SagaSearch.Filter.all().ofDefinition("payment").withKey("walk-2"),
                        new OperatorDecision.Pause(),
                        "somebody",
                        "a reason",
                        1));
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    private static String started(Caller caller, String number) {
        return caller.post(
                        "/api/v1/sagas",
                        "{\"definition\":\"payment\",\"input\":{\"number\":\"" + number
                                + "\",\"amount\":1,\"iban\":\"x\"}}",
                        "Idempotency-Key",
                        number)
                .text("id");
    }

    private static void asked(AdminStorage storage, String number, String id) {
        storage.approvals()
                .ask(
                        new Letter(
                                SagaKey.of("payment", number),
                                id,
                                new Letter.Decided(
                                        new OperatorDecision.Pause(), new Authority("somebody", "a reason", 1, id))),
                        "always",
                        Duration.ofHours(1));
    }

    @Test
    void everyPageAndFormAnswersEverybodyAsTheTableSays() {
        List<String> wrong = new ArrayList<>();
        Set<String> routes = routes();
        assertThat(routes).as("pages that are mapped: add each to the table").isEqualTo(new TreeSet<>(TABLE.keySet()));
        routes.forEach(route -> {
            String[] expected = TABLE.get(route).split(" ");
            for (int i = 0; i < EVERYBODY.size(); i++) {
                Answer answer = call(BROWSERS.get(EVERYBODY.get(i)), route, EVERYBODY.get(i));
                if (answer.status() != Integer.parseInt(expected[i])
                        || (i == 0 && answer.status() == 302) != leadsToSignIn(answer)
                        || answer.header("Content-Security-Policy").isEmpty()
                        || answer.header("X-Content-Type-Options").isEmpty()) {
                    wrong.add(route + " as " + EVERYBODY.get(i) + ": " + answer.status() + ", not " + expected[i] + " "
                            + answer.header("Location") + " " + words(answer));
                }
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void noFormIsTakenThatIsNotOfTheConsolesOwnPage() {
        List<String> wrong = new ArrayList<>();
        routes().stream().filter(route -> route.startsWith("POST")).forEach(route -> {
            Answer forged = BROWSERS.get("admin").postWithoutToken(path(route), FORM + "&requestId=forged");
            if (forged.status() != 403 || !forged.body().contains("QRT-6083")) {
                wrong.add(route + ": " + forged.status());
            }
        });
        assertThat(wrong).isEmpty();
    }

    private static boolean leadsToSignIn(Answer answer) {
        return answer.header("Location").orElse("").endsWith("/console/sign-in");
    }

    private static String words(Answer answer) {
        String text = answer.body().replaceAll("(?s)^.*<main", "").replaceAll("(?s)<[^>]*>|\\s+", " ");
        return text.substring(0, Math.min(400, text.length()));
    }

    private static Answer call(ConsoleSession browser, String route, String who) {
        String path = path(route);
        if (route.startsWith("POST")) {
            return browser.post(
                    path, (path.contains("/reviews/") ? CASE : FORM) + "&requestId=walk-" + who + path.hashCode());
        }
        return path.endsWith("/live") ? browser.open(path) : browser.get(path);
    }

    private static String path(String route) {
        String path = route.substring(route.indexOf(' ') + 1)
                .replace("/bulk/{id}", "/bulk/walk-job")
                .replace("/approvals/{id}", "/approvals/walk-answered")
                .replace("/operations/{name}", "/operations/transfer")
                .replace("{id}", String.valueOf(saga))
                .replace("{requestId}", "walk-shown")
                .replace("{label}", "pause")
                .replace("{name}", "payment")
                .replace("{version}", "1")
                .replace("/**", "/nowhere");
        boolean asksForDefinition = path.endsWith("/reviews") || path.endsWith("/bulk/new");
        return path
                + (asksForDefinition ? "?definition=payment" : "")
                + (path.endsWith("/operations") ? "?key=default:payment:lost-1:transfer" : "");
    }

    private static Set<String> routes() {
        Set<String> routes = new TreeSet<>();
        Routes.under(node, "/console").forEach(route -> {
            if (route.contains("{verb}")) {
                VERBS.forEach(verb -> routes.add(route.replace("{verb}", verb)));
            } else {
                routes.add(route);
            }
        });
        return routes;
    }
}
