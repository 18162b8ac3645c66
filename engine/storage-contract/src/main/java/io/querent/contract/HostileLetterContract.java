package io.querent.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.QueryAnswer;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Delivery.Answer;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Mailbox;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes from outside is stored as it was said, or refused at the door; it never becomes something else on the way. */
public abstract class HostileLetterContract {
    /** The storage under test. */
    protected abstract Storage storage();

    private Mailbox mailbox() {
        return storage().journal().mailbox();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ab\u0000c",
                "lone \uD83D surrogate",
                "\uDC00\uD800",
                "\uD83D\uDCB8",
                "'); DROP TABLE querent.mailbox; --",
                "{\"a\":\"\\u0000\"}",
                "\\\"{},NULL\n\t",
                "\uFFFE\uFFFF"
            })
    void whatADownstreamTellsIsReadAsItWasTold(String text) {
        SagaKey saga = SagaKey.of("payment", "told-" + Integer.toHexString(text.hashCode()));
        List<QueryAnswer> answers = List.of(
                new QueryAnswer.Found(text),
                new QueryAnswer.FoundRejected(text, text),
                new QueryAnswer.FoundPending(text),
                new QueryAnswer.Mismatch(text));
        for (QueryAnswer answer : answers) {
            Letter letter = new Letter(
                    saga, "m-" + answer.getClass().getSimpleName(), new Letter.Told("transfer", "bank", answer));

            assertThat(mailbox().deliver(letter).letter()).isEqualTo(letter);
            assertThat(mailbox().deliver(letter).letter()).as("again").isEqualTo(letter);
            assertThat(mailbox().take("node", Set.of("payment"), letter))
                    .hasValueSatisfying(taken -> assertThat(taken.letter()).isEqualTo(letter));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"it's \"fine\"", "'); DROP TABLE querent.audit; --", "\uD83D\uDCB8 \\u0000 \n"})
    void whatAPersonSaysIsAuditedAsItWasSaid(String text) {
        SagaKey saga = SagaKey.of("payment", "said-" + Integer.toHexString(text.hashCode()));
        OperatorDecision decision = new OperatorDecision.ConfirmSucceeded("transfer", "\"\\u0000 \uD800\"", text);
        Letter letter = new Letter(saga, text, new Letter.Decided(decision, new Authority(text, text, 1, text)));

        Delivery delivery = mailbox().deliver(letter);

        assertThat(delivery.letter()).isEqualTo(letter);
        assertThat(mailbox().settle(delivery, new Settlement(Answer.REFUSED, "no \0 \uD83D " + "x".repeat(5_000))))
                .isTrue();
        AuditTrail.Entry entry =
                storage().journal().audit().read(saga.id(), null, 1).get(0);
        assertThat(entry.letter()).isEqualTo(letter);
        assertThat(entry.settlement().detail()).hasSize(2_000).startsWith("no \uFFFD ");
    }

    @Test
    void theLargestPayloadIsStored() {
        String largest = "\"" + "x".repeat(PayloadCodec.LONGEST - 2) + "\"";
        Letter letter = new Letter(
                SagaKey.of("payment", "large"),
                "m-1",
                new Letter.Told("transfer", "bank", new QueryAnswer.Found(largest)));

        assertThat(mailbox().deliver(letter).letter()).isEqualTo(letter);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\u0000b", "lone \uD83D", "\uDC00"})
    void anIdThatCannotBeStoredAsItIsIsRefusedAtTheDoor(String id) {
        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(() -> MailboxContract.told(SagaKey.of("payment", "A:1"), id))
                .withMessageContaining("QRT-3214")
                .withMessageContaining("message id");
    }

    @Test
    void whatIsTooLongIsRefusedAtTheDoor() {
        SagaKey saga = SagaKey.of("payment", "A:1");
        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(() -> MailboxContract.told(saga, "x".repeat(201)))
                .withMessageContaining("found=201");
        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(() -> new Letter(saga, "w-1", new Letter.Woken("bob", "x".repeat(2_001))))
                .withMessageContaining("reason");
        OperatorDecision withoutEvidence = new OperatorDecision.ConfirmNeverRan("transfer", " ");
        assertThatExceptionOfType(QuerentException.class)
                .isThrownBy(() -> new Letter(
                        saga, "d-1", new Letter.Decided(withoutEvidence, new Authority("alice", "why", 1, "d-1"))))
                .withMessageContaining("evidence");
    }
}
