package io.querent.admin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.admin.testing.AdminNode;
import io.querent.admin.testing.Caller;
import io.querent.admin.testing.Caller.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sagas are found by all that is known of them: some that ran through, and one that waits for a person. */
class SearchApiTest {
    private static AdminNode node;
    private static Caller operator;
    private static String stuck;

    @BeforeAll
    static void start() throws IOException {
        node = AdminNode.start(List.of()).account("maria", "operator").account("vera", "viewer:refund");
        operator = node.as("maria");
        stuck = started("lost-1");
        String done = started("done-1");
        started("done-11");
        await().atMost(Duration.ofSeconds(30)).until(() -> status(stuck).equals("IN_REVIEW"));
        await().atMost(Duration.ofSeconds(30)).until(() -> status(done).equals("COMPLETED"));
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @ParameterizedTest
    @CsvSource({
        "step=transfer",
        "operationStatus=IN_REVIEW",
        "operationStatus=in_review",
        "longerThan=PT0S",
        "step=transfer&operationStatus=IN_REVIEW&longerThan=PT0S",
        "step=transfer&definition=payment&status=IN_REVIEW",
        "businessKey=lost-1&step=transfer"
    })
    void aSagaInTroubleIsFoundByWhatIsWrong(String query) {
        assertThat(keys(query)).containsExactly("default:payment:lost-1");
    }

    @ParameterizedTest
    @CsvSource({
        "step=reserve",
        "step=reserve&operationStatus=IN_REVIEW",
        "operationStatus=UNKNOWN",
        "longerThan=PT10H",
        "errorCode=another",
        "businessKey=done-1&step=transfer",
        "definition=refund&step=transfer"
    })
    void allOfItHasToBeTrueOfOneOperation(String query) {
        assertThat(keys(query)).isEmpty();
    }

    @Test
    void theErrorCodeIsWhatTheTroubleBeginsWith() {
        String code = node.as("maria")
                .get("/api/v1/reviews")
                .json()
                .path("cases")
                .path(0)
                .path("reason")
                .asString();
        assertThat(code).isNotEmpty();
        assertThat(keys("errorCode=" + code)).containsExactly("default:payment:lost-1");
    }

    @Test
    void aWholeKeyFindsOneAndItsBeginningAll() {
        assertThat(keys("businessKey=done-1")).containsExactly("default:payment:done-1");
        assertThat(keys("businessKeyPrefix=done-1")).hasSize(2);
        assertThat(keys("businessKey=done")).isEmpty();
    }

    @Test
    void nobodyFindsByTroubleWhatTheyMayNotSee() {
        Answer found = node.as("vera").get("/api/v1/sagas?step=transfer");
        assertThat(found.status()).isEqualTo(200);
        assertThat(found.json().path("sagas")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "operationStatus=HAPPY,operationStatus",
        "longerThan=ten minutes,longerThan",
        "longerThan=-PT1S,longerThan",
        "longerThan=P999999999D,longerThan",
        "operation=no key,operation",
        "operation=payment,operation",
        "attribute=customer,attribute",
        "step=%00,step"
    })
    void aTermThatCannotBeReadIsNamed(String query, String member) {
        Answer refused = operator.get("/api/v1/sagas?" + query.replace(" ", "%20"));
        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        assertThat(refused.text("code")).isEqualTo("QRT-6066");
        assertThat(refused.text("member")).isEqualTo(member);
    }

    @Test
    void aBulkJobTakesTheSameTerms() {
        Answer frozen =
                bulk("{\"definition\":\"payment\",\"step\":\"transfer\",\"longerThan\":\"PT0S\"}", "search-bulk");
        assertThat(frozen.status()).as(frozen.body()).isEqualTo(201);
        assertThat(frozen.json().path("items").asInt()).isEqualTo(1);
        Answer read = operator.get("/api/v1/bulk-jobs/search-bulk/items");
        assertThat(read.body()).contains("lost-1").doesNotContain("done-1");

        Answer refused = bulk("{\"longerThan\":\"soon\"}", "search-refused");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text("member")).isEqualTo("selection.longerThan");
    }

    private static Answer bulk(String selection, String id) {
        return operator.post(
                "/api/v1/bulk-jobs",
                "{\"selection\":" + selection + ",\"action\":\"wake\",\"reason\":\"looking\"}",
                "Idempotency-Key",
                id);
    }

    private static List<String> keys(String query) {
        Answer found = operator.get("/api/v1/sagas?" + query);
        assertThat(found.status()).as(found.body()).isEqualTo(200);
        return StreamSupport.stream(found.json().path("sagas").spliterator(), false)
                .map(each -> each.path("key").asString(""))
                .toList();
    }

    private static String status(String saga) {
        return operator.get("/api/v1/sagas/" + saga).text("status");
    }

    private static String started(String number) {
        Answer started = operator.post(
                "/api/v1/sagas",
                "{\"definition\":\"payment\",\"input\":{\"number\":\"" + number + "\",\"amount\":1,\"iban\":\"x\"}}",
                "Idempotency-Key",
                number);
        assertThat(started.status()).as(started.body()).isEqualTo(201);
        return started.text("id");
    }
}
