package io.querent.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.command.Desk.Result;
import io.querent.postgres.PostgresEngine;
import io.querent.runtime.admin.Nodes;
import io.querent.runtime.call.DownstreamView;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What people on call do around a case, on a real server. */
class CaseCommandsTest {
    private static Desk desk;

    @BeforeAll
    static void open() throws Exception {
        desk = new Desk();
        try (PostgresEngine node = desk.openEngine()) {
            desk.inReview(node, "case-1");
            desk.inReview(node, "case-2");
        }
    }

    @AfterAll
    static void close() throws Exception {
        desk.close();
    }

    @Test
    void aCaseIsClaimedByOneAtATimeAndGivenBack() {
        String key = "default:pay:case-1:charge";

        assertThat(desk.run("reviews", "claim", key, "--operator=alice").out()).startsWith("It is yours");
        Result late = desk.run("reviews", "claim", key, "--operator=bob");
        assertThat(late.exit()).isEqualTo(ExitCodes.REFUSED);
        assertThat(late.out()).contains("alice's since");
        assertThat(desk.run("reviews").out()).contains("CLAIMED BY", "alice");
        assertThat(desk.run("reviews", "release", key, "--operator=bob").out()).startsWith("Nobody has it");
        assertThat(desk.run("reviews", "claim", key, "--operator=bob", "--json").out())
                .contains("\"yours\" : true");
    }

    @Test
    void theSameCommentAgainIsNoSecondOne() {
        String[] comment = {"reviews", "comment", "default:pay:case-2:charge", "the bank looks into it", "--id=c-1"};

        assertThat(desk.run(comment).exit()).isZero();
        assertThat(desk.run(comment).exit()).isZero();

        JsonNode audit = Desk.json(desk.run("audit", "default:pay:case-2", "--json"));
        assertThat(audit.size()).isEqualTo(1);
        assertThat(audit.get(0).get("reason").asString()).isEqualTo("the bank looks into it");
    }

    @Test
    void anOperationIsLookedUpByTheKeyThatTheDownstreamHas() {
        Result found = desk.run("operations", "default:pay:case-1:charge");

        assertThat(found.out()).contains("IN_REVIEW", "of default:pay:case-1", "attempt 1", "reset");
        JsonNode json = Desk.json(desk.run("operations", "default:pay:case-1:charge", "--json"));
        assertThat(json.get("saga").asString()).isEqualTo("default:pay:case-1");
        assertThat(json.get("attempts").size()).isEqualTo(1);
        assertThat(desk.run("operations", "default:pay:case-1:ship").err()).contains("QRT-6052");
    }

    @Test
    void sagasAreFoundByWhatIsWrongWithTheirOperations() {
        assertThat(desk.run("search", "--step=charge", "--operation-status=in_review", "--longer-than=0s")
                        .out())
                .contains("default:pay:case-1", "default:pay:case-2");
        assertThat(desk.run("search", "--step=charge", "--longer-than=2d").out())
                .contains("No saga fits");
        assertThat(desk.run("search", "--error-code=NO_SUCH").out()).contains("No saga fits");
    }

    @Test
    void theOverviewCountsWhatWaitsAndShowsWhatIsStuck() {
        assertThat(desk.run("overview").out())
                .contains("sagas IN_REVIEW", "cases that wait for a person", "default:pay:case-1:charge");
        JsonNode json = Desk.json(desk.run("overview", "--json", "--stuck=1"));
        assertThat(json.get("reviewsOpen").asLong()).isEqualTo(2);
        assertThat(json.get("stuck").size()).isEqualTo(1);
    }

    @Test
    void nodesAreShownWithTheirDownstreams() {
        DownstreamView bank = new DownstreamView(3, 4, 1, 0, 32, 2, 0, false);
        desk.admin().nodes().report(new Nodes.Report("node-1", 7, List.of("pay/1"), Map.of("bank", bank)));

        assertThat(desk.run("nodes").out()).contains("node-1", "HEARD", "pay/1", "bank", "OPEN");
        JsonNode node = Desk.json(desk.run("nodes", "--json")).get(0);
        assertThat(node.get("silent").asBoolean()).isFalse();
        assertThat(node.get("downstreams").get(0).get("sends").asLong()).isEqualTo(4);
    }

    @Test
    void anExportIsMaskedUnlessItIsToBeShown() {
        JsonNode hidden = Desk.json(desk.run("export", "default:pay:case-1"));
        assertThat(hidden.get("payloads").get(0).get("key").asString()).isEqualTo("default:pay:case-1:charge");
        assertThat(hidden.get("input").get("number").asString()).isNotEqualTo("case-1");
        assertThat(hidden.get("history").get("operations").size()).isEqualTo(1);

        JsonNode shown = Desk.json(desk.run("export", "default:pay:case-1", "--show=number"));
        assertThat(shown.get("input").get("number").asString()).isEqualTo("case-1");
    }
}
