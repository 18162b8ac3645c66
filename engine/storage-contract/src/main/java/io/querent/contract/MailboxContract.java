package io.querent.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.QueryAnswer;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Delivery.Answer;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Mailbox;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A letter is stored once, looked at by one node at a time, and settled once; what a person sends is audited. */
public abstract class MailboxContract {
    protected static final Set<String> RUNS = Set.of("payment");
    protected static final SagaKey SAGA = SagaKey.of("payment", "A:1");
    protected static final Settlement APPLIED = new Settlement(Answer.APPLIED, "");

    /** The storage under test; a new one for each test. */
    protected abstract Storage storage();

    private Mailbox mailbox() {
        return storage().journal().mailbox();
    }

    @Test
    void anIdThatWasUsedForAnotherLetterIsRefusedAndWhatCameFirstCounts() {
        mailbox().deliver(told(SAGA, "m-1"));
        Letter other = new Letter(SAGA, "m-1", new Letter.Told("transfer", "bank", new QueryAnswer.Found("\"y\"")));

        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(() -> mailbox().deliver(other))
                .withMessageContaining("QRT-3006")
                .withMessageContaining("m-1");

        assertThat(mailbox().find(SAGA.id(), "m-1").orElseThrow().letter()).isEqualTo(told(SAGA, "m-1"));
        SagaKey another = SagaKey.of("payment", "A:2");
        assertThat(mailbox().deliver(told(another, "m-1")).letter().saga()).isEqualTo(another);
    }

    @Test
    void aSagaForWhichTooManyWaitTakesNoMoreUntilSomeAreSettled() {
        Delivery first = mailbox().deliver(told(SAGA, "m-0"));
        for (int i = 1; i < Mailbox.MOST_WAITING; i++) {
            mailbox().deliver(told(SAGA, "n-" + i));
        }

        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(() -> mailbox().deliver(told(SAGA, "one-more")))
                .withMessageContaining("QRT-3005")
                .withMessageContaining("default:payment:A:1");
        assertThat(mailbox().deliver(told(SAGA, "m-0")))
                .as("a repeated one is no more")
                .isEqualTo(first);
        mailbox().deliver(told(SagaKey.of("payment", "A:2"), "one-more"));

        assertThat(mailbox().settle(first, APPLIED)).isTrue();
        assertThat(mailbox().deliver(told(SAGA, "one-more")).settlement()).isEmpty();
    }

    @Test
    void aLetterIsGivenToTheOwnerAloneAndToAnyNodeWhenTheLeaseHasEnded() {
        SagaStory story = new SagaStory("owned", "node-1");
        story.appendTo(storage().journal(), story.start());
        mailbox().deliver(told(story.key(), "m-1"));

        assertThat(due("node-2", 10)).isEmpty();
        assertThat(mailbox().take("node-2", RUNS, told(story.key(), "m-1"))).isEmpty();
        Delivery taken = due("node-1", 10).get(0);
        assertThat(taken.letter()).isEqualTo(told(story.key(), "m-1"));
        assertThat(mailbox().settle(taken, APPLIED)).isTrue();

        mailbox().deliver(told(story.key(), "m-2"));
        storage().elapse(Duration.ofMinutes(2));
        assertThat(ids(due("node-2", 10))).containsExactly("m-2");
    }

    @Test
    void aLetterForNobodysSagaAndForOneThatDoesNotExistIsGivenToWhoeverRunsItsDefinition() {
        mailbox().deliver(told(SAGA, "m-1"));

        assertThat(mailbox().take("node-1", Set.of("other"), 10)).isEmpty();
        assertThat(mailbox().take("node-1", Set.of("other"), told(SAGA, "m-1"))).isEmpty();
        assertThat(mailbox().take("node-1", RUNS, told(SAGA, "m-1")))
                .hasValueSatisfying(taken -> assertThat(taken.looks()).isEqualTo(1));
    }

    @Test
    void aNewLetterIsLeftToWhoeverDeliveredItFirst() {
        mailbox().deliver(told(SAGA, "m-1"));

        assertThat(mailbox().take("node-1", RUNS, told(SAGA, "m-1"))).isPresent();
        assertThat(mailbox().take("node-1", RUNS, told(SAGA, "m-1")))
                .as("taken")
                .isEmpty();
        storage().elapse(Duration.ofMinutes(1));
        assertThat(mailbox().take("node-2", RUNS, told(SAGA, "m-1")))
                .as("come back")
                .isPresent();
        assertThat(mailbox().find(SAGA.id(), "m-1").orElseThrow().looks()).isEqualTo(2);
    }

    @Test
    void lettersAreTakenOldestFirstAndNoMoreThanAskedFor() {
        for (int i = 0; i < 5; i++) {
            mailbox().deliver(told(SAGA, "m-" + i));
        }

        assertThat(ids(due("node-1", 3))).containsExactlyInAnyOrder("m-0", "m-1", "m-2");
        assertThat(ids(due("node-2", 3))).containsExactlyInAnyOrder("m-3", "m-4");
    }

    @Test
    void aLetterWhoseTakerDiedComesBackAndTheTakerHasNoSayAnyMore() {
        mailbox().deliver(told(SAGA, "m-1"));
        Delivery lost = due("node-1", 10).get(0);
        assertThat(due("node-2", 10)).isEmpty();
        storage().elapse(Duration.ofMinutes(1));

        Delivery taken = due("node-2", 10).get(0);

        assertThat(taken.looks()).isEqualTo(2);
        assertThat(mailbox().settle(lost, new Settlement(Answer.REFUSED, "what it saw then")))
                .isFalse();
        mailbox().putOff(lost, Duration.ZERO);
        assertThat(due("node-3", 10)).as("put off by one that has no say").isEmpty();
        assertThat(mailbox().settle(taken, APPLIED)).isTrue();
        assertThat(mailbox().find(SAGA.id(), "m-1").orElseThrow().settlement()).hasValue(APPLIED);
    }

    @Test
    void aLetterThatWasPutOffIsGivenWhenItsTimeHasCome() {
        mailbox().deliver(told(SAGA, "m-1"));
        mailbox().putOff(due("node-1", 10).get(0), Duration.ofHours(1));
        assertThat(due("node-1", 10)).isEmpty();
        storage().elapse(Duration.ofMinutes(59));
        assertThat(due("node-1", 10)).isEmpty();

        storage().elapse(Duration.ofMinutes(1));
        mailbox().putOff(due("node-1", 10).get(0), Duration.ZERO);
        assertThat(due("node-1", 10)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Answer.class)
    void whatAPersonSentIsInTheAuditHoweverItEndedAndWhatADownstreamToldIsNot(Answer answer) {
        mailbox().deliver(told(SAGA, "m-1"));
        mailbox().deliver(decided(SAGA, "d-1"));
        mailbox().deliver(new Letter(SAGA, "w-1", new Letter.Woken("bob", "hurry")));

        for (Delivery each : due("node-1", 10)) {
            assertThat(mailbox().settle(each, new Settlement(answer, "because")))
                    .isTrue();
        }

        List<AuditTrail.Entry> entries = storage().journal().audit().read(SAGA.id(), null, 10);
        assertThat(entries)
                .extracting(AuditTrail.Entry::letter)
                .containsExactlyInAnyOrder(
                        decided(SAGA, "d-1"), new Letter(SAGA, "w-1", new Letter.Woken("bob", "hurry")));
        assertThat(entries).extracting(AuditTrail.Entry::settlement).containsOnly(new Settlement(answer, "because"));
    }

    @Test
    void aLetterOfAPersonsIsSettledAndAuditedOnce() {
        mailbox().deliver(decided(SAGA, "d-1"));
        Delivery taken = due("node-1", 10).get(0);

        assertThat(mailbox().settle(taken, APPLIED)).isTrue();
        assertThat(mailbox().settle(taken, new Settlement(Answer.REFUSED, "moved")))
                .isFalse();

        assertThat(audited()).isEqualTo(1);
        assertThat(due("node-1", 10)).isEmpty();
        assertThat(mailbox().countWaiting()).isZero();
    }

    @Test
    void theAuditIsReadNewestFirstPageByPageAndForOneSagaOrAll() {
        SagaKey other = SagaKey.of("payment", "A:2");
        for (int i = 0; i < 3; i++) {
            mailbox().settle(mailbox().deliver(decided(SAGA, "d-" + i)), APPLIED);
            storage().elapse(Duration.ofSeconds(1));
        }
        mailbox().settle(mailbox().deliver(decided(other, "d-9")), APPLIED);

        AuditTrail audit = storage().journal().audit();
        assertThat(idsOf(audit.read(null, null, 10))).containsExactly("d-9", "d-2", "d-1", "d-0");
        List<AuditTrail.Entry> first = audit.read(SAGA.id(), null, 2);
        assertThat(idsOf(first)).containsExactly("d-2", "d-1");
        assertThat(idsOf(audit.read(SAGA.id(), first.get(1).settledAt(), 2))).containsExactly("d-0");
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> audit.read(null, null, 1_001));
    }

    @Test
    void whatNobodyTookInInTimeIsParkedAndAuditedAndStaysKnown() {
        mailbox().deliver(told(SAGA, "m-old"));
        mailbox().deliver(decided(SAGA, "d-old"));
        storage().elapse(Duration.ofHours(25));
        mailbox().deliver(told(SAGA, "m-young"));
        storage().elapse(Duration.ofMinutes(1));

        assertThat(mailbox().park(Duration.ofHours(24), 1)).isEqualTo(1);
        assertThat(mailbox().park(Duration.ofHours(24), 10)).isEqualTo(1);
        assertThat(mailbox().park(Duration.ofHours(24), 10)).isZero();

        assertThat(mailbox().deliver(told(SAGA, "m-old")).settlement())
                .hasValueSatisfying(settled -> assertThat(settled.answer()).isEqualTo(Answer.PARKED));
        assertThat(mailbox().find(SAGA.id(), "m-young").orElseThrow().settlement())
                .isEmpty();
        assertThat(audited()).isEqualTo(1);
    }

    @Test
    void whatANodeIsLookingAtIsNotParkedBehindItsBack() {
        mailbox().deliver(decided(SAGA, "d-1"));
        storage().elapse(Duration.ofHours(25));
        Delivery taken = due("node-1", 10).get(0);

        assertThat(mailbox().park(Duration.ofHours(24), 10)).isZero();
        assertThat(mailbox().settle(taken, APPLIED)).isTrue();
    }

    @Test
    void onlyLettersOfSagasThatEndedLongAgoAreForgotten() {
        SagaStory ended = new SagaStory("ended", "node-1");
        ended.runOn(storage().journal());
        SagaStory running = new SagaStory("running", "node-1");
        running.appendTo(storage().journal(), running.start());
        for (SagaKey saga : List.of(ended.key(), running.key(), SAGA)) {
            mailbox().settle(mailbox().deliver(told(saga, "m-1")), APPLIED);
        }
        mailbox().settle(mailbox().deliver(decided(ended.key(), "d-1")), APPLIED);
        storage().elapse(Duration.ofDays(9));
        SagaStory justEnded = new SagaStory("just-ended", "node-1");
        justEnded.runOn(storage().journal());
        mailbox().settle(mailbox().deliver(told(justEnded.key(), "m-1")), APPLIED);
        mailbox().settle(mailbox().deliver(told(ended.key(), "m-late")), APPLIED);
        mailbox().deliver(told(ended.key(), "m-waits"));

        assertThat(mailbox().forget(Duration.ofDays(10), 10)).isZero();
        assertThat(mailbox().forget(Duration.ofDays(7), 1)).isEqualTo(1);
        assertThat(mailbox().forget(Duration.ofDays(7), 10)).isEqualTo(1);
        assertThat(mailbox().forget(Duration.ofDays(7), 10)).isZero();

        assertThat(mailbox().find(ended.id(), "m-1")).isEmpty();
        assertThat(mailbox().find(SAGA.id(), "m-1")).as("its saga never came").isEmpty();
        assertThat(mailbox().find(running.id(), "m-1")).isPresent();
        assertThat(mailbox().find(justEnded.id(), "m-1")).isPresent();
        assertThat(mailbox().find(ended.id(), "m-late")).isPresent();
        assertThat(mailbox().find(ended.id(), "m-waits")).isPresent();
        assertThat(mailbox().find(ended.id(), "d-1")).as("it is audited").isPresent();
        assertThat(audited()).isEqualTo(1);
    }

    @Test
    void lettersThatAnAppendSendsAreThereAtOnceOrNotAtAll() {
        Append start = new SagaStory("sender", "node-1").start();
        Letter sent = new Letter(SAGA, "sent", new Letter.Woken("saga sender", "it ended"));
        Letter lost = new Letter(SAGA, "lost", new Letter.Woken("saga sender", "it ended"));

        assertThat(SagaStory.outcomeOf(storage().journal(), sending(start, sent)))
                .isInstanceOf(AppendResult.Appended.class);
        assertThat(SagaStory.outcomeOf(storage().journal(), sending(start, lost)))
                .isInstanceOf(AppendResult.Exists.class);

        assertThat(mailbox().take("node-1", RUNS, 10))
                .extracting(Delivery::letter)
                .containsExactly(sent);
        assertThat(mailbox().find(SAGA.id(), "lost")).isEmpty();
    }

    private static Append sending(Append append, Letter letter) {
        return new Append(
                append.key(),
                append.guard(),
                append.events(),
                append.status(),
                append.possession(),
                append.operations(),
                append.reviews(),
                List.of(letter),
                append.movedTo());
    }

    /** What a downstream tells of the transfer. */
    public static Letter told(SagaKey saga, String id) {
        return new Letter(saga, id, new Letter.Told("transfer", "bank", new QueryAnswer.Found("\"x\"")));
    }

    /** What a person decides of the transfer. */
    public static Letter decided(SagaKey saga, String id) {
        OperatorDecision decision = new OperatorDecision.ConfirmFailed("transfer", "51", "the bank said so");
        return new Letter(saga, id, new Letter.Decided(decision, new Authority("alice", "customer waits", 4, id)));
    }

    /** What has just been delivered is first left to whoever delivered it; that time is over. */
    private List<Delivery> due(String node, int limit) {
        storage().elapse(Duration.ofSeconds(1));
        return mailbox().take(node, RUNS, limit);
    }

    private int audited() {
        return storage().journal().audit().read(null, null, 100).size();
    }

    private static List<String> idsOf(List<AuditTrail.Entry> entries) {
        return entries.stream().map(each -> each.letter().messageId()).toList();
    }

    private static List<String> ids(List<Delivery> deliveries) {
        return deliveries.stream().map(each -> each.letter().messageId()).toList();
    }
}
