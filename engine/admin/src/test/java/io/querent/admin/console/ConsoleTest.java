package io.querent.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.admin.live.Streams;
import io.querent.admin.testing.AdminNode;
import io.querent.admin.testing.Browser;
import io.querent.admin.testing.Browser.Page;
import io.querent.admin.testing.Caller;
import io.querent.admin.testing.DeskApplication.Payment;
import io.querent.decision.SagaStatus;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.journal.SagaJournal;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.context.WebServerGracefulShutdownLifecycle;

/** What people get at a browser, over real sockets and on a real database. */
class ConsoleTest {
    private static final int HEAVIEST_PAGE = 100_000;
    private static final Pattern LINK = Pattern.compile("\\shref=\"(/console[^\"#]*)");

    private static AdminNode node;

    @BeforeAll
    static void start() throws IOException {
        node = AdminNode.start(List.of(
                        "querent.masking.show=amount",
                        "querent.second-person.rules[0].definition=payment",
                        "querent.second-person.rules[0].decisions=abandon"))
                .account("maria", "operator")
                .account("vera", "viewer:refund")
                .account("anna", "approver")
                .account("root", "admin");
        pay("paid-1");
        pay("lost-1");
        awaitStatus("paid-1", SagaStatus.COMPLETED);
        awaitStatus("lost-1", SagaStatus.IN_REVIEW);
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void everyPageThatALinkLeadsToIsThereAndWellFormedAndHoldsNothingInline() {
        Browser root = signedIn("root");
        Deque<String> toVisit = new ArrayDeque<>(List.of("/console"));
        Set<String> visited = new HashSet<>();
        while (!toVisit.isEmpty() && visited.size() < 300) {
            String path = toVisit.poll();
            if (!visited.add(path) || path.contains("/assets/")) {
                continue;
            }
            Page page = root.get(path);
            assertThat(page.status()).as(path + "\n" + page.html()).isEqualTo(200);
            if (page.header("Content-Type").startsWith("text/html")) {
                assertThat(Markup.wrongs(page.html())).as(path).isEmpty();
                assertThat(page.html().length()).as(path).isLessThan(HEAVIEST_PAGE);
                Matcher link = LINK.matcher(page.html());
                while (link.find()) {
                    toVisit.add(link.group(1).replace("&amp;", "&").replace("&#34;", "\""));
                }
            }
        }

        assertThat(visited)
                .contains(
                        "/console/sagas",
                        "/console/reviews",
                        "/console/approvals",
                        "/console/bulk",
                        "/console/audit",
                        "/console/accounts",
                        "/console/definitions/payment/1",
                        saga("lost-1"),
                        saga("lost-1") + "/events",
                        saga("lost-1") + "/operations/transfer",
                        saga("lost-1") + "/evidence");
    }

    @Test
    void whatIsAboutToHappenIsSaidAndWhatCameOfItIsTold() {
        pay("lost-2");
        awaitStatus("lost-2", SagaStatus.IN_REVIEW);
        Browser maria = signedIn("maria");
        Page form = maria.get(saga("lost-2") + "/actions/new/confirm-never-ran?operation=transfer");
        Map<String, String> fields = new HashMap<>(form.form("action"));
        fields.put("reason", "case 17");
        Page incomplete = maria.post(saga("lost-2") + "/actions/confirm", fields);
        fields.put("evidence", "the bank's statement of today has no such payment");

        Page confirm = maria.post(saga("lost-2") + "/actions/confirm", fields);
        Page result = maria.post(saga("lost-2") + "/actions", confirm.form("confirm"));
        Page again = maria.post(saga("lost-2") + "/actions", confirm.form("confirm"));

        assertThat(incomplete.html()).contains("QRT-6062", "the evidence");
        assertThat(confirm.html())
                .contains("You are about to record that transfer of default:payment:lost-2 never ran");
        assertThat(result.path()).isEqualTo(saga("lost-2") + "/actions/" + fields.get("requestId"));
        assertThat(result.html()).contains("Confirmed absent");
        assertThat(again.html()).contains("Confirmed absent");
        assertThat(Markup.wrongs(form.html())).isEmpty();
        assertThat(Markup.wrongs(confirm.html())).isEmpty();
        assertThat(Markup.wrongs(result.html())).isEmpty();
    }

    @Test
    void anActionFromAStalePageIsRefusedAndSaysWhatHasChanged() {
        pay("lost-3");
        awaitStatus("lost-3", SagaStatus.IN_REVIEW);
        Browser maria = signedIn("maria");
        Map<String, String> first = decision(maria, "lost-3");
        Map<String, String> second = decision(maria, "lost-3");
        maria.post(saga("lost-3") + "/actions", first);

        Page stale = maria.post(saga("lost-3") + "/actions", second);

        assertThat(stale.html()).contains("the case has moved", "decision taken", "To the saga");
    }

    @Test
    void whatNeedsASecondPersonWaitsForOneWhoIsNotTheFirst() {
        pay("lost-5");
        awaitStatus("lost-5", SagaStatus.IN_REVIEW);
        Browser root = signedIn("root");
        Map<String, String> fields =
                new HashMap<>(root.get(saga("lost-5") + "/actions/new/abandon").form("action"));
        fields.put("reason", "case 19");
        Page asked = root.post(saga("lost-5") + "/actions", fields);
        String id = fields.get("requestId");

        Page own = root.get("/console/approvals");
        Page others = signedIn("anna").get("/console/approvals");

        assertThat(asked.html()).contains("Waits for a second person");
        assertThat(own.html()).contains("You asked for it yourself").doesNotContain(id + "/approve");
        assertThat(others.html()).contains(id + "/approve", "case 19");
        assertThat(Markup.wrongs(others.html())).isEmpty();
        Browser anna = signedIn("anna");
        Page approved = anna.post(
                "/console/approvals/" + id + "/approve",
                Map.of(
                        "_csrf",
                        anna.get("/console/approvals").form("request-" + id).get("_csrf"),
                        "comment",
                        "seen"));
        assertThat(approved.path()).isEqualTo(saga("lost-5") + "/actions/" + id);
        assertThat(approved.html()).contains("Recorded");
    }

    @Test
    void aBulkJobIsFrozenLookedThroughAndCarriedOut() {
        pay("lost-61");
        pay("lost-62");
        awaitStatus("lost-61", SagaStatus.IN_REVIEW);
        awaitStatus("lost-62", SagaStatus.IN_REVIEW);
        Browser maria = signedIn("maria");
        String search = "/console/bulk/new?definition=payment&key=lost-6";
        Map<String, String> fields = new HashMap<>(maria.get(search).form("bulk"));
        fields.putAll(Map.of("action", "pause", "rate", "50", "reason", "case 20"));

        Page frozen = maria.post("/console/bulk?definition=payment&key=lost-6", fields);

        assertThat(frozen.html()).contains("Frozen, not started", "What would happen to each", "lost-61", "lost-62");
        assertThat(Markup.wrongs(frozen.html())).isEmpty();
        Map<String, String> start = new HashMap<>(frozen.form("change"));
        maria.post(frozen.path() + "/start", start);
        Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(maria.get(frozen.path()).html()).contains("2 of 2 settled", "Done"));
    }

    @Test
    void aCaseIsClaimedTalkedAboutAndGivenBack() {
        pay("lost-7");
        awaitStatus("lost-7", SagaStatus.IN_REVIEW);
        Browser maria = signedIn("maria");
        String anchor = "case-" + key("lost-7").id() + "-transfer";
        Map<String, String> fields =
                maria.get("/console/reviews?definition=payment").form(anchor);

        Page claimed = maria.post("/console/reviews/claim", fields);
        Map<String, String> comment = new HashMap<>(fields);
        comment.put("text", "the bank is being called");
        comment.put("requestId", "comment-1");
        Page talked = maria.post("/console/reviews/comment", comment);
        Page released = maria.post("/console/reviews/release", fields);

        assertThat(claimed.html()).contains("Looked after by");
        assertThat(talked.html()).contains("the bank is being called");
        assertThat(released.status()).isEqualTo(200);
        assertThat(Markup.wrongs(talked.html())).isEmpty();
    }

    @Test
    void whoMayNotSeeADefinitionFindsNothingOfIt() {
        Browser vera = signedIn("vera");

        assertThat(vera.get(saga("paid-1")).status()).isEqualTo(404);
        assertThat(vera.get("/console/sagas?definition=payment").status()).isEqualTo(403);
        assertThat(vera.get("/console/sagas").html()).doesNotContain("paid-1");
        assertThat(vera.get("/console/operations?key=default:payment:paid-1:transfer")
                        .status())
                .isEqualTo(404);
        assertThat(vera.get("/console").path()).isEqualTo("/console/sagas");
        assertThat(vera.get("/console/audit").status()).isEqualTo(403);
        assertThat(vera.get("/console/accounts").status()).isEqualTo(403);
        assertThat(vera.get("/console/audit?saga=default:payment:paid-1").status())
                .isEqualTo(403);
    }

    @Test
    void whoMayNotActIsOfferedNothingAndRefused() {
        Browser anna = signedIn("anna");
        Page page = anna.get(saga("lost-1"));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.html()).doesNotContain("/actions/new/");
        assertThat(anna.get(saga("lost-1") + "/actions/new/abandon").status()).isEqualTo(403);
    }

    @Test
    void aFormWithoutItsTokenDoesNothing() {
        Page refused = signedIn("maria").post(saga("lost-1") + "/actions", Map.of("action", "abandon"));

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.html()).contains("QRT-6083");
        assertThat(Markup.wrongs(refused.html())).isEmpty();
    }

    @Test
    void payloadsAreMasked() {
        Browser maria = signedIn("maria");

        assertThat(maria.get(saga("lost-1") + "/operations/transfer").html())
                .contains("10.00")
                .doesNotContain("DE02120300000000202051");
        assertThat(maria.get(saga("lost-1") + "/events").html()).doesNotContain("DE02120300000000202051");
    }

    @Test
    void hostileTextIsShownAsText() {
        Browser root = signedIn("root");
        String hostile = "%3Cscript%3Ealert(1)%3C/script%3E%22%20onload=%22x";

        for (String path : List.of("/console/sagas?key=", "/console/operations?key=", "/console/audit?operator=")) {
            Page page = root.get(path + hostile);
            assertThat(page.status()).as(path).isIn(200, 404);
            assertThat(page.html()).as(path).doesNotContain("<script>alert").doesNotContain("\" onload=");
        }
        assertThat(root.get("/console/sagas?status=nonsense").html()).contains("QRT-6088");
        assertThat(root.get("/console/sagas/nonsense").status()).isEqualTo(404);
        assertThat(root.get("/console/sagas?after=nonsense").status()).isIn(200, 400);
        assertThat(root.get("/console/nowhere").status()).isEqualTo(404);
    }

    @Test
    void anOpenPageIsToldOfAChange() throws Exception {
        pay("lost-4");
        awaitStatus("lost-4", SagaStatus.IN_REVIEW);
        Browser maria = signedIn("maria");
        SagaId id = key("lost-4").id();
        long seen = journal().findRow(id).orElseThrow().version();
        CompletableFuture<String> told;
        try (BufferedReader stream = new BufferedReader(
                new InputStreamReader(maria.stream(saga("lost-4") + "/live?seen=" + seen), StandardCharsets.UTF_8))) {
            told = CompletableFuture.supplyAsync(() -> stream.lines()
                    .filter(line -> line.contains("changed"))
                    .findFirst()
                    .orElse(""));
            maria.post(saga("lost-4") + "/actions", decision(maria, "lost-4"));

            assertThat(told.get(20, TimeUnit.SECONDS)).isEqualTo("event:changed");
        }
    }

    @Test
    void openPagesDoNotHoldUpTheEndOfTheirProcess() throws IOException {
        Browser maria = signedIn("maria");
        Streams streams = node.bean(Streams.class);
        InputStream open = maria.stream(saga("lost-1") + "/live");

        streams.stop();
        try {
            open.readAllBytes();
            maria.stream(saga("lost-1") + "/live").readAllBytes();
        } finally {
            streams.start();
        }
        assertThat(streams.getPhase()).isGreaterThan(WebServerGracefulShutdownLifecycle.SMART_LIFECYCLE_PHASE);
        assertThat(maria.stream(saga("lost-1") + "/live").read()).isNotNegative();
    }

    @Test
    void aWrongPasswordIsSaidWithoutSayingWhichPartIsWrong() {
        Browser somebody = new Browser(node.port());

        assertThat(somebody.signIn("maria", "wrong").html()).contains("Name or password is wrong");
        assertThat(somebody.get("/console").path()).isEqualTo("/console/sign-in");
    }

    @Test
    void anOpenPageWhoseSessionIsOverLoadsItselfAnew() {
        Caller.Answer answer = node.asNobody().get(saga("lost-1") + "/state", "HX-Request", "true");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("HX-Refresh")).hasValue("true");
        assertThat(node.asNobody().get(saga("lost-1")).status()).isEqualTo(302);
    }

    private static Map<String, String> decision(Browser browser, String number) {
        Map<String, String> fields =
                new HashMap<>(browser.get(saga(number) + "/actions/new/confirm-never-ran?operation=transfer")
                        .form("action"));
        fields.put("reason", "case 18");
        fields.put("evidence", "the bank says so");
        return fields;
    }

    private static Browser signedIn(String name) {
        Browser browser = new Browser(node.port());
        assertThat(browser.signIn(name, AdminNode.PASSWORD).status()).isEqualTo(200);
        return browser;
    }

    @SuppressWarnings("unchecked")
    private static void pay(String number) {
        SagaDefinition<Payment> definition =
                (SagaDefinition<Payment>) node.context().getBean("payment", SagaDefinition.class);
        node.bean(SagaEngine.class)
                .start(definition, new Payment(number, new BigDecimal("10.00"), "DE02120300000000202051"));
    }

    private static void awaitStatus(String number, SagaStatus status) {
        Awaitility.await()
                .atMost(30, TimeUnit.SECONDS)
                .until(() -> journal()
                        .findRow(key(number).id())
                        .filter(row -> row.status() == status)
                        .isPresent());
    }

    private static SagaJournal journal() {
        return node.bean(SagaJournal.class);
    }

    private static SagaKey key(String number) {
        return SagaKey.of("payment", number);
    }

    private static String saga(String number) {
        return "/console/sagas/" + key(number).id();
    }
}
