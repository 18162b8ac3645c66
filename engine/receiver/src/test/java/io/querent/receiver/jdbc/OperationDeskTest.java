package io.querent.receiver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.receiver.Body;
import io.querent.receiver.Crowd;
import io.querent.receiver.Debit;
import io.querent.receiver.Execution;
import io.querent.receiver.GuardCounters;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationDecision;
import io.querent.receiver.OperationDecision.Outcome;
import io.querent.receiver.OperationDecision.Verdict;
import io.querent.receiver.OperationStatus;
import io.querent.receiver.ReceiverDatabase;
import io.querent.receiver.ReceiverException;
import io.querent.receiver.ReceiverServer;
import io.querent.receiver.Resolver;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people decide about operations. */
class OperationDeskTest {
    private static final Body SETTLED = Body.json("{\"bankReference\":\"B1\"}");

    private final ReceiverDatabase database = ReceiverServer.newDatabase();
    private final Transactions transactions = new JdbcTransactions(database.dataSource());
    private final GuardSettings settings = GuardSettings.defaults();
    private final GuardCounters counters = new GuardCounters();
    private final JdbcOperationGuard guard = new JdbcOperationGuard(transactions, settings, counters, null);
    private final OperationDesk desk = new OperationDesk(transactions, settings, counters, null);

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void refusedOperationRunsAgainByAnAuditedDecisionOnly() throws Exception {
        guard.execute(Debit.request("k", 5000), Debit.of(5000));
        database.execute("UPDATE account SET balance = 9000");
        assertThat(guard.execute(Debit.request("k", 5000), Debit.of(5000))).isInstanceOf(Execution.Replayed.class);

        assertThat(desk.decide(decision("r1", 1, new Verdict.RunAgain()))).isEqualTo(Outcome.DONE);
        assertThat(guard.execute(Debit.request("k", 5000), Debit.of(5000))).isInstanceOf(Execution.Applied.class);
        assertThat(guard.execute(Debit.request("k", 5000), Debit.of(5000)))
                .isEqualTo(new Execution.Replayed(OperationAnswer.succeeded(Body.json("{\"debited\":5000}"))));
        assertThat(desk.decisions("shop", "k")).singleElement().satisfies(entry -> {
            assertThat(entry.operator()).isEqualTo("ops@example.org");
            assertThat(entry.reason()).isEqualTo("funds have come in");
            assertThat(entry.before()).isEqualTo(OperationStatus.FAILED);
            assertThat(entry.after()).isEqualTo(OperationStatus.RETRYABLE_FAILED);
        });
    }

    @Test
    void operationThatRunsAgainMayBeRefusedAgain() throws Exception {
        Execution first = guard.execute(Debit.request("k", 5000), Debit.of(5000));
        desk.decide(decision("r1", 1, new Verdict.RunAgain()));
        assertThat(guard.execute(Debit.request("k", 5000), Debit.of(5000))).isEqualTo(first);
        assertThat(guard.find("shop", "k").orElseThrow().status()).isEqualTo(OperationStatus.FAILED);
        assertThat(database.count("SELECT count(*) FROM ledger")).isZero();
    }

    @Test
    void unknownOneIsSettledAndEveryRepeatIsToldSo() throws Exception {
        long token = makeUnknown();
        assertThat(desk.decide(decision("r1", token, new Verdict.TookEffect(SETTLED))))
                .isEqualTo(Outcome.DONE);
        assertThat(guard.execute(Debit.request("k", 100), Debit.of(100)))
                .isEqualTo(new Execution.Replayed(OperationAnswer.succeeded(SETTLED)));
        assertThat(database.count("SELECT balance FROM account")).isEqualTo(1000);
    }

    @Test
    void unknownOneIsRefusedForGood() throws Exception {
        long token = makeUnknown();
        assertThat(desk.decide(decision("r1", token, new Verdict.Refuse("CANCELLED", SETTLED))))
                .isEqualTo(Outcome.DONE);
        assertThat(guard.execute(Debit.request("k", 100), Debit.of(100)))
                .isEqualTo(new Execution.Replayed(OperationAnswer.refused("CANCELLED", SETTLED)));
    }

    @Test
    void unknownOneIsReleasedToRunAgain() throws Exception {
        long token = makeUnknown();
        assertThat(desk.decide(decision("r1", token, new Verdict.RunAgain()))).isEqualTo(Outcome.DONE);
        assertThat(guard.execute(Debit.request("k", 100), Debit.of(100))).isInstanceOf(Execution.Applied.class);
    }

    @Test
    void sameDecisionAgainIsDoneOnceAndAnotherUnderItsIdIsRefused() {
        long token = makeUnknown();
        desk.decide(decision("r1", token, new Verdict.TookEffect(SETTLED)));
        assertThat(desk.decide(decision("r1", token, new Verdict.TookEffect(SETTLED))))
                .isEqualTo(Outcome.DONE_BEFORE);
        assertThat(desk.decide(decision("r1", token, new Verdict.RunAgain()))).isEqualTo(Outcome.REQUEST_ID_REUSED);
        assertThat(desk.decisions("shop", "k")).hasSize(1);
    }

    @Test
    void sameDecisionSentByManyAtOnceIsDoneOnceAndDoneBeforeForTheOthers() throws Exception {
        for (int i = 0; i < 10; i++) {
            String key = "k" + i;
            guard.execute(Debit.request(key, 5000), Debit.of(5000));
            OperationDecision decision =
                    new OperationDecision("shop", key, "r1", "ops", "funds have come in", 1, new Verdict.RunAgain());
            assertThat(Crowd.of(4, () -> desk.decide(decision)))
                    .containsExactlyInAnyOrder(
                            Outcome.DONE, Outcome.DONE_BEFORE, Outcome.DONE_BEFORE, Outcome.DONE_BEFORE);
        }
    }

    @Test
    void decisionOnWhatHasMovedSinceIsRefusedAndNotInTheAudit() {
        long token = makeUnknown();
        assertThat(desk.decide(decision("r1", token - 1, new Verdict.RunAgain())))
                .isEqualTo(Outcome.MOVED);
        assertThat(desk.decisions("shop", "k")).isEmpty();
        assertThat(desk.decide(decision("r2", token, new Verdict.RunAgain()))).isEqualTo(Outcome.DONE);
    }

    @Test
    void successIsNobodysToChange() throws Exception {
        guard.execute(Debit.request("k", 100), Debit.of(100));
        assertThat(desk.decide(decision("r1", 1, new Verdict.RunAgain()))).isEqualTo(Outcome.ILLEGAL);
        assertThat(desk.decide(decision("r2", 1, new Verdict.TookEffect(SETTLED))))
                .isEqualTo(Outcome.ILLEGAL);
        assertThat(counters.counts().illegalTransitions()).isEqualTo(2);
        assertThat(desk.decisions("shop", "k")).isEmpty();
        assertThat(guard.execute(Debit.request("k", 100), Debit.of(100)))
                .isEqualTo(new Execution.Replayed(OperationAnswer.succeeded(Body.json("{\"debited\":100}"))));
    }

    @Test
    void decisionNeedsAReasonAndAnOperation() {
        assertThat(desk.decide(decision("r1", 1, new Verdict.RunAgain()))).isEqualTo(Outcome.NOT_FOUND);
        assertThatThrownBy(() -> new OperationDecision("shop", "k", "r1", "ops", " ", 1, new Verdict.RunAgain()))
                .isInstanceOf(ReceiverException.class)
                .hasMessageStartingWith("QRT-9008");
    }

    private static OperationDecision decision(String requestId, long seenToken, Verdict verdict) {
        return new OperationDecision(
                "shop", "k", requestId, "ops@example.org", "funds have come in", seenToken, verdict);
    }

    /** @return its token */
    private long makeUnknown() {
        try (JdbcLongOperationGuard longGuard = new JdbcLongOperationGuard(transactions, settings, counters, null)) {
            longGuard.execute(
                    Debit.request("k", 100),
                    lease -> {
                        throw new IOException("reset");
                    },
                    Resolver.ofPeople());
        }
        return guard.find("shop", "k").orElseThrow().token();
    }
}
