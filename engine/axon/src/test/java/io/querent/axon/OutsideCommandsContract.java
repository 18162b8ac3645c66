package io.querent.axon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.querent.decision.Authority;
import io.querent.decision.Decision;
import io.querent.decision.Decision.Refusal;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.postgres.PostgresEventLog;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.work.Definitions;
import io.querent.runtime.work.OutsideCommands;
import io.querent.saga.Outcome;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What holds for commands from outside, whichever way they go. */
abstract class OutsideCommandsContract {
    private static final Instant LATER = Owner.START.plusSeconds(60);

    private final DataSource database = TestDatabase.emptied();
    private final PostgresJournal journal = new PostgresJournal(database);
    private final EventLog log = new PostgresEventLog(database);
    private final Owner owner = new Owner(journal);

    abstract OutsideCommands commands(SagaJournal throughJournal, EventLog throughLog, Definitions definitions);

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void evidenceIsRecordedAndTheAnswerIsWhatIsStored() {
        SagaKey key = owner.unknown("1");

        Decision decision = commands().send(key, evidence(Payments.RESERVE, Outcome.succeeded("\"done\"")));

        StoredSaga stored = journal.find(key.id()).orElseThrow();
        assertThat(stored.events()).hasSize(4).last().isInstanceOf(SagaEvent.EvidenceRecorded.class);
        assertThat(decision).isEqualTo(new Decision.Accepted(stored.events().subList(3, 4), stored.state()));
    }

    @Test
    void evidenceOnASagaThatHasEndedIsKeptAndAContradictionOpensAReview() {
        SagaKey key = owner.complete("1");

        commands().send(key, evidence(Payments.TRANSFER, Outcome.rejected("no", "refused after all")));

        StoredSaga stored = journal.find(key.id()).orElseThrow();
        assertThat(stored.row().status()).isEqualTo(SagaStatus.COMPLETED);
        assertThat(stored.state().reviews()).containsKey(Payments.TRANSFER);
    }

    @Test
    void evidenceOfAnAttemptThatWasNeverMadeIsRefused() {
        SagaKey key = owner.start("1");

        assertRefused(
                commands().send(key, evidence(Payments.TRANSFER, Outcome.succeeded("\"x\""))),
                Refusal.NO_SUCH_OPERATION);
        assertThat(versionOf(key)).isEqualTo(1);
    }

    @Test
    void aRequestToWakeIsCarriedOutOnce() {
        SagaKey key = owner.unknown("1");

        assertThat(commands().send(key, wake("a"))).isInstanceOf(Decision.Accepted.class);
        assertRefused(commands().send(key, wake("a")), Refusal.REPEATED);
        assertThat(commands().send(key, wake("b"))).isInstanceOf(Decision.Accepted.class);
        assertThat(versionOf(key)).isEqualTo(5);
    }

    @Test
    void whatAPersonDecidesIsCarriedOutOnce() {
        SagaKey key = owner.unknown("1");
        SagaCommand decide = new SagaCommand.Decide(
                new OperatorDecision.Compensate(), new Authority("op", "why", versionOf(key), "d-1"), Instant.now());

        assertThat(commands().send(key, decide)).isInstanceOf(Decision.Accepted.class);
        assertRefused(commands().send(key, decide), Refusal.REPEATED);
        assertThat(journal.find(key.id()).orElseThrow().state().compensating()).isTrue();
    }

    @Test
    void whatADownstreamTellsIsTakenInOnce() {
        SagaKey key = owner.unknown("1");
        SagaCommand callback = new SagaCommand.RecordCallback(
                Payments.RESERVE, "m-1", "bank", new QueryAnswer.Found("\"x\""), 0.5, Instant.now());

        assertThat(commands().send(key, callback)).isInstanceOf(Decision.Accepted.class);
        long version = versionOf(key);
        commands().send(key, callback);
        assertThat(versionOf(key)).isEqualTo(version);
        assertThat(journal.find(key.id()).orElseThrow().state().statusOf(Payments.RESERVE))
                .isEqualTo(OperationStatus.SUCCEEDED);
    }

    @Test
    void aSagaThatHasEndedIsNotWoken() {
        SagaKey key = owner.complete("1");

        assertRefused(commands().send(key, wake("a")), Refusal.ENDED);
        assertThat(versionOf(key)).isEqualTo(6);
    }

    @Test
    void aSagaThatIsOwnedStaysWithItsOwner() {
        SagaKey key = owner.unknown("1");
        SagaRow before = journal.findRow(key.id()).orElseThrow();

        commands().send(key, wake("a"));

        SagaRow after = journal.findRow(key.id()).orElseThrow();
        assertThat(after.owner()).isEqualTo(Owner.NODE);
        assertThat(after.wakeAt()).isEqualTo(before.wakeAt());
    }

    @Test
    void aSagaThatNobodyOwnsIsDueWhenItIsWoken() {
        SagaKey key = owner.unknown("1");
        owner.letGo(key, Duration.ofHours(1));
        assertThat(journal.claim(claim())).isEmpty();

        commands().send(key, wake("a"));

        assertThat(journal.claim(claim()))
                .extracting(stored -> stored.row().key())
                .containsExactly(key);
    }

    @Test
    void whatHappensInBetweenIsSeen() {
        SagaKey key = owner.unknown("1");
        AtomicInteger times = new AtomicInteger();
        SagaJournal meddled = new MeddlingJournal(journal, () -> {
            if (times.incrementAndGet() == 1) {
                owner.decide(key, wake("a"));
            }
        });

        Decision decision = commands(meddled, log, Payments.DEFINITIONS).send(key, wake("b"));

        assertThat(times).hasValue(2);
        assertThat(decision).isInstanceOf(Decision.Accepted.class);
        assertThat(journal.find(key.id()).orElseThrow().state().handledRequests())
                .containsExactly("a", "b");
    }

    @Test
    void aRefusalIsDecidedOnWhatHappenedInBetween() {
        SagaKey key = owner.unknown("1");
        AtomicInteger times = new AtomicInteger();
        SagaJournal meddled = new MeddlingJournal(journal, () -> {
            times.incrementAndGet();
            owner.decide(key, wake("a"));
        });

        assertRefused(commands(meddled, log, Payments.DEFINITIONS).send(key, wake("a")), Refusal.REPEATED);
        assertThat(times).hasValue(1);
    }

    @Test
    void aSagaThatKeepsChangingIsGivenUpOn() {
        SagaKey key = owner.unknown("1");
        AtomicInteger times = new AtomicInteger();
        SagaJournal meddled =
                new MeddlingJournal(journal, () -> owner.decide(key, wake("m" + times.incrementAndGet())));

        assertThatThrownBy(() -> commands(meddled, log, Payments.DEFINITIONS).send(key, wake("a")))
                .isInstanceOf(QuerentException.class)
                .hasMessageContaining("QRT-3212");
        assertThat(times).hasValue(20);
    }

    @Test
    void aSagaThatDoesNotExistIsSaidSo() {
        assertThatThrownBy(() -> commands().send(Payments.key("none"), wake("a")))
                .isInstanceOf(OutsideCommands.UnknownSagaException.class)
                .hasMessageContaining("QRT-3210")
                .hasMessageContaining("default:payment:none");
    }

    @Test
    void aNodeWithoutTheDefinitionSaysSo() {
        SagaKey key = owner.unknown("1");

        assertThatThrownBy(
                        () -> commands(journal, log, new Definitions(List.of())).send(key, wake("a")))
                .isInstanceOf(QuerentException.class)
                .hasMessageContaining("QRT-3202");
    }

    private OutsideCommands commands() {
        return commands(journal, log, Payments.DEFINITIONS);
    }

    private long versionOf(SagaKey key) {
        return journal.findRow(key.id()).orElseThrow().version();
    }

    private static void assertRefused(Decision decision, Refusal refusal) {
        assertThat(decision)
                .isInstanceOfSatisfying(
                        Decision.Refused.class,
                        refused -> assertThat(refused.refusal()).isEqualTo(refusal));
    }

    private static SagaCommand wake(String requestId) {
        return new SagaCommand.WakeSaga("ada", "the bank is back", requestId, LATER);
    }

    private static SagaCommand evidence(String operation, Outcome<String> outcome) {
        return new SagaCommand.RecordEvidence(operation, 1, outcome, "node-0", LATER);
    }

    private static SagaJournal.Claim claim() {
        return new SagaJournal.Claim("node-2", Payments.DEFINITIONS.versions(), 10, Duration.ofMinutes(1));
    }
}
