package io.querent.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.querent.command.Desk.Result;
import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaStatus;
import io.querent.postgres.PostgresEngine;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.approval.SecondPersonRule;
import io.querent.runtime.approval.SecondPersonRules;
import io.querent.runtime.bulk.BulkWork;
import io.querent.runtime.journal.Letter;
import io.querent.saga.SagaKey;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Actions on one saga and on many, second people and previews, on a real server with real nodes. */
class ActionCommandsTest {
    private static final SecondPersonRules ABANDON_NEEDS_TWO = new SecondPersonRules(
            List.of(new SecondPersonRule("pay", Set.of("abandon"), List.of(), Duration.ofHours(1))));

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
    void aRetryThatEndsAsItBeganIsStillUnknownAndTheSameRequestSendsNothing() {
        try (PostgresEngine node = desk.openEngine()) {
            desk.inReview(node, "retry");
            int before = desk.sends();
            String[] retry = {
                "decide",
                "retry-now",
                "default:pay:retry",
                "--operation=charge",
                "--reason=try",
                "--id=r-1",
                "--json",
                desk.revision("default:pay:retry")
            };

            Result first = desk.run(retry);
            Result again = desk.run(retry);

            assertThat(first.exit()).isEqualTo(ExitCodes.WAITING);
            assertThat(Desk.json(first).get("effect").asString()).isEqualTo("STILL_UNKNOWN");
            assertThat(Desk.json(again).get("repeated").asBoolean()).isTrue();
            assertThat(Desk.json(again).get("effect").asString()).isEqualTo("STILL_UNKNOWN");
            assertThat(desk.sends()).isEqualTo(before + 1);
        }
    }

    @Test
    void whatNeverRanIsConfirmedAbsent() {
        try (PostgresEngine node = desk.openEngine()) {
            desk.inReview(node, "absent");

            Result result = desk.run(
                    "decide",
                    "confirm-never-ran",
                    "default:pay:absent",
                    "--operation=charge",
                    "--reason=asked",
                    "--evidence=ticket 1",
                    desk.revision("default:pay:absent"));

            assertThat(result.out()).startsWith("CONFIRMED_ABSENT");
            assertThat(result.exit()).isZero();
        }
    }

    @Test
    void whatARuleWantsASecondPersonForIsRefusedAndSaysWhereToAsk() {
        try (PostgresEngine node = desk.openEngine(ABANDON_NEEDS_TWO)) {
            desk.inReview(node, "two");

            Result alone = desk.run(
                    "decide", "abandon", "default:pay:two", "--reason=written off", desk.revision("default:pay:two"));

            assertThat(alone.exit()).isEqualTo(ExitCodes.REFUSED);
            assertThat(alone.out()).startsWith("REFUSED").contains("QRT-6021", "console");
        }
    }

    @Test
    void aRequestIsApprovedByASecondPersonAndNotByTheFirst() {
        try (PostgresEngine node = desk.openEngine(ABANDON_NEEDS_TWO)) {
            SagaHandle saga = desk.inReview(node, "approved");
            ask("approved", "a-1");

            assertThat(desk.run("approvals").out()).contains("a-1", "alice", "abandon", "default:pay:approved");
            assertThat(desk.run("approve", "a-1", "--operator=alice").err()).contains("QRT-6020");
            Result approved = desk.run("approve", "a-1", "--operator=bob", "--comment=seen");

            assertThat(approved.out()).startsWith("RECORDED");
            await().until(() -> saga.status() == SagaStatus.ABANDONED);
            JsonNode decided = Desk.json(desk.run("audit", "default:pay:approved", "--action=abandon", "--json"));
            assertThat(decided.get(0).get("approvedBy").asString()).isEqualTo("bob");
            assertThat(desk.run("approvals").out()).doesNotContain("a-1");
        }
    }

    @Test
    void aDeclinedRequestIsNotCarriedOut() {
        try (PostgresEngine node = desk.openEngine(ABANDON_NEEDS_TWO)) {
            SagaHandle saga = desk.inReview(node, "declined");
            ask("declined", "a-2");

            Result declined = desk.run("decline", "a-2", "--operator=bob", "--comment=not yet");

            assertThat(declined.exit()).isZero();
            assertThat(declined.out()).contains("declined by bob", "not yet");
            assertThat(desk.run("approve", "a-2", "--operator=carol").exit()).isEqualTo(ExitCodes.REFUSED);
            assertThat(saga.status()).isEqualTo(SagaStatus.IN_REVIEW);
        }
    }

    @Test
    void aPreviewSaysWhatWouldRunAndDoesNothing() {
        try (PostgresEngine node = desk.openEngine()) {
            desk.inReview(node, "preview");
            int before = desk.sends();
            String[] preview = {
                "preview",
                "retry-now",
                "default:pay:preview",
                "--operation=charge",
                desk.revision("default:pay:preview")
            };

            Result embedded = desk.runEmbedded(preview);

            assertThat(embedded.exit()).isZero();
            assertThat(embedded.out()).contains("charge", "default:pay:preview:charge", "Then the saga is COMPLETED");
            assertThat(desk.sends()).isEqualTo(before);
            assertThat(desk.runEmbedded(
                                    "preview", "retry-now", "default:pay:preview", "--operation=charge", "--revision=1")
                            .out())
                    .startsWith("It would be refused");
            Result alone = desk.run(preview);
            assertThat(alone.exit()).isEqualTo(ExitCodes.REFUSED);
            assertThat(alone.err()).contains("QRT-6057", "expected=pay/1");
        }
    }

    @Test
    void aBulkJobIsFrozenLookedAtStartedAndCarriedOut() {
        try (PostgresEngine node = desk.openEngine()) {
            desk.inReview(node, "bulk-1");
            desk.inReview(node, "bulk-2");

            Result created = desk.run(
                    "bulk", "create", "abandon", "--number=bulk-", "--reason=written off", "--id=j-1", "--rate=1000");
            assertThat(created.out()).contains("FROZEN", "abandon", "Nothing is done yet");
            assertThat(desk.run("bulk", "items", "j-1").out())
                    .contains("default:pay:bulk-1", "default:pay:bulk-2", "PLANNED");
            assertThat(desk.run("bulk", "pause", "j-1", "--reason=agreed").err())
                    .contains("QRT-6054", "expected=RUNNING");
            assertThat(desk.run("bulk", "start", "j-1", "--reason=agreed").out())
                    .contains("RUNNING");
            assertThat(desk.run("bulk", "pause", "j-1", "--reason=agreed").out())
                    .contains("PAUSED");
            assertThat(desk.run("bulk", "resume", "j-1", "--reason=agreed").out())
                    .contains("RUNNING");

            BulkWork work = new BulkWork(desk.admin().bulkJobs(), node.journal().mailbox(), "bulk", Clock.systemUTC());
            await().until(() -> {
                boolean unused = work.turn();
                return Desk.json(desk.run("bulk", "show", "j-1", "--json"))
                        .get("state")
                        .asString()
                        .equals("DONE");
            });
            assertThat(Desk.json(desk.run("bulk", "--json"))
                            .get(0)
                            .get("applied")
                            .asInt())
                    .isEqualTo(2);
            assertThat(desk.run("bulk", "cancel", "j-1", "--reason=agreed").exit())
                    .isEqualTo(ExitCodes.REFUSED);
        }
    }

    private static void ask(String number, String id) {
        Letter letter = new Letter(
                SagaKey.of("pay", number),
                id,
                new Letter.Decided(
                        new OperatorDecision.Abandon(),
                        new Authority(
                                "alice",
                                "written off",
                                Desk.json(desk.run("show", "default:pay:" + number, "--json"))
                                        .get("revision")
                                        .asLong(),
                                id)));
        desk.admin().approvals().ask(letter, "every abandon", Duration.ofHours(1));
    }
}
