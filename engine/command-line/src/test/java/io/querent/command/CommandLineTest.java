package io.querent.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.command.Desk.Order;
import io.querent.command.Desk.Result;
import io.querent.decision.SagaStatus;
import io.querent.postgres.PostgresEngine;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.codec.AesGcmProtection;
import io.querent.runtime.codec.KeyRing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command line on a real server, with real nodes that carry its decisions out. */
class CommandLineTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static Desk desk;

    @BeforeAll
    static void open() throws Exception {
        desk = new Desk();
    }

    @AfterAll
    static void close() throws Exception {
        desk.close();
    }

    @Test
    void aCaseIsFoundReadAndDecided(@TempDir Path folder) throws Exception {
        Path result = Files.writeString(folder.resolve("result.json"), "{\"reference\":\"1\"}");
        try (PostgresEngine node = desk.openEngine()) {
            SagaHandle saga = inReview(node, "1");
            JsonNode waiting = caseOf("default:pay:1:charge");
            assertThat(waiting.get("reason").asString()).isEqualTo("MISMATCH");
            assertThat(desk.run("reviews").out()).contains("default:pay:1:charge", "MISMATCH");
            assertThat(desk.run("show", "default:pay:1").out()).contains("IN_REVIEW", "revision", "attempt 1");

            String[] decide = {
                "decide",
                "confirm-succeeded",
                "default:pay:1",
                "--operation",
                "charge",
                "--operator",
                "alice",
                "--reason",
                "the bank's statement shows it",
                "--evidence",
                "statement 17",
                "--id",
                "d-1",
                "--result",
                result.toString(),
                "--revision",
                waiting.get("revision").asString()
            };
            Result decided = desk.run(decide);
            Result again = desk.run(decide);

            assertThat(decided.exit()).isZero();
            assertThat(decided.out()).startsWith("EFFECT_CONFIRMED: charge is SUCCEEDED");
            assertThat(again.exit()).isZero();
            assertThat(again.out()).contains("sent before");
            assertThat(saga.result().toCompletableFuture().get().status()).isEqualTo(SagaStatus.COMPLETED);
            assertThat(desk.run("reviews").out()).doesNotContain("default:pay:1:");
            JsonNode audit =
                    JSON.readTree(desk.run("audit", "default:pay:1", "--json").out());
            assertThat(audit.size()).isEqualTo(1);
            assertThat(audit.get(0).get("operator").asString()).isEqualTo("alice");
            assertThat(audit.get(0).get("evidence").asString()).isEqualTo("statement 17");
            assertThat(desk.run("audit").out()).contains("confirm-succeeded charge", "APPLIED");
            assertThat(desk.run("health").exit()).isZero();
        }
    }

    @Test
    void sagasAreFoundByWhatPeopleKnowOfThem() throws Exception {
        try (PostgresEngine node = desk.openEngine()) {
            inReview(node, "find-1");
            inReview(node, "find-2");
        }

        Result first = desk.run("search", "--number", "find-", "--status", "in_review", "--limit", "1");
        assertThat(first.out())
                .contains("default:pay:find-2", "shop=shop-find-2")
                .doesNotContain("find-1");
        String place = first.out().substring(first.out().lastIndexOf(' ')).strip();
        assertThat(desk.run("search", "--number", "find-", "--after", place).out())
                .contains("default:pay:find-1")
                .doesNotContain("find-2", "--after");
        JsonNode found = JSON.readTree(
                desk.run("search", "--attribute", "shop=shop-find-1", "--json").out());
        assertThat(found.get("sagas").get(0).get("saga").asString()).isEqualTo("default:pay:find-1");
        assertThat(found.get("sagas").get(0).get("attributes").get("shop").asString())
                .isEqualTo("shop-find-1");
        assertThat(desk.run("search", "--operation", "default:pay:find-1:charge")
                        .out())
                .contains("default:pay:find-1");
        assertThat(desk.run("search", "--tenant", "nobody").out()).contains("No saga fits.");
        assertThat(desk.run("search", "--from", "yesterday").exit()).isEqualTo(ExitCodes.BAD_USAGE);
        assertThat(desk.run("search", "--after", "nowhere").err()).contains("QRT-3352");
    }

    @Test
    void aSagaIsPausedResumedAndCancelled() throws Exception {
        try (PostgresEngine node = desk.openEngine()) {
            inReview(node, "course");
            String revision = "--revision=0";

            assertThat(desk.run("decide", "pause", "default:pay:course", "--reason=trouble", revision)
                            .out())
                    .startsWith("RECORDED");
            assertThat(desk.run("reviews").out()).contains("default:pay:course:.saga", "PAUSED", "trouble");
            assertThat(desk.run("decide", "resume", "default:pay:course", "--reason=over", revision)
                            .out())
                    .startsWith("RECORDED");
            assertThat(desk.run("decide", "cancel", "default:pay:course", "--reason=customer left", revision)
                            .out())
                    .startsWith("STILL_UNKNOWN");
            assertThat(desk.run("show", "default:pay:course").out()).contains("cancelled by");
        }
    }

    @Test
    void versionsOfDefinitionsAreShown() throws Exception {
        try (PostgresEngine node = desk.openEngine()) {
            inReview(node, "versions");

            assertThat(desk.run("definitions").out()).contains("pay", "UNDER WAY");
            JsonNode all = JSON.readTree(desk.run("definitions", "--json").out());
            assertThat(all.get(0).get("definition").asString()).isEqualTo("pay");
            assertThat(all.get(0).get("underWay").asLong()).isPositive();
        }
    }

    @Test
    void aDecisionOnWhatHasMovedIsRefusedAndAudited() throws Exception {
        try (PostgresEngine node = desk.openEngine()) {
            inReview(node, "2");
            Result refused = desk.run(
                    "decide",
                    "ask-again",
                    "default:pay:2",
                    "--operation=charge",
                    "--reason=try\n\u001b[31mred",
                    "--revision=1",
                    "--json");

            assertThat(refused.exit()).isEqualTo(ExitCodes.REFUSED);
            JsonNode receipt = JSON.readTree(refused.out());
            assertThat(receipt.get("effect").asString()).isEqualTo("STALE");
            assertThat(receipt.get("sentence").asString()).contains("has moved", "revision=1");
            assertThat(desk.run("audit", "default:pay:2").out())
                    .contains("REFUSED")
                    .doesNotContain("\u001b")
                    .hasLineCount(2);
        }
    }

    @Test
    void aDecisionWaitsWhileNoNodeRunsAndIsCarriedOutLater() throws Exception {
        String revision;
        try (PostgresEngine node = desk.openEngine()) {
            inReview(node, "3");
            revision = JSON.readTree(desk.run("show", "default:pay:3", "--json").out())
                    .get("revision")
                    .asString();
        }
        Result stored = desk.run(
                "decide", "abandon", "default:pay:3", "--reason=written off", "--revision=" + revision, "--wait=0");
        assertThat(stored.exit()).isEqualTo(ExitCodes.WAITING);
        assertThat(desk.run("health", "--json").out()).contains("\"lettersWaiting\" : 1");

        try (PostgresEngine node = desk.openEngine()) {
            SagaHandle saga =
                    node.engine().find(io.querent.saga.SagaKey.of("pay", "3")).orElseThrow();
            await().until(() -> saga.status() == SagaStatus.ABANDONED);
        }
    }

    @Test
    void whatPeopleAndProvidersSaidIsMaskedUnlessItIsToBeShown() throws Exception {
        try (PostgresEngine node = desk.openEngine()) {
            inReview(node, "masked-12345678");
            Result refused = desk.run(
                    "decide",
                    "confirm-never-ran",
                    "default:pay:masked-12345678",
                    "--operation=charge",
                    "--reason=says john@example.org",
                    "--evidence={\"amount\":1,\"iban\":\"DE89370400440532013000\"}",
                    "--revision=1");
            assertThat(refused.exit()).isEqualTo(ExitCodes.REFUSED);

            String audit =
                    desk.run("audit", "default:pay:masked-12345678", "--json").out();
            assertThat(audit).contains("default:pay:masked-12345678").doesNotContain("john", "DE89", "3000");
            assertThat(desk.run("audit", "default:pay:masked-12345678").out()).doesNotContain("john");
            assertThat(desk.run("audit", "default:pay:masked-12345678", "--json", "--show=iban:last4")
                            .out())
                    .contains("•••3000")
                    .doesNotContain("DE89");
        }
    }

    @Test
    void protectedSagasAreShownWithTheKeysAndNotWithoutThem(@TempDir Path folder) throws Exception {
        Path keys = Files.writeString(folder.resolve("keys"), "current=k1\nkeys.k1=" + "A".repeat(43) + "=\n");
        try (PostgresEngine node = desk.openEngine(new AesGcmProtection(KeyRing.load(keys)))) {
            inReview(node, "protected");
        }

        assertThat(desk.run("show", "default:pay:protected").err()).contains("QRT-6040", "found=k1");
        assertThat(desk.run("show", "default:pay:protected", "--keys-file=" + keys)
                        .out())
                .contains("IN_REVIEW", "reset");
        assertThat(desk.run("show", "default:pay:protected", "--keys-file=" + folder.resolve("none"))
                        .exit())
                .isEqualTo(ExitCodes.BAD_USAGE);
    }

    @Test
    void anEmptyQueueIsSaidSo() {
        assertThat(desk.run("reviews", "--tenant=nobody").out()).contains("Nothing waits");
        assertThat(desk.run("health").out()).contains("must be 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "show nothing|three parts",
                "show default:pay:none|There is no saga",
                "decide fly default:pay:1 --reason=x --revision=1|no decision of that name",
                "decide ask-again default:pay:1 --reason=x --revision=1|needs --operation",
                "decide move default:pay:1 --reason=x --revision=1|needs --to",
                "decide redrive default:pay:1 --reason=x --revision=1|needs --operation",
                "decide compensate-step default:pay:1 --reason=x --revision=1|needs --operation",
                "decide compensate-part default:pay:1 --operation=charge --reason=x --revision=1|needs --amount",
                "decide compensate-part default:pay:1 --operation=charge --amount=6 --reason=x --revision=1|needs --currency",
                "decide compensate-part default:pay:1 --operation=charge --amount=6 --currency=eu --reason=x --revision=1|no amount",
                "decide compensate default:pay:1 --reason=x|--revision is missing",
                "decide compensate default:pay:none --reason=x --revision=1|There is no saga",
                "decide confirm-failed default:pay:1 --operation=charge --reason=x --revision=1 --evidence=y|needs --code",
                "decide compensate default:pay:1 --revision=1|--reason",
                "reviews --limit=0|out of range",
                "search --longer-than=soon|no span of time",
                "operations default:pay:none:charge|QRT-6052",
                "reviews claim default:pay:none:charge|QRT-6051",
                "approve none|QRT-6022",
                "bulk show none|QRT-6053",
                "bulk create confirm-failed --reason=x|not for many",
                "bulk create redrive --reason=x|needs --on",
                "bulk create pause --reason=x --tenant=nobody|QRT-6025",
                "accounts reset nobody|QRT-6056",
                "accounts change nobody|say what is to change",
                "decide signal default:pay:1 --operation=charge --reason=x --revision=1|needs --word",
                "reviews --limit=many|Invalid value",
                "fly|Unmatched argument"
            })
    void badInputIsSaidPlainlyAndChangesNothing(String line, String complaint) {
        Result result = desk.run(line.split(" "));

        assertThat(result.exit()).isIn(ExitCodes.BAD_USAGE, ExitCodes.REFUSED);
        assertThat(result.err()).contains(complaint).doesNotContain("\tat ");
    }

    @Test
    void aResultThatIsNoJsonIsSaidBeforeAnythingIsSent(@TempDir Path folder) throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.json"), "{\"reference\": }");

        Result result = desk.run(
                "decide",
                "confirm-succeeded",
                "default:pay:1",
                "--operation=charge",
                "--reason=x",
                "--revision=1",
                "--evidence=y",
                "--result=" + broken);

        assertThat(result.exit()).isEqualTo(ExitCodes.BAD_USAGE);
        assertThat(result.err()).contains("holds no JSON", "line=1").hasLineCount(1);
    }

    @Test
    void aRefusedLoginIsNotToBeTriedAgain() {
        Result result = Desk.run(
                QuerentCommand.on(new ConnectionOptions()),
                "health",
                "--url=" + desk.url().replace("/postgres?", "/no_such_database?"));

        assertThat(result.exit()).isEqualTo(ExitCodes.UNAVAILABLE);
        assertThat(result.err())
                .contains("QRT-6058", "no_such_database")
                .doesNotContain("try again")
                .hasLineCount(1);
    }

    @Test
    void aDatabaseThatIsAwayIsSaidInOneLine() {
        Result result =
                Desk.run(QuerentCommand.on(new ConnectionOptions()), "health", "--url=jdbc:postgresql://127.0.0.1:1/x");

        assertThat(result.exit()).isEqualTo(ExitCodes.UNAVAILABLE);
        assertThat(result.err()).contains("QRT-3001").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "overview",
                "reviews",
                "reviews claim",
                "search",
                "show",
                "operations",
                "export",
                "nodes",
                "preview",
                "decide",
                "approvals",
                "approve",
                "decline",
                "bulk",
                "bulk create",
                "bulk start",
                "bulk cancel",
                "audit",
                "audit verify",
                "accounts",
                "accounts create",
                "hold",
                "release-hold",
                "holds",
                "retention",
                "archive",
                "archive verify",
                "archive show",
                "health"
            })
    void everyCommandHasHelp(String command) {
        String[] arguments = (command + " --help").strip().split(" ");

        Result result = Desk.run(QuerentCommand.on(new ConnectionOptions()), arguments);

        assertThat(result.exit()).isZero();
        assertThat(result.out().toLowerCase(Locale.ROOT)).contains("usage: querent " + command);
    }

    private static JsonNode caseOf(String key) {
        for (JsonNode each : JSON.readTree(desk.run("reviews", "--json").out())) {
            if (each.get("key").asString().equals(key)) {
                return each;
            }
        }
        throw new AssertionError("no case of " + key);
    }

    private static SagaHandle inReview(PostgresEngine node, String number) {
        SagaHandle saga = node.engine().start(Desk.PAY, new Order(number));
        await().until(() -> saga.status() == SagaStatus.IN_REVIEW);
        return saga;
    }
}
