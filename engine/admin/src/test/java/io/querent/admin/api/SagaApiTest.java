package io.querent.admin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.admin.evidence.EvidenceVerifier;
import io.querent.admin.testing.AdminNode;
import io.querent.admin.testing.Caller;
import io.querent.admin.testing.Caller.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What callers of the API get, over real sockets and on a real database. */
class SagaApiTest {
    private static AdminNode node;
    private static Caller operator;

    @BeforeAll
    static void start() throws IOException {
        node = AdminNode.start(java.util.List.of("querent.masking.show=amount"))
                .account("maria", "operator")
                .account("vera", "viewer:refund")
                .account("otto", "operator:payment")
                .account("root", "admin");
        operator = node.as("maria");
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void aStartIsAnsweredOnceAndReplayedAfterwards() {
        String key = id();
        Answer first = start(key, payment("s-1", "10.00"));
        Answer again = start(key, payment("s-1", "10.0"));
        Answer otherKey = start(id(), payment("s-1", "10.00"));

        assertThat(first.status()).as(first.body()).isEqualTo(201);
        assertThat(first.header("Location")).hasValue("/api/v1/sagas/" + first.text("id"));
        assertThat(again.status()).as(again.body()).isEqualTo(200);
        assertThat(again.text("id")).isEqualTo(first.text("id"));
        assertThat(otherKey.status()).isEqualTo(200);
    }

    @Test
    void aKeyWithOtherParametersIsRefused() {
        String key = id();
        assertThat(start(key, payment("s-2", "10.00")).status()).isEqualTo(201);

        assertProblem(start(key, payment("s-2", "11.00")), 422, "QRT-6072");
        assertProblem(start(id(), payment("s-2", "11.00")), 422, "QRT-3301");
    }

    @Test
    void aStartSaysWhatIsWrongWithIt() {
        assertProblem(operator.post("/api/v1/sagas", payment("s-3", "1")), 400, "QRT-6065");
        assertProblem(start("x".repeat(201), payment("s-3", "1")), 400, "QRT-6065");
        assertProblem(start(id(), "{\"definition\":\"payment\"}"), 400, "QRT-6066");
        assertProblem(start(id(), "{\"definition\":\"nothing\",\"input\":{}}"), 422, "QRT-6075");
        assertProblem(start(id(), "{\"definition\":\"payment\",\"input\":{},\"imput\":1}"), 400, "QRT-6067");
        assertProblem(start(id(), "{\"definition\":"), 400, "QRT-6067");
        Answer amount = start(id(), "{\"definition\":\"payment\",\"input\":{\"number\":\"s-3\",\"amount\":\"much\"}}");
        assertProblem(amount, 400, "QRT-6066");
        assertThat(amount.text("member")).isEqualTo("input.amount");
        assertProblem(start(id(), payment("has space", "1")), 400, "QRT-1102");
        assertProblem(
                start(id(), payment("s-3", "1").replace("\"input\"", "\"tenant\":\"other\",\"input\"")),
                400,
                "QRT-6066");
        // What was refused keeps no key: the corrected request may use it.
        String key = id();
        assertThat(start(key, payment("has space", "1")).status()).isEqualTo(400);
        assertThat(start(key, payment("s-3", "1")).status()).isEqualTo(201);
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() {
        assertProblem(start(id(), payment("s-4", "1").replace("DE89", "D".repeat(3_000_000))), 413, "QRT-6068");
    }

    @Test
    void whatTheFrameworkRefusesIsAProblemToo() {
        assertProblem(operator.get("/api/v1/nothing"), 404, "QRT-6070");
        assertProblem(operator.send("DELETE", "/api/v1/sagas", null), 405, "QRT-6071");
        assertProblem(
                operator.post("/api/v1/sagas", "a=b", "Content-Type", "application/x-www-form-urlencoded"),
                415,
                "QRT-6071");
        assertProblem(operator.get("/api/v1/sagas", "Accept", "text/html"), 406, "QRT-6071");
        assertProblem(operator.get("/api/v1/sagas?limit=many"), 400, "QRT-6066");
        assertProblem(operator.get("/api/v1/sagas?limit=0"), 400, "QRT-6066");
        assertProblem(operator.get("/api/v1/sagas?status=HAPPY"), 400, "QRT-6066");
        assertProblem(operator.get("/api/v1/sagas/not-an-id"), 400, "QRT-1106");
        assertProblem(operator.get("/api/v1//sagas"), 400, "QRT-6066");
        assertProblem(node.asNobody().get("/api/v1/sagas"), 401, "QRT-6064");
    }

    @Test
    void payloadsAreMaskedEverywhere() {
        String saga = started("masked-1");
        await().until(() -> operator.get(saga).text("status").equals("COMPLETED"));
        for (String part : new String[] {"", "/history", "/operations", "/events", "/export", "/evidence"}) {
            Answer answer = operator.get(saga + part);
            assertThat(answer.status()).as(part).isEqualTo(200);
            assertThat(answer.body()).as(part).doesNotContain("DE89370400440532013000");
        }
        assertThat(operator.get(saga).body()).contains("\"amount\":10.00");
        assertThat(operator.get(saga).json().path("input").path("iban").asString())
                .isEqualTo("•••");
    }

    @Test
    void nothingIsSentAgainToWhoeverKnowsTheRevision() {
        String saga = started("etag-1");
        await().until(() -> operator.get(saga).text("status").equals("COMPLETED"));
        String tag = operator.get(saga).header("ETag").orElseThrow();

        Answer known = operator.get(saga, "If-None-Match", tag);
        assertThat(known.status()).isEqualTo(304);
        assertThat(known.body()).isEmpty();
        assertThat(operator.get(saga, "If-None-Match", "\"1\"").status()).isEqualTo(200);
    }

    @Test
    void eventsComeInPagesThatMeet() {
        String saga = started("paged-1");
        await().until(() -> operator.get(saga).text("status").equals("COMPLETED"));
        int all = operator.get(saga + "/events").json().path("events").size();
        Answer first = operator.get(saga + "/events?limit=2");
        Answer rest =
                operator.get(saga + "/events?after=" + first.json().path("next").asLong());

        assertThat(first.json().path("events").size()).isEqualTo(2);
        assertThat(rest.json().path("events").size()).isEqualTo(all - 2);
        assertThat(rest.json().has("next")).isFalse();
    }

    @Test
    void theEvidenceBundleProvesItself() {
        String saga = started("evidence-1");
        await().until(() -> operator.get(saga).text("status").equals("COMPLETED"));
        String bundle = operator.get(saga + "/evidence").body();

        assertThat(EvidenceVerifier.verify(bundle)).satisfies(found -> {
            assertThat(found.finding()).isEmpty();
            assertThat(found.intact()).isTrue();
            assertThat(found.entries()).isGreaterThan(4);
        });
        assertThat(EvidenceVerifier.verify(bundle.replace("maria", "mario")).intact())
                .isFalse();
    }

    @Test
    void whoMaySeeOneDefinitionSeesNoOther() {
        String saga = started("hidden-1");
        Caller other = node.as("vera");

        Answer forbidden = other.get(saga);
        assertProblem(forbidden, 404, "QRT-6063");
        assertThat(forbidden.body().replaceAll("id=[0-9a-f-]+", ""))
                .isEqualTo(other.get("/api/v1/sagas/8b5f6c1e-4e0a-8c1d-9a53-0d4c7a1f2b3c")
                        .body()
                        .replaceAll("id=[0-9a-f-]+", ""));
        assertProblem(other.get("/api/v1/operations/default:payment:hidden-1:transfer"), 404, "QRT-6063");
        assertThat(other.get("/api/v1/sagas").json().path("sagas").size()).isZero();
        assertThat(other.get("/api/v1/sagas?definition=payment")
                        .json()
                        .path("sagas")
                        .size())
                .isZero();
        assertThat(other.get("/api/v1/definitions").body()).doesNotContain("payment");
        assertThat(other.get("/api/v1/reviews").json().path("cases").size()).isZero();
    }

    @Test
    void searchPagesDoNotOverlap() {
        for (int i = 0; i < 5; i++) {
            started("search-" + i);
        }
        Answer first = operator.get("/api/v1/sagas?businessKeyPrefix=search-&limit=3");
        Answer second = operator.get("/api/v1/sagas?businessKeyPrefix=search-&limit=3&after=" + first.text("next"));

        assertThat(first.json().path("sagas").size()).isEqualTo(3);
        assertThat(second.json().path("sagas").size()).isEqualTo(2);
        assertThat(second.json().has("next")).isFalse();
        assertProblem(operator.get("/api/v1/sagas?after=MDphYmM"), 400, "QRT-6066");
        assertThat(operator.get("/api/v1/sagas?attribute=customer%3Dc-1&limit=1")
                        .json()
                        .path("sagas")
                        .size())
                .isEqualTo(1);
    }

    @Test
    void anActionIsCarriedOutOnceAndAnsweredTruthfully() {
        String saga = stuck("lost-1");
        String tag = operator.get(saga).header("ETag").orElseThrow();
        String request = id();
        String decide = action(
                "confirm-succeeded", "transfer", "\"evidence\":\"statement line 12\",\"result\":{\"key\":\"k\"}");

        assertProblem(operator.post(saga + "/actions", decide, "Idempotency-Key", request), 428, "QRT-6069");
        Answer done = operator.post(saga + "/actions", decide, "Idempotency-Key", request, "If-Match", tag);
        assertThat(done.status()).as(done.body()).isEqualTo(200);
        assertThat(done.text("effect")).isEqualTo("EFFECT_CONFIRMED");
        Answer again = operator.post(saga + "/actions", decide, "Idempotency-Key", request, "If-Match", tag);
        assertThat(again.status()).as(again.body()).isEqualTo(200);
        assertThat(again.json().path("repeated").asBoolean()).isTrue();
        assertThat(operator.get(saga + "/actions/" + request).text("effect")).isEqualTo("EFFECT_CONFIRMED");

        Answer stale = operator.post(
                saga + "/actions",
                action("confirm-never-ran", "transfer", "\"evidence\":\"phone\""),
                "Idempotency-Key",
                id(),
                "If-Match",
                tag);
        assertProblem(stale, 409, "QRT-6079");
        assertThat(stale.header("ETag")).isPresent().isNotEqualTo(java.util.Optional.of(tag));
        assertThat(stale.json().path("revision").asLong()).isPositive();
        assertThat(operator.get("/api/v1/audit?saga=default:payment:lost-1").body())
                .contains("confirm-succeeded")
                .contains("REFUSED");
    }

    @Test
    void aWordForACallIsNoEvidenceOfWhatBecameOfIt() {
        String saga = stuck("lost-word");
        String tag = operator.get(saga).header("ETag").orElseThrow();

        Answer forged = operator.post(
                saga + "/actions",
                action("signal", "transfer", "\"result\":{\"key\":\"k\"}"),
                "Idempotency-Key",
                id(),
                "If-Match",
                tag);

        assertThat(forged.status()).as(forged.body()).isBetween(400, 499);
        assertThat(forged.body()).contains("QRT-3215");
        assertThat(operator.get(saga).text("status")).isNotEqualTo("COMPLETED");
    }

    @Test
    void aRequestIdMeansOneRequest() {
        String saga = stuck("lost-2");
        String tag = operator.get(saga).header("ETag").orElseThrow();
        String request = id();
        operator.post(
                saga + "/actions", action("pause", null, "\"code\":null"), "Idempotency-Key", request, "If-Match", tag);

        Answer other = operator.post(
                saga + "/actions",
                action("abandon", null, "\"code\":null"),
                "Idempotency-Key",
                request,
                "If-Match",
                tag);
        assertThat(other.status()).as(other.body()).isEqualTo(422);
    }

    @Test
    void casesAreClaimedByOneAndTalkedAbout() {
        String saga = stuck("lost-3");
        String review = saga.replace("/sagas/", "/reviews/") + "/transfer";

        Answer claimed = operator.post(review + "/claim", "", "Idempotency-Key", id());
        assertThat(claimed.status()).as(claimed.body()).isEqualTo(200);
        assertProblem(node.as("root").post(review + "/claim", "", "Idempotency-Key", id()), 409, "QRT-6077");
        assertThat(operator.get("/api/v1/reviews?definition=payment").body()).contains("\"operator\":\"maria\"");
        Answer said = operator.post(review + "/comments", "{\"text\":\"called the bank\"}", "Idempotency-Key", id());
        assertThat(said.body()).contains("called the bank");
        assertThat(operator.post(review + "/release", "{}", "Idempotency-Key", id())
                        .status())
                .isEqualTo(204);
    }

    @Test
    void aBulkJobIsFrozenLookedThroughAndCarriedOut() {
        stuck("lost-bulk-1");
        stuck("lost-bulk-2");
        String key = id();
        String wanted =
                "{\"selection\":{\"definition\":\"payment\",\"businessKeyPrefix\":\"lost-bulk-\"},\"action\":\"pause\",\"reason\":\"outage\"}";
        Answer frozen = operator.post("/api/v1/bulk-jobs", wanted, "Idempotency-Key", key);
        assertThat(frozen.status()).as(frozen.body()).isEqualTo(201);
        assertThat(frozen.json().path("items").asInt()).isEqualTo(2);
        String job = "/api/v1/bulk-jobs/" + key;
        assertThat(operator.get(job + "/dry-run").json().path("items").size()).isEqualTo(2);
        Answer running = operator.post(job + "/start", "{\"reason\":\"go\"}", "Idempotency-Key", id());
        assertThat(running.status()).as(running.body()).isEqualTo(200);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> operator.get(job).text("state").equals("DONE"));
        assertThat(operator.get(job + "/items").body()).contains("APPLIED");
    }

    @Test
    void theRestAnswers() {
        assertThat(operator.get("/api/v1/overview").status()).isEqualTo(200);
        assertThat(operator.get("/api/v1/nodes").status()).isEqualTo(200);
        assertThat(operator.get("/api/v1/definitions/payment/1")
                        .json()
                        .path("edges")
                        .size())
                .isEqualTo(1);
        assertThat(operator.get("/api/v1/approvals").status()).isEqualTo(200);
        assertThat(node.as("root")
                        .get("/api/v1/audit/verify")
                        .json()
                        .path("intact")
                        .asBoolean())
                .isTrue();
    }

    private static String id() {
        return UUID.randomUUID().toString();
    }

    private static Answer start(String key, String body) {
        return operator.post("/api/v1/sagas", body, "Idempotency-Key", key);
    }

    private static String started(String number) {
        Answer answer = start(id(), payment(number, "10.00"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return "/api/v1/sagas/" + answer.text("id");
    }

    private static String stuck(String number) {
        String saga = started(number);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> operator.get(saga).text("status").equals("IN_REVIEW"));
        return saga;
    }

    private static String payment(String number, String amount) {
        return "{\"definition\":\"payment\",\"input\":{\"number\":\"" + number + "\",\"amount\":" + amount
                + ",\"iban\":\"DE89370400440532013000\"}}";
    }

    private static String action(String action, @org.jspecify.annotations.Nullable String operation, String more) {
        return "{\"action\":\"" + action + "\"," + (operation == null ? "" : "\"operation\":\"" + operation + "\",")
                + "\"reason\":\"checked\"," + more + "}";
    }

    private static void assertProblem(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.text("code")).as(answer.body()).isEqualTo(code);
        assertThat(answer.text("detail")).startsWith(code + " ");
    }
}
