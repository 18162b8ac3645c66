package io.querent.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaCommand;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.AuditTrail.Entry;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Delivery.Answer;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Mailbox;
import io.querent.saga.SagaKey;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a person decided is in the audit by the commit that carries it out, and whoever dies afterwards changes nothing about that. */
public abstract class AuditContract {
    private static final Instant AT = Instant.parse("2026-11-29T10:15:30.123456Z");

    /** The storage under test; a new one for each test. */
    protected abstract Storage storage();

    private Mailbox mailbox() {
        return storage().journal().mailbox();
    }

    @Test
    void aDecisionIsAuditedByTheCommitThatCarriesItOutAlthoughNobodySettlesItsLetter() {
        DecidedSaga saga = started("A:1");
        Letter letter = pause(saga, "d-1");
        mailbox().deliver(letter);
        assertThat(audit(saga.key())).isEmpty();

        assertThat(carryOut(saga, letter)).isTrue();

        assertThat(audit(saga.key())).singleElement().satisfies(entry -> {
            assertThat(entry.letter()).isEqualTo(letter);
            assertThat(entry.settlement()).isEqualTo(new Settlement(Answer.APPLIED, ""));
            assertThat(entry.receivedAt()).isBeforeOrEqualTo(entry.settledAt());
        });
        assertThat(mailbox().find(saga.key().id(), "d-1").orElseThrow().settled())
                .isNull();
    }

    @Test
    void whoeverSettlesTheLetterOfACarriedOutDecisionFindsItsEntryThere() {
        DecidedSaga saga = started("A:1");
        Letter letter = pause(saga, "d-1");
        Delivery delivery = mailbox().deliver(letter);
        carryOut(saga, letter);
        List<Entry> before = audit(saga.key());

        assertThat(mailbox().settle(delivery, new Settlement(Answer.APPLIED, "decided before")))
                .isTrue();

        assertThat(audit(saga.key())).hasSize(1).isEqualTo(before);
        assertThat(mailbox().settle(delivery, new Settlement(Answer.APPLIED, "")))
                .isFalse();
    }

    @Test
    void aDecisionThatLostTheRaceForTheSagaIsNotAuditedAsCarriedOut() {
        SagaStory story = new SagaStory("A:1", "node-1");
        story.appendTo(storage().journal(), story.start());
        mailbox().deliver(new Letter(story.key(), "w-1", new Letter.Woken("bob", "hurry")));
        Append late = story.wake("w-1");
        story.appendTo(storage().journal(), story.attempt("reserve"));

        assertThat(SagaStory.outcomeOf(storage().journal(), late)).isInstanceOf(AppendResult.Stale.class);

        assertThat(audit(story.key())).isEmpty();
    }

    @Test
    void aWakeUpIsAuditedLikeADecision() {
        SagaStory story = new SagaStory("A:1", "node-1");
        story.appendTo(storage().journal(), story.start());
        Letter letter = new Letter(story.key(), "w-1", new Letter.Woken("bob", "hurry"));
        mailbox().deliver(letter);

        story.appendTo(storage().journal(), story.wake("w-1"));

        assertThat(audit(story.key())).extracting(Entry::letter).containsExactly(letter);
    }

    /** Cancelling wakes the saga up as well; that is no second thing that a person wanted. */
    @Test
    void aDecisionThatWakesTheSagaUpIsOneEntry() {
        DecidedSaga saga = started("A:1");
        Letter letter = decided(saga, "d-1", new OperatorDecision.Cancel());
        mailbox().deliver(letter);

        assertThat(carryOut(saga, letter)).isTrue();

        assertThat(audit(saga.key())).extracting(Entry::letter).containsExactly(letter);
    }

    @Test
    void whatNoLetterSaidIsNoPersonsDecision() {
        SagaStory story = new SagaStory("A:1", "node-1");
        story.appendTo(storage().journal(), story.start());

        story.appendTo(storage().journal(), story.wake("nobody-sent-it"));

        assertThat(audit(story.key())).isEmpty();
    }

    private List<Entry> audit(SagaKey saga) {
        return storage().journal().audit().read(saga.id(), null, 10);
    }

    private DecidedSaga started(String businessKey) {
        DecidedSaga saga = new DecidedSaga(
                storage().journal(), Payments.DEFINITION, SagaKey.of(Payments.DEFINITION.name(), businessKey));
        saga.start(AT);
        return saga;
    }

    private static Letter pause(DecidedSaga saga, String id) {
        return decided(saga, id, new OperatorDecision.Pause());
    }

    private static Letter decided(DecidedSaga saga, String id, OperatorDecision decision) {
        Authority authority =
                new Authority("alice", "customer waits", saga.state().version(), id);
        return new Letter(saga.key(), id, new Letter.Decided(decision, authority));
    }

    private static boolean carryOut(DecidedSaga saga, Letter letter) {
        Letter.Decided decided = (Letter.Decided) letter.content();
        return saga.tell(new SagaCommand.Decide(decided.decision(), decided.authority(), AT.plusSeconds(1)));
    }
}
